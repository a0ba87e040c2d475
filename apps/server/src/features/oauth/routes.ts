import {
  ApiError,
  accountTypeOf,
  api,
  type CrossAppProvider,
  crossAppProvider,
  isCrossAppProvider,
  isCustomProvider,
  type LoginProvider,
  oauthProviders,
  type RouteRequest,
} from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { readTransferAccount } from '../../db/account-transfers.js'
import type { Deps } from '../../deps.js'
import { changeBudgets, perNetwork } from '../../http/budgets.js'
import {
  type Handler,
  type Implementation,
  implement,
  type RequestFacts,
} from '../../http/implement.js'
import { hashNonce, link } from '../../identity/link.js'
import { isMethodOn } from '../../identity/proven-account.js'
import { admit, type Claim, signIn } from '../../identity/sign-in.js'
import { transfer } from '../../identity/transfer.js'
import { unlink } from '../../identity/unlink.js'
import { randomToken } from '../../ports/random.js'
import { type Beginning, beginFlow } from './begin.js'
import { beginCrossApp, crossAppAccount } from './cross-app/login.js'
import { methodOf } from './flow.js'
import { redeemNative } from './native.js'
import { type Redeemed, type Redeeming, redeem } from './redeem.js'

/** How a login at a provider is begun on a page of the auth origin, and made there and on the app's page. */
export function oauthLogin(deps: Deps) {
  return {
    begin: async (
      input: Pick<Beginning, 'app' | 'redirectTo' | 'state' | 'challenge'> & {
        provider: LoginProvider
      },
      request: RequestFacts,
    ) => {
      requireMethod(input.app, input.provider)
      const flow = request.spender.flow ?? randomToken(deps.random)
      const login = { intent: 'login', userId: undefined, challengeMethod: 'S256' } as const
      const url = await beginFlow(deps, { ...input, ...login, flow })
      request.keepFlow(flow)
      return { url }
    },
    authenticate: async ({ caller: { app }, body, request }) => {
      const { provider, account, proof, oauthTokens } = await redeemBody(deps, body, {
        app,
        flow: request.spender.flow,
        intent: 'login',
        userId: undefined,
      })
      const verdict = await admit(deps, claimOf(app, provider, account))
      const { mode } = body
      const { data } = account
      const session = await signIn(deps, { verdict, data, proof, mode, ...request.browser })
      return { ...session, ...(oauthTokens && { oauth_tokens: oauthTokens }) }
    },
  } satisfies { begin: unknown; authenticate: Handler<typeof api.oauth.authenticate> }
}

/** @throws ApiError `disallowed_login_method` where the app does not have logins at the provider on. */
function requireMethod({ settings }: App, provider: LoginProvider | CrossAppProvider): void {
  if (!isMethodOn(settings, methodOf(provider))) throw new ApiError('disallowed_login_method')
}

/** Login by OAuth providers (wire reference §11.5, §18.1). */
export function oauthRoutes(deps: Deps): Implementation[] {
  return implement(api.oauth, {
    init: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller, body, request }) => {
        const { provider } = body
        const { app } = caller
        requireMethod(app, provider)
        const flow = request.spender.flow ?? randomToken(deps.random)
        const beginning: Omit<Beginning, 'provider'> = {
          app,
          intent: caller.tokenUserId === undefined ? 'login' : 'link',
          userId: caller.tokenUserId,
          redirectTo: body.redirect_to,
          state: body.state_code,
          challenge: body.code_challenge,
          challengeMethod: body.code_challenge_method,
          flow,
        }
        const url = isCrossAppProvider(provider)
          ? await beginCrossApp(deps, { ...beginning, provider }, request.spender.ip)
          : await beginFlow(deps, { ...beginning, provider })
        request.keepFlow(flow)
        return { url }
      },
    },
    authenticate: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: oauthLogin(deps).authenticate,
    },
    link: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller: { app, userId }, body, request }) => {
        const { provider, account, proof, oauthTokens } = await redeemBody(deps, body, {
          app,
          flow: request.spender.flow,
          intent: 'link',
          userId,
        })
        const verdict = await admit(deps, claimOf(app, provider, account))
        const more = { ...(oauthTokens && { oauth_tokens: oauthTokens }) }
        const proven = { verdict, data: account.data, proof, more }
        return { ...(await link(deps, { ...proven, userId, request })), ...more }
      },
    },
    unlink: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: ({ caller, body: { provider, subject: key }, request }) => {
        const account = isCrossAppProvider(provider)
          ? crossAppAccount(provider, key)
          : { type: accountTypeOf(provider), key }
        return unlink(deps, { ...caller, account, request })
      },
    },
    transfer: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body: { nonce, userInfo }, request }) => {
        const { app, userId, sessionId } = caller
        const asked = { appId: app.id, userId, nonceHash: hashNonce(nonce) }
        const account = await readTransferAccount(deps.db, asked)
        const provider = account && providerOf(account)
        if (provider === undefined) {
          throw new ApiError('invalid_credentials', { status: 422, message: 'Invalid nonce' })
        }
        const { data } = account ?? {}
        const key = keyOf(provider, userInfo.subject)
        const verdict = await admit(deps, claimOf(app, provider, { key, data }))
        return transfer(deps, { verdict, nonce, userId, sessionId, request })
      },
    },
  })
}

/** The account for the app's rules, with the email address that its profile carries: lists name users by it. */
function claimOf(
  app: App,
  provider: LoginProvider | CrossAppProvider,
  {
    key,
    data = {},
    verifiedEmail,
  }: { key: string; data?: object | undefined; verifiedEmail?: string | undefined },
): Claim {
  const { email }: { email?: unknown } = data
  const shown = typeof email === 'string' ? email : null
  return { app, method: methodOf(provider), key, email: shown, verifiedEmail }
}

function providerOf({
  type,
  data,
}: {
  type: string
  data: object
}): LoginProvider | CrossAppProvider | undefined {
  if (isCustomProvider(type)) return type
  if (type === 'cross_app' && 'provider_app_id' in data) {
    return crossAppProvider(String(data.provider_app_id))
  }
  return oauthProviders.find((each) => type === accountTypeOf(each))
}

/** What the account with this subject at a provider is found by. */
function keyOf(provider: LoginProvider | CrossAppProvider, subject: string): string {
  return isCrossAppProvider(provider) ? crossAppAccount(provider, subject).key : subject
}

/** Redeems what a client hands over: the code of the redirect, or the identity token of a native SDK. */
function redeemBody(
  deps: Deps,
  body: RouteRequest<typeof api.oauth.link>['body'],
  caller: Pick<Redeeming, 'app' | 'flow' | 'intent' | 'userId'>,
): Promise<Redeemed> {
  const { authorization_code: code, state_code: state, code_verifier: verifier } = body
  const input = { ...caller, code, state, verifier }
  return body.code_type === 'raw' ? redeemNative(deps, input) : redeem(deps, input)
}
