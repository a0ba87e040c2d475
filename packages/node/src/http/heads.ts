import type { Route, RouteInput, RouteResponse } from '@sallyport/contract'
import type { CallOptions } from './call-options.js'
import type { Repeats } from './retry.js'

/** What sends a call of the route `R`. The schemas of the route stay out of the package: only its types are used. */
export interface Head<R extends Route> {
  method: R['method']
  path: R['path']
  repeats: Repeats
  /** Where it is not `/v1`. */
  prefix?: '/admin/v1'
  readonly describes?: R
}

/** A head for each route of a group: the compiler compares methods and paths with the contract's, and asks for a new one. */
export type Heads<G extends Record<string, Route>> = { readonly [K in keyof G]: Head<G[K]> }

/** The body of a route as a caller gives it. */
export type BodyOf<R extends Route> = RouteInput<R> extends { body: infer B } ? B : never

/** The query of a route as a caller gives it. */
export type QueryOf<R extends Route> = RouteInput<R> extends { query: infer Q } ? Q : never

/** Sends a call and reads its answer. @throws SallyportError */
export type Send = <R extends Route>(
  head: Head<R>,
  input: RouteInput<R>,
  options?: CallOptions,
) => Promise<RouteResponse<R>>
