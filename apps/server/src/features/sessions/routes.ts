import { ApiError, api } from '@sallyport/contract'
import { listSessions, type OpenSession } from '../../db/user-sessions.js'
import type { Deps } from '../../deps.js'
import { minuteMs, perUser, type Spender } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { nameDevice } from '../../session/device.js'
import { revokeOwnSessions } from '../../session/revoke.js'
import { readEventPage } from './event-page.js'

/** The user's sessions, and what happened to their account; the latter for the app's back end too. */
export function sessionsRoutes(deps: Deps): Implementation[] {
  return implement(api.sessions, {
    list: {
      budgets: spendFew,
      handle: async ({ caller: { app, userId, sessionId } }) => {
        const owner = { appId: app.id, userId, nowMs: deps.clock.nowMs() }
        const sessions = await listSessions(deps.db, owner)
        return { sessions: sessions.map((each) => toWireSession(each, sessionId)) }
      },
    },
    revoke: {
      budgets: spendFew,
      handle: async ({ caller: { app, userId, sessionId }, body, request: { device } }) => {
        await revokeOwnSessions(deps, { appId: app.id, userId, sessionId, which: body, device })
        return { success: true }
      },
    },
    activity: {
      budgets: spendFew,
      handle: ({ caller: { app, userId }, query }) =>
        readEventPage(deps, { appId: app.id, userId, query }),
    },
    auditEvents: async ({ caller: { app }, params, query }) => {
      if (params.app_id !== app.id) throw new ApiError('missing_or_invalid_privy_app_id')
      return readEventPage(deps, { appId: app.id, userId: query.user_id, query })
    },
  })
}

const spendFew = (_request: unknown, spender: Spender) => [
  perUser('own-sessions', spender, { points: 60, windowMs: minuteMs }),
]

function toWireSession(session: OpenSession, currentId: string) {
  const { id, device, created_at, last_used_at } = session
  const { browser = null, system = null, place } = device
  return {
    id,
    device: {
      name: nameDevice(device) ?? null,
      browser,
      os: system,
      ...(place === undefined ? {} : { place }),
    },
    created_at: Math.floor(created_at / 1000),
    last_used_at: Math.floor(last_used_at / 1000),
    is_current: id === currentId,
    device_revoked: session.is_device_revoked,
  }
}
