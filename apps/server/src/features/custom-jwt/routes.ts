import { ApiError, api, type CustomJwtSettings } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { namesItsTokens } from '../../apps/private-settings.js'
import { useProofCtes } from '../../db/used-proofs.js'
import type { Deps } from '../../deps.js'
import { changeBudgets, perNetwork, type Spender } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { link } from '../../identity/link.js'
import { type Proof, provenBefore } from '../../identity/proof.js'
import { admit, signIn } from '../../identity/sign-in.js'
import {
  isKeyFor,
  keyOf,
  type ReadJwt,
  readOutsideJwt,
  readPublicKey,
  type VerifyKey,
} from '../../tokens/outside-jwt.js'
import { type CustomIdentity, readCustomIdentity, refused } from './verify.js'

const method = 'custom_jwt_auth'
const budgets = (_request: unknown, spender: Spender) => [perNetwork('login', spender)]

/** Login by a token of the app's own login (wire reference §11.9). */
export function customJwtRoutes(deps: Deps): Implementation[] {
  return implement(api.customJwt, {
    authenticate: {
      budgets,
      handle: async ({ caller: { app }, body, request }) => {
        const { identity, proof } = await proveToken(deps, app, body.token)
        const { customUserId } = identity
        const verdict = await admit(deps, { app, method, key: customUserId })
        const data = { custom_user_id: customUserId }
        return signIn(deps, { verdict, data, proof, mode: body.mode, ...request.browser })
      },
    },
    link: {
      budgets: (request, spender) => [...budgets(request, spender), ...changeBudgets(spender)],
      handle: async ({ caller: { app, userId }, body, request }) => {
        const { identity, proof } = await proveToken(deps, app, body.token)
        const { customUserId } = identity
        const verdict = await admit(deps, { app, method, key: customUserId })
        const data = { custom_user_id: customUserId }
        return link(deps, { verdict, data, proof, userId, request })
      },
    },
  })
}

/**
 * Names the user that a token proves. No other claim of it becomes an account (ruling 22).
 *
 * @throws ApiError `disallowed_login_method`, `not_supported` when the app has no key for tokens, or does not say which are for it,
 *   `invalid_credentials`.
 */
async function proveToken(
  deps: Deps,
  app: App,
  token: string | null | undefined,
): Promise<{ identity: CustomIdentity; proof: Proof }> {
  // Before the token is read: an app without the method calls no issuer.
  if (!app.settings[method]) throw new ApiError('disallowed_login_method')
  const { custom_jwt: settings } = app.privateSettings
  if (settings === null) {
    throw new ApiError('not_supported', { message: 'This app has no key that verifies tokens' })
  }
  // An earlier version may have stored it.
  if (!namesItsTokens(settings, app.environment)) {
    throw new ApiError('not_supported', {
      message: 'custom_jwt needs issuer and audience: set them in the app’s settings',
    })
  }
  const jwt = token ? readOutsideJwt(token) : undefined
  if (jwt === undefined) throw refused()
  const key = await findKey(deps, settings, jwt)
  if (key === undefined || !jwt.isSignedBy(key)) throw refused()
  const identity = readCustomIdentity(jwt, { settings, nowMs: deps.clock.nowMs() })
  return { identity, proof: settings.one_time ? proveOnce(app, identity) : provenBefore }
}

/** The key the token names; of a token that names none, the only key of its algorithm. */
async function findKey(
  deps: Pick<Deps, 'keySource'>,
  { jwks_url: url, public_key: pem }: CustomJwtSettings,
  jwt: ReadJwt,
): Promise<VerifyKey | undefined> {
  if (pem !== undefined) return readPublicKey(pem)
  if (url === undefined) return undefined
  return keyOf(jwt, (await deps.keySource.find(url, isKeyFor(jwt))) ?? [])
}

function proveOnce({ id: appId }: App, { customUserId, jti, expiresAtMs }: CustomIdentity): Proof {
  const proof = `${customUserId}\n${jti}`
  return {
    ctes: useProofCtes({ appId, kind: 'custom-jwt', proof, expiresAtMs }),
    refuse: async () => new ApiError('token_already_used'),
  }
}
