import type { Route, RouteResponse } from '@sallyport/contract'
import { type CallOptions, type Input, splitInput } from '../http/call-options.js'
import type { BodyOf, Head, Send } from '../http/heads.js'
import type { AnyHead } from '../http/prepare.js'

/** The four calls that policies, quorums, limits and sets have alike. Changes are signed by the owner, where there is one. */
export interface ResourceService<Create extends Route, Update extends Route> {
  create(input: Input<BodyOf<Create>>): Promise<RouteResponse<Create>>
  get(id: string, options?: CallOptions): Promise<RouteResponse<Create>>
  update(id: string, input: Input<BodyOf<Update>>): Promise<RouteResponse<Create>>
  delete(id: string, options?: CallOptions): Promise<{ success: boolean }>
}

/** Heads of the four calls, of whichever routes. */
type ResourceHeads = Record<'create' | 'find' | 'update' | 'remove', AnyHead>

/** The service over `send`. `id` is the name of the id in paths. */
export function createResource<Create extends Route, Update extends Route>(
  send: Send,
  { id, heads }: { id: string; heads: ResourceHeads },
): ResourceService<Create, Update> {
  // The compiler cannot see which parts a route has that is a parameter here; the public types above say it.
  const call = (head: AnyHead, input: object, options?: CallOptions) =>
    send(head as Head<Route>, input as never, options) as Promise<never>
  return {
    create: (input) => {
      const { body, options } = splitInput(input)
      return call(heads.create, { body }, options)
    },
    get: (value, options) => call(heads.find, { params: { [id]: value } }, options),
    update: (value, input) => {
      const { body, options } = splitInput(input)
      return call(heads.update, { params: { [id]: value }, body }, options)
    },
    delete: (value, options) => call(heads.remove, { params: { [id]: value } }, options),
  }
}
