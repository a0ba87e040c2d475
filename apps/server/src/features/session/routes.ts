import { ApiError, api, isApiError } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { hourMs, perNetwork, perUser } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { presentedToken, refuseOtherAddress } from '../../http/session-cookies.js'
import { endSession } from '../../session/end.js'
import { forkSession, recoverFork } from '../../session/fork.js'
import { refreshSession } from '../../session/refresh.js'

/** Refresh, logout, and handing a session to another browser context. */
export function sessionRoutes(deps: Deps): Implementation[] {
  return implement(api.session, {
    refresh: {
      budgets: (_request, spender) => [perNetwork('refresh', spender)],
      handle: async ({ caller, body, request: { sessionCookies, endWalletGrant } }) => {
        refuseOtherAddress(body.refresh_token, { app: caller.app, inCookies: sessionCookies })
        const refreshToken = presentedToken(body.refresh_token, sessionCookies)
        if (!refreshToken) throw new ApiError('missing_or_invalid_token')
        try {
          return await refreshSession(deps, { ...caller, refreshToken })
        } catch (error) {
          if (isApiError(error) && error.data?.session_update_action === 'clear') {
            sessionCookies?.clear()
            endWalletGrant(caller.sessionId)
          }
          throw error
        }
      },
    },
    logout: async ({ caller, body, request: { sessionCookies, endWalletGrant } }) => {
      const refreshToken = presentedToken(body.refresh_token, sessionCookies)
      sessionCookies?.clear()
      endWalletGrant(caller.sessionId)
      await endSession(deps, { ...caller, refreshToken })
      return { success: true }
    },
    fork: {
      budgets: (_request, spender) => [
        perUser('session-fork', spender, { points: 20, windowMs: hourMs }),
      ],
      handle: async ({ caller, body, request: { sessionCookies } }) => {
        refuseOtherAddress(body.refresh_token, { app: caller.app, inCookies: sessionCookies })
        const refreshToken = presentedToken(body.refresh_token, sessionCookies)
        if (!refreshToken) throw new ApiError('missing_or_invalid_token')
        const fork = await forkSession(deps, { ...caller, refreshToken })
        return sessionCookies?.keep(fork) ?? fork
      },
    },
    recover: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body, request }) =>
        recoverFork(deps, { app, forkToken: body.refresh_token, device: request.device }),
    },
  })
}
