import { createHash } from 'node:crypto'
import { ApiError, type LoginProvider } from '@sallyport/contract'
import { useFlowCtes } from '../../db/oauth-flows.js'
import { useProof } from '../../db/used-proofs.js'
import type { Deps } from '../../deps.js'
import type { ProvenAccount } from '../../identity/proven-account.js'
import { placeOf } from '../../ports/place-of.js'
import { loadCredentials } from './credentials.js'
import { verifiedEmailIn } from './exchange.js'
import { hashText, openSecrets } from './flow.js'
import { verifyIdToken } from './id-token.js'
import { belongs, isSame, isVerifierOf, type Redeemed, type Redeeming } from './redeem.js'
import { findStarted } from './stored-flow.js'

/**
 * Finds out what an identity token of a provider's native SDK proves (`code_type: raw`). The login was started as any other;
 * its state is the client's or the one in the URL of the provider's page. Each token counts once, and its nonce, where it
 * has one, is that of the URL or the SHA-256 of it in hex, as iOS apps pass it to Apple.
 *
 * @throws ApiError `oauth_state_mismatch`, `invalid_pkce_parameters`, `not_supported` for a provider without native SDK,
 *   `invalid_credentials` for any other token, `token_already_used`.
 */
export async function redeemNative(deps: Deps, input: Redeeming): Promise<Redeemed> {
  const nowMs = deps.clock.nowMs()
  const { app, code: token, state } = input
  const flow = await findStarted(deps, { appId: app.id, state })
  if (flow === undefined || !belongs(deps.keyEncryption, flow, input))
    throw new ApiError('oauth_state_mismatch')
  if (!isVerifierOf(flow, input.verifier)) throw new ApiError('invalid_pkce_parameters')
  // The row was written with a provider that users log in at.
  const provider = flow.provider as LoginProvider
  const { about, clientId } = await loadCredentials(deps, {
    appId: app.id,
    provider,
    intent: flow.intent,
  })
  const { idToken } = about
  const keysUrl = idToken?.keysUrl
  if (!idToken || keysUrl === undefined || !about.hasNativeTokens) throw unsupported(provider)
  const claims = await verifyIdToken(token, {
    issuers: idToken.issuers,
    // Apple's tokens are for the id of the native app, Google's for a client id.
    audiences: [clientId, ...app.settings.allowed_native_app_ids],
    nonce: undefined,
    nowMs,
    findKeys: (isWanted) => deps.keySource.find(placeOf(deps.config, keysUrl), isWanted),
  })
  if (!isNonce(claims.nonce, openSecrets(deps, flow).nonce)) throw refused()
  const get = () => Promise.reject(unsupported(provider))
  const profile = await about.profile({ claims, clientId, get, getExtra: get })
  const isFirst = await useProof(deps.db, {
    appId: app.id,
    kind: 'oauth-native',
    proof: token,
    // Checked to be a number; after a minute more it is refused for its age.
    expiresAtMs: (Number(claims.exp) + 60) * 1000,
  })
  if (!isFirst) throw new ApiError('token_already_used')
  return {
    provider,
    // The data of one of its types.
    account: {
      key: profile.subject,
      data: profile as ProvenAccount['data'],
      verifiedEmail: verifiedEmailIn(about, { claims, profile }),
    },
    proof: {
      ctes: useFlowCtes({ stateHash: flow.state_hash, nowMs }),
      refuse: async () => new ApiError('token_already_used'),
    },
    oauthTokens: undefined,
  }
}

function isNonce(given: unknown, nonce: string): boolean {
  if (given === undefined) return true
  const accepted = [nonce, createHash('sha256').update(nonce).digest('hex')]
  return accepted.some((each) => isSame(hashText(each), hashText(String(given))))
}

function unsupported(provider: LoginProvider): ApiError {
  const message = `Identity tokens of native SDKs are not supported for ${provider}`
  return new ApiError('not_supported', { message })
}

function refused(): ApiError {
  return new ApiError('invalid_credentials', { message: 'The provider’s answer is not valid' })
}
