import { ApiError, api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { perNetwork, type Spender } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { chooseRelyingParty } from '../../identity/passkeys/relying-party.js'
import { requireRoom } from '../../identity/require-room.js'
import { signIn } from '../../identity/sign-in.js'
import { randomToken } from '../../ports/random.js'
import { issueChallenge } from './challenges.js'
import { linkingRoutes, requireOn } from './linking-routes.js'
import { creationOptions, requestOptions, userNameOf } from './options.js'
import { proveKnownPasskey, proveNewPasskey } from './prove.js'

const budgets = (_request: unknown, spender: Spender) => [perNetwork('login', spender)]

/** Login by passkey (wire reference §11.6). */
export function passkeyRoutes(deps: Deps): Implementation[] {
  return implement(api.passkey, {
    registerInit: {
      budgets,
      handle: async ({ caller: { app }, body, request }) => {
        requireSignUps(app)
        await requireRoom(deps, { app })
        const party = chooseRelyingParty(app, { origin: request.origin, named: body.relying_party })
        const userHandle = randomToken(deps.random)
        const use = { appId: app.id, purpose: 'register', userId: null, party, userHandle } as const
        const challenge = await issueChallenge(deps, use, request)
        const userName = userNameOf(undefined, {
          appName: app.settings.name,
          nowMs: deps.clock.nowMs(),
        })
        return {
          relying_party: party.url,
          options: creationOptions({
            app,
            rpId: party.rpId,
            challenge,
            userHandle,
            userName,
            existing: [],
          }),
        }
      },
    },
    register: {
      budgets,
      handle: async ({ caller: { app }, body, request }) => {
        requireSignUps(app)
        const use = { appId: app.id, purpose: 'register', userId: null } as const
        const proven = await proveNewPasskey(deps, { app, use, body }, request)
        return signIn(deps, { ...proven, mode: 'sign-up', ...request.browser })
      },
    },
    authenticateInit: {
      budgets,
      handle: async ({ caller: { app }, body, request }) => {
        requireOn(app)
        const party = chooseRelyingParty(app, { origin: request.origin, named: body.relying_party })
        const use = {
          appId: app.id,
          purpose: 'authenticate',
          userId: null,
          userHandle: null,
        } as const
        const challenge = await issueChallenge(deps, { ...use, party }, request)
        return {
          relying_party: party.url,
          options: requestOptions({ rpId: party.rpId, challenge }),
        }
      },
    },
    authenticate: {
      budgets,
      handle: async ({ caller: { app }, body, request }) => {
        const proven = await proveKnownPasskey(deps, { app, body }, request)
        return signIn(deps, { ...proven, mode: 'no-signup', ...request.browser })
      },
    },
    ...linkingRoutes(deps),
    relatedOrigins: async ({ params, request }) => {
      const app = await deps.apps.find(params.app_id, request.spender.ip)
      if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id')
      // A wildcard stands for no origin that a browser could compare with.
      const listed = app.allowedOrigins.filter(({ around }) => around === undefined)
      return { origins: listed.map(({ serialized }) => serialized) }
    },
  })
}

/** @throws ApiError `disallowed_login_method` also when passkeys may only be added to users that exist. */
function requireSignUps(app: App): void {
  requireOn(app)
  if (app.settings.passkeys_for_signup_enabled) return
  throw new ApiError('disallowed_login_method', {
    message: 'This app has no sign-up by passkey. Log in another way and add one to the account',
  })
}
