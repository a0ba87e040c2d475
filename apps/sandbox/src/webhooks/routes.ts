import type { RouteResponse } from '@sallyport/contract'
import type { webhooks } from '@sallyport/contract/webhooks'
import { type ReceiverMode, receiverModes, type WebhookState } from '@sallyport/protocols/sandbox'
import { HttpError, type OriginRoute } from '../http/origin.js'
import { createServerCall, type OwnApp } from '../settings/call-server.js'
import type { WebhookReceiver } from './receiver.js'

type Endpoint = RouteResponse<typeof webhooks.find>
type Created = RouteResponse<typeof webhooks.create>
type Deliveries = RouteResponse<typeof webhooks.deliveries>

/** Where webhooks arrive, at the dashboard's origin. */
export const receivePath = '/webhooks/receive'
const path = '/admin/v1/webhooks'

/** The receiver as an endpoint of the demo's app, and the routes by which the dashboard shows it. */
export async function webhookRoutes(
  receiver: WebhookReceiver,
  { url, ...app }: OwnApp & { url: string },
): Promise<OriginRoute[]> {
  const call = createServerCall(app)
  const id = await adopt(receiver, { call, url })
  const own = `${path}/${id}`
  const action = (run: (body: unknown) => unknown): OriginRoute['handle'] => {
    return async ({ body }) => {
      await run(body)
      return { success: true }
    }
  }
  return [
    {
      method: 'GET',
      path: '/webhooks/state',
      handle: async (): Promise<WebhookState> => {
        // By the contract of the routes.
        const endpoint = (await call('GET', own)) as Endpoint
        const { data } = (await call('GET', `${own}/deliveries?limit=50`)) as Deliveries
        const waiting = data.filter(({ state }) => state !== 'delivered')
        return {
          mode: receiver.mode,
          enabled: endpoint.enabled,
          disabledReason: endpoint.disabled_reason,
          received: [...receiver.received()],
          waiting: waiting.map(({ event_id, type, state, attempts, next_attempt_at: at }) => ({
            ...{ eventId: event_id, type, state, attempts },
            nextAt: at === null ? null : new Date(at).toISOString(),
          })),
        }
      },
    },
    {
      method: 'DELETE',
      path: '/webhooks/received',
      handle: action(() => receiver.clear()),
    },
    {
      method: 'POST',
      path: '/webhooks/mode',
      handle: action((body) => {
        receiver.mode = modeIn(body)
      }),
    },
    {
      method: 'POST',
      path: '/webhooks/enable',
      handle: action(() => call('PATCH', own, { enabled: true })),
    },
    {
      method: 'POST',
      path: '/webhooks/resend',
      handle: action((body) => call('POST', `${own}/resend`, body)),
    },
  ]
}

type Call = ReturnType<typeof createServerCall>

/** Finds the endpoint of an earlier start, or adds it. Its secret is drawn anew: it is shown only once. */
async function adopt(
  receiver: WebhookReceiver,
  { call, url }: { call: Call; url: string },
): Promise<string> {
  // By the contract of the routes.
  const { data } = (await call('GET', path)) as RouteResponse<typeof webhooks.list>
  const known = data.find((each) => each.url === url)
  const created = (await (known === undefined
    ? call('POST', path, { url, description: 'The workbench' })
    : call('POST', `${path}/${known.id}/rotate`, { overlap_seconds: 0 }))) as Created
  receiver.secret = created.secret
  return created.id
}

function modeIn(body: unknown): ReceiverMode {
  const wanted = typeof body === 'object' && body !== null ? Reflect.get(body, 'mode') : undefined
  const mode = receiverModes.find((each) => each === wanted)
  if (mode === undefined)
    throw new HttpError(400, `mode must be one of ${receiverModes.join(', ')}`)
  return mode
}
