import { startApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { analyticsId } from '../environment.js'
import { send } from '../http.js'

/** Reports an event of at most 255 characters. Never throws and never waits: losing one is harmless. */
export function record(
  client: SallyportClient,
  name: string,
  payload: Record<string, unknown> = {},
): void {
  const { environment } = client
  const body = {
    event_name: name,
    client_id: analyticsId(environment),
    payload: { ...payload, clientTimestamp: environment.clock.nowMs() },
  }
  send(environment, startApi.analytics.record, { body }, { keepalive: true }).catch(() => undefined)
}
