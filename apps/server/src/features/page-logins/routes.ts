import { ApiError, api, type LoginProvider, type Route } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import {
  type Handler,
  type Implementation,
  implement,
  type RequestFacts,
} from '../../http/implement.js'
import { sendBudgets, tryBudgets } from '../../identity/code-budgets.js'
import { endSession } from '../../session/end.js'
import { readOwnPage } from './own-page.js'

const { pageLogins } = api

/** How a login by a code is asked for, without telling who is a user, and made. */
interface CodeLogin<I extends Route, A extends Route> {
  initForUser: Handler<I>
  authenticate: Handler<A>
}

/** How a login at a provider is begun and made. */
interface OAuthLogin {
  begin(
    input: {
      app: App
      provider: LoginProvider
      redirectTo: URL
      state: string
      challenge: string
    },
    request: RequestFacts,
  ): Promise<{ url: string }>
  authenticate: Handler<typeof api.oauth.authenticate>
}

interface Logins {
  email: CodeLogin<typeof pageLogins.emailInit, typeof api.email.authenticate>
  sms: CodeLogin<typeof pageLogins.smsInit, typeof api.sms.authenticate>
  oauth: OAuthLogin
}

/** Existing users alone, and no account is made: these pages are for what users have. */
const mode = 'no-signup'

/** Logins of the pages of the auth origin that stand alone (docs/features/approvals.md, docs/features/agents.md). */
export function pageLoginRoutes(deps: Deps, { email, sms, oauth }: Logins): Implementation[] {
  return implement(pageLogins, {
    emailInit: {
      budgets: ({ body }, spender) => sendBudgets('email', body.email, spender),
      // Others than users are sent nothing, so that the pages need no captcha.
      handle: email.initForUser,
    },
    email: {
      budgets: ({ body }, spender) => tryBudgets('email', body.email, spender),
      handle: ({ body, ...call }) => email.authenticate({ ...call, body: { ...body, mode } }),
    },
    smsInit: {
      budgets: ({ body }, spender) => sendBudgets('sms', body.phoneNumber, spender),
      handle: async (call) => {
        // A message costs the app money, and these pages show no captcha.
        if (call.caller.app.settings.captcha_enabled) throw new ApiError('disallowed_login_method')
        return sms.initForUser(call)
      },
    },
    sms: {
      budgets: ({ body }, spender) => tryBudgets('sms', body.phoneNumber, spender),
      handle: ({ body, ...call }) => sms.authenticate({ ...call, body: { ...body, mode } }),
    },
    oauthInit: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body, request }) => {
        const { provider, redirect_to, state_code: state, code_challenge: challenge } = body
        // The guard has checked that it is the auth origin or the app's own address.
        const origin = request.origin ?? deps.config.publicOrigin
        const redirectTo = readOwnPage(redirect_to, { app, origin })
        if (redirectTo === undefined) throw new ApiError('invalid_origin')
        return oauth.begin({ app, provider, redirectTo, state, challenge }, request)
      },
    },
    oauth: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ body, ...call }) => {
        // The tokens of the provider are the app's, and not this page's.
        const { oauth_tokens: _, ...session } = await oauth.authenticate({
          ...call,
          body: { ...body, mode },
        })
        return session
      },
    },
    logOut: async ({ caller: { app, sessionId }, request }) => {
      await endSession(deps, { app, sessionId, refreshToken: undefined })
      request.endWalletGrant(sessionId)
      return { success: true }
    },
  })
}
