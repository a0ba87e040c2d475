import { ApiError, api, type LoginProvider } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { findUserId } from '../../db/users.js'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import {
  type Handler,
  type Implementation,
  implement,
  type RequestFacts,
} from '../../http/implement.js'
import { sendBudgets, tryBudgets } from '../../identity/code-budgets.js'
import { randomToken } from '../../ports/random.js'
import { endSession } from '../../session/end.js'
import { readOwnPage } from './own-page.js'

/** How a login by a code is asked for and made. */
type CodeLogin<F extends typeof api.email | typeof api.sms> = {
  init: Handler<F['init']>
  authenticate: Handler<F['authenticate']>
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
  email: CodeLogin<typeof api.email>
  sms: CodeLogin<typeof api.sms>
  oauth: OAuthLogin
}

/** Existing users alone, and no account is made: these pages are for what users have. */
const mode = 'no-signup'

/** Logins of the pages of the auth origin that stand alone (docs/features/approvals.md, docs/features/agents.md). */
export function pageLoginRoutes(deps: Deps, { email, sms, oauth }: Logins): Implementation[] {
  // Others are sent nothing, so that the pages need no captcha; the answer is the same.
  const isKnown = async (app: App, type: 'email' | 'phone', key: string) =>
    (await findUserId(deps.db, { appId: app.id, type, key })) !== undefined
  // The cookie is sent here too: without it, a caller could tell that there is no account.
  const sendNothing = (request: RequestFacts) => {
    request.keepFlow(request.spender.flow ?? randomToken(deps.random))
    return { success: true } as const
  }
  return implement(api.pageLogins, {
    emailInit: {
      budgets: ({ body }, spender) => sendBudgets('email', body.email, spender),
      handle: async (call) =>
        (await isKnown(call.caller.app, 'email', call.body.email))
          ? email.init(call)
          : sendNothing(call.request),
    },
    email: {
      budgets: ({ body }, spender) => tryBudgets('email', body.email, spender),
      handle: ({ body, ...call }) => email.authenticate({ ...call, body: { ...body, mode } }),
    },
    smsInit: {
      budgets: ({ body }, spender) => sendBudgets('sms', body.phoneNumber, spender),
      handle: async (call) => {
        const { app } = call.caller
        // A message costs the app money, and these pages show no captcha.
        if (app.settings.captcha_enabled) throw new ApiError('disallowed_login_method')
        return (await isKnown(app, 'phone', call.body.phoneNumber))
          ? sms.init(call)
          : sendNothing(call.request)
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
        const redirectTo = readOwnPage(redirect_to, { app, origin: deps.config.publicOrigin })
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
    logOut: async ({ caller: { app, sessionId } }) => {
      await endSession(deps, { app, sessionId, refreshToken: undefined })
      return { success: true }
    },
  })
}
