import { timingSafeEqual } from 'node:crypto'
import {
  ApiError,
  type CrossAppProvider,
  codeVerifierMaxLength,
  codeVerifierMinLength,
  type LoginProvider,
  type Session,
} from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { HashKey } from '../../authority/keyed-hash.js'
import { type FlowRow, useFlow, useFlowCtes } from '../../db/oauth-flows.js'
import type { Deps } from '../../deps.js'
import type { Proof } from '../../identity/proof.js'
import { challengeOf, type Outcome, openOutcome, type ProviderAccount } from './flow.js'
import type { ProviderTokens } from './provider.js'
import { findFlowOfCode, isFlowSecret } from './stored-flow.js'

/** A client that hands over what it got from the redirect. */
export interface Redeeming {
  app: App
  code: string
  state: string
  verifier: string | null | undefined
  /** Nonce of the flow cookie that came along. */
  flow: string | undefined
  intent: FlowRow['intent']
  /** Who links or recovers; undefined for a login. */
  userId: string | undefined
}

/** An account that was proven at a provider. */
export interface Redeemed {
  provider: LoginProvider | CrossAppProvider
  account: ProviderAccount
  /** Uses up the code in the statement that acts on it. */
  proof: Proof
  /** The provider's tokens in the form of the wire, when the app asked for them. */
  oauthTokens: Session['oauth_tokens']
}

/**
 * Finds out what a client's code proves.
 *
 * @throws ApiError those of `readOutcome`, and `token_already_used` from the proof.
 */
export async function redeem(deps: Deps, input: Redeeming): Promise<Redeemed> {
  const { flow, outcome } = await readOutcome(deps, input)
  const nowMs = deps.clock.nowMs()
  // The row was written with a provider that users log in at.
  const provider = flow.provider as Redeemed['provider']
  return {
    provider,
    account: outcome.account,
    proof: {
      ctes: useFlowCtes({ stateHash: flow.state_hash, nowMs }),
      refuse: async () => new ApiError('token_already_used'),
    },
    oauthTokens: outcome.tokens && toWireTokens(provider, outcome.tokens),
  }
}

/**
 * What became of the visit that a client's code is for. The code belongs to one app, state, verifier, browser, intent and
 * user; it stays unused, unless the visit proved nothing.
 *
 * @throws ApiError `oauth_state_mismatch` (OAU-02, OAU-03, OAU-21), `invalid_pkce_parameters` (OAU-06),
 *   `token_already_used`, and what the provider's answer was refused with.
 */
export async function readOutcome(
  deps: Deps,
  input: Redeeming,
): Promise<{ flow: FlowRow; outcome: Exclude<Outcome, { refusal: unknown }> }> {
  const flow = await findFlowOfCode(deps, { appId: input.app.id, code: input.code })
  const key = deps.keyEncryption
  if (
    flow === undefined ||
    !isFlowSecret(key, 'oauth-client-state', input.state, flow) ||
    !belongs(key, flow, input)
  ) {
    throw new ApiError('oauth_state_mismatch')
  }
  if (!isVerifierOf(flow, input.verifier)) throw new ApiError('invalid_pkce_parameters')
  if (flow.used_at !== null) throw new ApiError('token_already_used')
  const nowMs = deps.clock.nowMs()
  const outcome = openOutcome(deps, flow)
  if (flow.expires_at <= nowMs || outcome === undefined) throw new ApiError('oauth_state_mismatch')
  if ('refusal' in outcome) {
    const { code, ...options } = outcome.refusal
    await useFlow(deps.db, { stateHash: flow.state_hash, nowMs })
    throw new ApiError(code, options)
  }
  return { flow, outcome }
}

/** Whether a login was started for this intent, by this user and browser. */
export function belongs(
  key: HashKey,
  flow: FlowRow,
  { flow: nonce, intent, userId }: Redeeming,
): boolean {
  // A client that keeps no cookies is known by its verifier alone.
  const isSameBrowser =
    nonce === undefined ||
    flow.flow_hash === null ||
    isFlowSecret(key, 'oauth-browser', nonce, flow)
  return flow.intent === intent && flow.user_id === (userId ?? null) && isSameBrowser
}

/** Whether a PKCE verifier is that of a login (OAU-06). */
export function isVerifierOf(flow: FlowRow, verifier: string | null | undefined): boolean {
  if (typeof verifier !== 'string' || !/^[A-Za-z0-9\-._~]*$/.test(verifier)) return false
  if (verifier.length < codeVerifierMinLength || verifier.length > codeVerifierMaxLength)
    return false
  return isSame(Buffer.from(challengeOf(verifier)), Buffer.from(flow.code_challenge))
}

/** Compares two digests in constant time. */
export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function toWireTokens(provider: string, tokens: ProviderTokens): Session['oauth_tokens'] {
  const { accessToken, expiresIn, refreshToken, refreshExpiresIn, scopes } = tokens
  return {
    provider,
    access_token: accessToken,
    ...(expiresIn !== undefined && { access_token_expires_in_seconds: expiresIn }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(refreshExpiresIn !== undefined && { refresh_token_expires_in_seconds: refreshExpiresIn }),
    ...(scopes !== undefined && { scopes: [...scopes] }),
  }
}
