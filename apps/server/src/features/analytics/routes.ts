import { api } from '@sallyport/contract'
import { insertEvent } from '../../db/analytics.js'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'

/** Longest payload that is kept, in characters of JSON. */
const maxPayloadLength = 4096

/** Events the clients report. */
export function analyticsRoutes(deps: Deps): Implementation[] {
  return implement(api.analytics, {
    record: {
      budgets: (_request, spender) => [perNetwork('analytics', spender)],
      handle: async ({ caller, body }) => {
        await insertEvent(deps.db, {
          appId: caller.app.id,
          name: body.event_name,
          clientId: body.client_id ?? null,
          payload: keepable(body.payload ?? null),
          nowMs: deps.clock.nowMs(),
        })
        return { success: true }
      },
    },
  })
}

function keepable(payload: Record<string, unknown> | null): Record<string, unknown> | null {
  return JSON.stringify(payload).length <= maxPayloadLength ? payload : null
}
