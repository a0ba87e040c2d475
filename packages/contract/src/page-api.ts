import type { api } from './api.js'
import { pageHeads } from './page-heads.js'
import type { Route, RouteHead } from './route.js'

/** The route of `api` with the same names, as the type of what goes in and out. */
type HeadOf<F, N> = F extends keyof typeof api
  ? N extends keyof (typeof api)[F]
    ? (typeof api)[F][N] extends Route
      ? RouteHead<(typeof api)[F][N]>
      : never
    : never
  : never

/** Heads with the types of their routes. */
export type HeadsOf<H> = { readonly [F in keyof H]: { readonly [N in keyof H[F]]: HeadOf<F, N> } }

/**
 * The routes an app's page calls: `api` without those of the wallet frame and of back ends, and of each only its head. A
 * page checks nothing by their schemas, and would load and build all of them before its first paint.
 */
export const pageApi: HeadsOf<typeof pageHeads> = pageHeads
