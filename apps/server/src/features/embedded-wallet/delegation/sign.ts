import { ApiError, embeddedChains } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import {
  type DelegatedRequest,
  delegatedMethods,
  delegatedRequest,
} from '@sallyport/protocols/delegate'
import type { App } from '../../../apps/app.js'
import {
  type DelegatedAddress,
  findDelegation,
  noteDelegationUsed,
} from '../../../db/delegations.js'
import type { Deps } from '../../../deps.js'
import type { SignedRequest } from '../../../http/implement.js'
import { VaultRefusal } from '../../../ports/vault.js'
import { appShareContext } from './app-share.js'
import { askDelegate } from './ask-delegate.js'

type Body = Record<string, unknown> & {
  address: string
  chain_type: DelegatedAddress['chain_type']
  method: string
}

/**
 * Has the signer carry out a request of the app's back end with a delegated wallet. The signer checks the authorization
 * signatures, the consent and its policy itself.
 *
 * @throws ApiError `user_has_not_delegated_wallet`, `policy_violation`, `invalid_data`; `not_supported` for a method that no
 *   consent covers.
 */
export async function signDelegated(
  deps: Deps,
  app: App,
  { body, signed }: { body: Body; signed: SignedRequest },
): Promise<{ method: string; data: Record<string, string> }> {
  const { chain_type, address } = body
  const { addressKey } = embeddedChains[chain_type]
  const place = { appId: app.id, chain_type, address_key: addressKey(address) }
  const row = await findDelegation(deps.db, place)
  if (row === undefined) throw new ApiError('user_has_not_delegated_wallet')
  const { method } = requireMethod(body)
  const context = appShareContext({ ...row, app_id: app.id })
  const share = deps.keyEncryption.shares.open(row.app_share, context)
  const { url, signatures, idempotencyKey, expiry } = signed
  const headers = {
    'privy-app-id': app.id,
    ...(idempotencyKey !== undefined && { 'privy-idempotency-key': idempotencyKey }),
    ...(expiry !== undefined && { 'privy-request-expiry': expiry }),
  }
  const { data } = await askDelegate(deps, {
    app,
    call: 'signRequest',
    input: {
      consentId: row.consent_id,
      appShare: toBase64url(share),
      request: { url, body, headers, signatures: signatures.slice(0, 5) },
    },
  })
    .catch((error: unknown) => {
      throw isWrongSignature(error) ? unauthorized() : error
    })
    .finally(() => share.fill(0))
  const nowMs = deps.clock.nowMs()
  await noteDelegationUsed(deps.db, { appId: app.id, consentId: row.consent_id, nowMs })
  return { method, data }
}

function isWrongSignature(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : undefined
  return cause instanceof VaultRefusal && cause.code === 'wrong_signature'
}

function unauthorized(): ApiError {
  return new ApiError('missing_or_invalid_token', {
    message: 'The request is not signed by the authorization keys that the user consented to',
  })
}

/** @throws ApiError `not_supported`, `invalid_data` */
function requireMethod(body: Body): DelegatedRequest {
  const read = delegatedRequest.safeParse(body)
  if (read.success) return read.data
  const isKnown = Object.hasOwn(delegatedMethods, body.method)
  if (!isKnown) throw new ApiError('not_supported', { message: 'No consent covers this method' })
  const [issue] = read.error.issues
  const message = [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
  throw new ApiError('invalid_data', { message })
}
