import {
  ApiError,
  api,
  type CrossAppProvider,
  type OAuthProvider,
  oauthProviders,
} from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { admit, signIn } from '../../identity/sign-in.js'
import { randomToken } from '../../ports/random.js'
import { beginFlow } from './begin.js'
import { switchOf } from './flow.js'
import { redeem } from './redeem.js'

/** Login by OAuth providers (wire reference §11.5, §18.1). */
export function oauthRoutes(deps: Deps): Implementation[] {
  return implement(api.oauth, {
    init: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller, body, request }) => {
        const provider = requireBuilt(body.provider)
        const { app } = caller
        if (!app.settings[switchOf(provider)]) throw new ApiError('disallowed_login_method')
        const flow = request.spender.flow ?? randomToken(deps.random)
        const url = await beginFlow(deps, {
          app,
          provider,
          userId: caller.tokenUserId,
          redirectTo: body.redirect_to,
          state: body.state_code,
          challenge: body.code_challenge,
          challengeMethod: body.code_challenge_method,
          flow,
        })
        request.keepFlow(flow)
        return { url }
      },
    },
    authenticate: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body, request }) => {
        refuseUnsupported(body)
        const { provider, account, proof, oauthTokens } = await redeem(deps, {
          app,
          code: body.authorization_code,
          state: body.state_code,
          verifier: body.code_verifier,
          flow: request.spender.flow,
          userId: undefined,
        })
        const verdict = await admit(deps, { app, method: switchOf(provider), key: account.key })
        const { mode } = body
        const { data } = account
        const session = await signIn(deps, { verdict, data, proof, mode, device: request.device })
        return { ...session, ...(oauthTokens && { oauth_tokens: oauthTokens }) }
      },
    },
    link: async () => {
      throw new ApiError('not_supported')
    },
    unlink: async () => {
      throw new ApiError('not_supported')
    },
    authorizationCode: async () => refuseCrossApp(),
    verify: async () => refuseCrossApp(),
  })
}

/** @throws ApiError `not_supported` for other apps as providers. */
function requireBuilt(provider: OAuthProvider | CrossAppProvider): OAuthProvider {
  return oauthProviders.find((each) => each === provider) ?? refuseCrossApp()
}

function refuseUnsupported(body: {
  code_type?: 'raw' | null | undefined
  provider?: OAuthProvider | CrossAppProvider | null | undefined
}): void {
  if (body.provider) requireBuilt(body.provider)
  if (body.code_type !== 'raw') return
  throw new ApiError('not_supported', {
    message: 'Identity tokens of native SDKs are not supported',
  })
}

function refuseCrossApp(): never {
  throw new ApiError('not_supported', { message: 'Login with another app is not supported' })
}
