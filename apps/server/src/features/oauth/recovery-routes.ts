import { ApiError, api, type CloudStorageName } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { changeBudgets } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { randomToken } from '../../ports/random.js'
import { beginFlow } from './begin.js'
import { configurationOf, signInUrl } from './icloud.js'
import { redeemDrive } from './redeem-drive.js'

const intent = 'recovery'

/** Access to the cloud storage that a user keeps a recovery key in (wire reference §15). */
export function recoveryRoutes(deps: Deps): Implementation[] {
  return implement(api.recovery, {
    init: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller: { app, userId }, body, request }) => {
        requireOffered(app, 'google-drive')
        const flow = request.spender.flow ?? randomToken(deps.random)
        const url = await beginFlow(deps, {
          app,
          provider: 'google',
          intent,
          userId,
          redirectTo: body.redirect_to,
          state: body.state_code,
          challenge: body.code_challenge,
          challengeMethod: undefined,
          flow,
        })
        request.keepFlow(flow)
        return { url }
      },
    },
    authenticate: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller: { app, userId }, body, request }) => {
        const { provider } = body
        requireOffered(app, provider ?? 'google-drive')
        // Apple's token is for the page, and Apple checks it: there is nothing to exchange.
        if (provider === 'icloud') return { access_token: body.authorization_code }
        const { authorization_code: code, state_code: state, code_verifier: verifier } = body
        const { flow } = request.spender
        return redeemDrive(deps, { app, code, state, verifier, flow, intent, userId })
      },
    },
    initICloud: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller: { app }, body: { client_type: clientType } }) => {
        requireOffered(app, 'icloud')
        return { url: await signInUrl(deps, app, clientType) }
      },
    },
    configurationICloud: async ({ caller: { app }, body: { client_type: clientType } }) => {
      requireOffered(app, 'icloud')
      return configurationOf(app, clientType)
    },
    callbackICloud: async () => ({}),
  })
}

/** @throws ApiError `disallowed_recovery_method` when the app does not offer the storage. */
function requireOffered({ settings }: App, storage: CloudStorageName): void {
  const { user_owned_recovery_options: offered } = settings.embedded_wallet_config
  if (!offered.includes(storage)) throw new ApiError('disallowed_recovery_method')
}
