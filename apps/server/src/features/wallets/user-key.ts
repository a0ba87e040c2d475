import { ApiError, paginationMaxLimit, type RouteRequest, userIdPrefix } from '@sallyport/contract'
import type { serverWallets } from '@sallyport/contract/wallet-api'
import type { App } from '../../apps/app.js'
import { readSessionUser } from '../../db/users.js'
import type { Deps } from '../../deps.js'
import { createSessionCheck } from '../../session/check.js'
import { readAccessToken } from '../../tokens/access-token.js'
import { callSigner } from '../../wallet-api/call-signer.js'
import { requestOf } from '../../wallet-api/intent-request.js'
import { requireIntent } from '../../wallet-api/intents/signatures.js'
import { listWallets } from './list.js'

type Body = RouteRequest<typeof serverWallets.authenticate>['body']

/**
 * Exchanges a user's access token for a key that signs for the user, sealed to the caller. The signer verifies the token again, and
 * refuses unless the app has switched it on.
 *
 * @throws ApiError `missing_or_invalid_token`; `feature_not_enabled` (400).
 */
export async function authenticateUser(deps: Deps, app: App, body: Body) {
  const { id: appId, verificationKey } = app
  const { settings } = await callSigner(deps, 'readWalletSettings', { appId })
  if (!settings.user_keys)
    throw new ApiError('feature_not_enabled', {
      status: 400,
      message:
        'The app exchanges no tokens of users for keys: set user_keys in its wallet settings',
    })
  const userId = await requireUser(deps, app, body.user_jwt)
  const { tokenIssuer: issuer } = deps.config
  await callSigner(deps, 'pinAppKey', { appId, issuer, verificationKey })
  const bindings = body.bindings ?? []
  const boundTo = await boundRequest(deps, app, bindings)
  const key = await callSigner(deps, 'createUserKey', {
    appId,
    userId: userIdPrefix + userId,
    accessToken: body.user_jwt,
    recipientPublicKey: body.recipient_public_key,
    ...(boundTo && { boundTo }),
  })
  const { data: wallets } = await listWallets(deps, appId, {
    user_id: userId,
    limit: paginationMaxLimit,
  })
  return {
    encrypted_authorization_key: {
      encryption_type: 'HPKE',
      encapsulated_key: key.encapsulatedKey,
      ciphertext: key.ciphertext,
    },
    expires_at: key.expiresAtMs,
    wallets,
    ...(bindings.length > 0 && { bindings }),
  } as const
}

/** The request that a key is bound to: a bound key signs nothing else. */
async function boundRequest(
  { db }: Pick<Deps, 'db'>,
  app: App,
  bindings: NonNullable<Body['bindings']>,
) {
  const [binding] = bindings
  if (binding === undefined) return undefined
  if (bindings.length > 1)
    throw new ApiError('invalid_data', {
      message: 'A key is bound to one intent',
      data: { field: 'bindings' },
    })
  const { signatures: _, ...request } = requestOf(
    await requireIntent(db, { appId: app.id, intentId: binding.intentId }),
  )
  return { ...request, signatures: [] }
}

/** The user of a token whose session goes on. */
async function requireUser(deps: Deps, app: App, token: string): Promise<string> {
  const { clock, config, db } = deps
  const nowMs = clock.nowMs()
  const facts = readAccessToken(token, {
    keys: app.verifyingKeys,
    minIat: app.minIat,
    issuer: config.tokenIssuer,
    appId: app.id,
    nowMs,
    allowExpired: false,
  })
  if (facts === undefined) throw new ApiError('missing_or_invalid_token')
  const presented = { appId: app.id, ...facts, nowMs, epoch: config.epoch }
  const found = await readSessionUser(db, presented)
  createSessionCheck({ deps, presented, demand: undefined }).judge(found?.facts)
  if (found === undefined) throw new ApiError('missing_or_invalid_token')
  return facts.userId
}
