import type { api } from './api.js'
import { pageHeads } from './page-heads.js'
import type { Route, RouteHead } from './route.js'

type PageHeads = typeof pageHeads
/** The route of `api` with the same names, as the type of what goes in and out. */
type HeadOf<F extends keyof PageHeads, N> = N extends keyof (typeof api)[F]
  ? (typeof api)[F][N] extends Route
    ? RouteHead<(typeof api)[F][N]>
    : never
  : never

/**
 * The routes an app's page calls: `api` without those of the wallet frame and of back ends, and of each only its head. A
 * page checks nothing by their schemas, and would load and build all of them before its first paint.
 */
export const pageApi: {
  readonly [F in keyof PageHeads]: { readonly [N in keyof PageHeads[F]]: HeadOf<F, N> }
} = pageHeads
