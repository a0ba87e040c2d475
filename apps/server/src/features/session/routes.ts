import { ApiError, api } from '@sallyport/contract'
import { revokeSession } from '../../db/sessions.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { refreshSession } from '../../session/refresh.js'

/** Refresh and logout. */
export function sessionRoutes(deps: Deps): Implementation[] {
  return implement(api.session, {
    refresh: async ({ caller, body }) => {
      const { refresh_token: refreshToken } = body
      if (!refreshToken) throw new ApiError('missing_or_invalid_token')
      return refreshSession(deps, { ...caller, refreshToken })
    },
    logout: async ({ caller }) => {
      const { app, sessionId } = caller
      const nowMs = deps.clock.nowMs()
      const wasOpen = await revokeSession(deps.db, { appId: app.id, sessionId, nowMs })
      if (!wasOpen) throw new ApiError('already_logged_out')
      return { success: true }
    },
  })
}
