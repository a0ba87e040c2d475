import { ApiError, api } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { endSession } from '../../session/end.js'
import { refreshSession } from '../../session/refresh.js'

/** Refresh and logout. */
export function sessionRoutes(deps: Deps): Implementation[] {
  return implement(api.session, {
    refresh: {
      budgets: (_request, spender) => [perNetwork('refresh', spender)],
      handle: async ({ caller, body }) => {
        const { refresh_token: refreshToken } = body
        if (!refreshToken) throw new ApiError('missing_or_invalid_token')
        return refreshSession(deps, { ...caller, refreshToken })
      },
    },
    logout: async ({ caller, body }) => {
      await endSession(deps, { ...caller, refreshToken: body.refresh_token ?? undefined })
      return { success: true }
    },
  })
}
