import { HttpError, type OriginCall, type OriginRoute } from '../http/origin.js'
import { type DeliveryMode, deliveryModes, type Inbox } from './inbox.js'

/** The inbox's routes below `path`, for scripts, the demo and the dashboard. */
export function inboxRoutes(
  inbox: Inbox,
  { path, openTo }: { path: string; openTo: readonly string[] },
): OriginRoute[] {
  return [
    {
      method: 'GET',
      path: `${path}/messages`,
      openTo,
      handle: ({ query }) => inbox.messages(query.get('to') ?? undefined),
    },
    {
      method: 'DELETE',
      path: `${path}/messages`,
      handle: ({ query }) => {
        inbox.clear(query.get('to') ?? undefined)
        return { success: true }
      },
    },
    {
      method: 'GET',
      path: `${path}/deliveries`,
      handle: () => ({
        modes: inbox.modes(),
        held: inbox.held().map(({ id, dueAtMs, message }) => ({ id, dueAtMs, ...message })),
      }),
    },
    {
      method: 'POST',
      path: `${path}/deliveries`,
      handle: (call) => {
        inbox.setMode(textIn(call, 'to'), modeIn(call))
        return { success: true }
      },
    },
    {
      method: 'POST',
      path: `${path}/release`,
      handle: (call) => {
        if (!inbox.release(textIn(call, 'id'))) throw new HttpError(404, 'No such message')
        return { success: true }
      },
    },
  ]
}

function modeIn(call: OriginCall): DeliveryMode {
  const wanted = textIn(call, 'mode')
  const mode = deliveryModes.find((one) => one === wanted)
  if (!mode) throw new HttpError(400, `mode must be one of ${deliveryModes.join(', ')}`)
  return mode
}

function textIn({ body }: OriginCall, key: string): string {
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, key) : undefined
  if (typeof value !== 'string' || value === '' || value.length > 254)
    throw new HttpError(400, `${key} must be a text of 1 to 254 characters`)
  return value
}
