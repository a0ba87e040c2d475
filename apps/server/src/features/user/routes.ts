import { api } from '@sallyport/contract'
import { acceptTerms } from '../../db/users.js'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { undoChange } from '../../identity/account-undo.js'
import { toWireUser } from '../../identity/user.js'
import { signIdentityToken } from '../../tokens/identity-token.js'

/** The signed-in user about themselves. */
export function userRoutes(deps: Deps): Implementation[] {
  return implement(api.user, {
    me: async ({ caller }) => {
      const user = toWireUser(caller.user)
      const { app } = caller
      const identityToken = signIdentityToken({
        key: app.key,
        issuer: deps.config.tokenIssuer,
        appId: app.id,
        userId: caller.user.id,
        nowMs: deps.clock.nowMs(),
        user,
      })
      return { user, identity_token: identityToken }
    },
    acceptTerms: async ({ caller }) => {
      const nowMs = deps.clock.nowMs()
      await acceptTerms(deps.db, { appId: caller.app.id, userId: caller.user.id, nowMs })
      return { ...toWireUser(caller.user), has_accepted_terms: true }
    },
    undoChange: {
      budgets: (_request, spender) => [perNetwork('account-undo', spender)],
      handle: async ({ body: { token }, request }) => {
        await undoChange(deps, { token, request })
        return { success: true }
      },
    },
  })
}
