import { ApiError, type CrossAppProvider, type LoginProvider } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { type FlowRow, insertFlow } from '../../db/oauth-flows.js'
import type { Deps } from '../../deps.js'
import { placeOf } from '../../ports/place-of.js'
import { randomToken } from '../../ports/random.js'
import { loadCredentials } from './credentials.js'
import { callbackUrl } from './endpoints.js'
import { challengeOf, flowLifeMs, sealPart } from './flow.js'
import type { Provider } from './provider.js'
import { readRedirectTo } from './redirect-to.js'
import { flowMac, hashFlowSecret } from './stored-flow.js'

/** A login, a linking, or a recovery to begin. */
export interface Beginning {
  app: App
  provider: LoginProvider | CrossAppProvider
  intent: FlowRow['intent']
  /** Who links or recovers; undefined for a login. */
  userId: string | undefined
  /** Where the browser returns to; a URL is one of ours, which no list of the app names. */
  redirectTo: string | URL
  state: string | null | undefined
  challenge: string | null | undefined
  challengeMethod: string | null | undefined
  /** Nonce of the browser's flow cookie; undefined for a back end. */
  flow: string | undefined
}

/**
 * Stores a flow and builds the URL of the provider's login page.
 *
 * @throws ApiError `invalid_pkce_parameters`, those of `readRedirectTo`, and `not_supported` when the app has no
 *   credentials at the provider.
 */
export async function beginFlow(
  deps: Deps,
  input: Beginning & { provider: LoginProvider },
): Promise<string> {
  const { app, provider, intent } = input
  checkBeginning(input)
  const { clientId, about } = await loadCredentials(deps, { appId: app.id, provider, intent })
  const stored = await storeFlow(deps, input)
  return loginPage(deps, { provider, about, clientId, ...stored })
}

/** Stores a flow; gives what goes to the provider. @throws ApiError `invalid_pkce_parameters`, those of `readRedirectTo`. */
export async function storeFlow(
  deps: Deps,
  input: Beginning,
): Promise<{ ownState: string; verifier: string; nonce: string }> {
  const { app, provider, intent, userId, flow } = input
  const { state, challenge, redirectTo } = checkBeginning(input)
  const [ownState, verifier, nonce] = [deps.random, deps.random, deps.random].map(randomToken) as [
    string,
    string,
    string,
  ] // as many as the list before
  const key = deps.keyEncryption
  const named = { app_id: app.id, state_hash: hashFlowSecret(key, 'oauth-state', ownState) }
  const nowMs = deps.clock.nowMs()
  const row = {
    ...named,
    provider,
    intent,
    user_id: userId ?? null,
    client_state_hash: hashFlowSecret(key, 'oauth-client-state', state),
    code_challenge: challenge,
    flow_hash: flow === undefined ? null : hashFlowSecret(key, 'oauth-browser', flow),
    secrets: sealPart(deps, named, {
      secrets: { clientState: state, redirectTo, verifier, nonce },
    }),
    code_hash: null,
    outcome: null,
    created_at: nowMs,
    expires_at: nowMs + flowLifeMs,
  }
  await insertFlow(deps.db, { ...row, mac: flowMac(key, row) })
  return { ownState, verifier, nonce }
}

function checkBeginning(input: Beginning) {
  const { app, redirectTo: asked } = input
  const redirectTo = typeof asked === 'string' ? readRedirectTo(app, asked) : asked
  return { ...requirePkce(input), redirectTo: redirectTo.href }
}

/** @throws ApiError `invalid_pkce_parameters` (OAU-07) */
function requirePkce({ state, challenge, challengeMethod }: Beginning): {
  state: string
  challenge: string
} {
  const isS256 = challengeMethod == null || challengeMethod === 'S256'
  if (state && challenge && isS256 && /^[\w-]{43}$/.test(challenge)) return { state, challenge }
  throw new ApiError('invalid_pkce_parameters', {
    message: 'Please specify state_code and an S256 code_challenge.',
  })
}

function loginPage(
  { config }: Pick<Deps, 'config'>,
  visit: {
    provider: LoginProvider
    about: Provider
    clientId: string
    ownState: string
    verifier: string
    nonce: string
  },
): string {
  const { about } = visit
  const { clientIdName = 'client_id', scopeSeparator = ' ' } = about
  const url = new URL(placeOf(config, about.authorizeUrl))
  const parameters = {
    response_type: 'code',
    [clientIdName]: visit.clientId,
    redirect_uri: callbackUrl(config, visit.provider),
    scope: about.scopes.join(scopeSeparator),
    state: visit.ownState,
    ...(about.pkce && {
      code_challenge: challengeOf(visit.verifier),
      code_challenge_method: 'S256',
    }),
    ...(about.idToken?.hasNonce && { nonce: visit.nonce }),
    ...about.parameters,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
