import type { RouteResponse } from '@sallyport/contract'
import type { webhooks } from '@sallyport/contract/webhooks'
import { type CallOptions, type Input, splitInput } from '../http/call-options.js'
import type { BodyOf, Heads, QueryOf, Send } from '../http/heads.js'
import { type Pages, pagesOf } from '../http/pages.js'
import type { AnyHead } from '../http/prepare.js'
import type { Repeats } from '../http/retry.js'

type Webhooks = typeof webhooks
type Endpoint = RouteResponse<Webhooks['find']>
type EndpointWithSecret = RouteResponse<Webhooks['create']>
type Delivery = RouteResponse<Webhooks['deliveries']>['data'][number]

/** Where the app is told of what happens. `@sallyport/node/webhooks` verifies what arrives. */
export interface WebhooksService {
  /** The `secret` is answered this once. */
  create(input: Input<BodyOf<Webhooks['create']>>): Promise<EndpointWithSecret>
  list(options?: CallOptions): Promise<Endpoint[]>
  get(webhook_id: string, options?: CallOptions): Promise<Endpoint>
  /** Changes it; `enabled` switches it off or on. */
  update(webhook_id: string, input: Input<BodyOf<Webhooks['update']>>): Promise<Endpoint>
  delete(webhook_id: string, options?: CallOptions): Promise<{ success: boolean }>
  /** Gives it another secret; the one before signs as well for a while. */
  rotate(webhook_id: string, input?: Input<BodyOf<Webhooks['rotate']>>): Promise<EndpointWithSecret>
  /** What was sent to it or waits, the newest event first. */
  deliveries(
    webhook_id: string,
    query?: QueryOf<Webhooks['deliveries']>,
    options?: CallOptions,
  ): Pages<Delivery>
  /** One delivery with its body and attempts. */
  getDelivery(
    event_id: string,
    input: { webhook_id: string } & CallOptions,
  ): Promise<RouteResponse<Webhooks['delivery']>>
  /** Sends again one event, those of a time, or all that failed. */
  resend(
    webhook_id: string,
    input: BodyOf<Webhooks['resend']> & CallOptions,
  ): Promise<{ resent: number }>
}

const one = '/webhooks/{webhook_id}'
const head = <M extends AnyHead['method'], P extends string>(
  method: M,
  path: P,
  repeats: Repeats = 'refused',
) => ({ method, path, repeats, prefix: '/admin/v1' }) as const
const heads = {
  create: head('POST', '/webhooks'),
  list: head('GET', '/webhooks', 'safe'),
  find: head('GET', one, 'safe'),
  update: head('PATCH', one),
  remove: head('DELETE', one),
  rotate: head('POST', `${one}/rotate`),
  deliveries: head('GET', `${one}/deliveries`, 'safe'),
  delivery: head('GET', `${one}/deliveries/{event_id}`, 'safe'),
  resend: head('POST', `${one}/resend`),
} satisfies Heads<Omit<Webhooks, 'keys'>>

/** The service over `send`. */
export function createWebhooks(send: Send): WebhooksService {
  return {
    create: (input) => {
      const { body, options } = splitInput<BodyOf<Webhooks['create']>>(input)
      return send<Webhooks['create']>(heads.create, { body }, options)
    },
    list: async (options) => (await send<Webhooks['list']>(heads.list, {}, options)).data,
    get: (webhook_id, options) =>
      send<Webhooks['find']>(heads.find, { params: { webhook_id } }, options),
    update: (webhook_id, input) => {
      const { body, options } = splitInput<BodyOf<Webhooks['update']>>(input)
      return send<Webhooks['update']>(heads.update, { params: { webhook_id }, body }, options)
    },
    delete: (webhook_id, options) =>
      send<Webhooks['remove']>(heads.remove, { params: { webhook_id } }, options),
    rotate: (webhook_id, input = {}) => {
      const { body, options } = splitInput<BodyOf<Webhooks['rotate']>>(input)
      return send<Webhooks['rotate']>(heads.rotate, { params: { webhook_id }, body }, options)
    },
    deliveries: (webhook_id, query = {}, options = {}) =>
      pagesOf((cursor) => {
        const input = {
          params: { webhook_id },
          query: { ...query, cursor: cursor ?? query.cursor },
        }
        return send<Webhooks['deliveries']>(heads.deliveries, input, options)
      }),
    getDelivery: (event_id, { webhook_id, ...options }) =>
      send<Webhooks['delivery']>(heads.delivery, { params: { webhook_id, event_id } }, options),
    resend: (webhook_id, input) => {
      const { body, options } = splitInput<BodyOf<Webhooks['resend']>>(input)
      return send<Webhooks['resend']>(heads.resend, { params: { webhook_id }, body }, options)
    },
  }
}
