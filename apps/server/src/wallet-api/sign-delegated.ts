import { ApiError } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import type { VaultErrorCode } from '@sallyport/protocols/vault'
import type { App } from '../apps/app.js'
import { type DelegationRow, noteDelegationUsed } from '../db/delegations.js'
import type { Deps } from '../deps.js'
import type { SignedRequest } from '../http/implement.js'
import { VaultRefusal } from '../ports/vault.js'
import { callSignerWithAppKey } from './call-signer-with-app-key.js'
import { appShareContext } from './delegated-share.js'
import { recordDenial } from './record-denial.js'

/** What the signer has signed for a request with a delegated wallet, as its user has consented to. */
export async function signDelegated(
  deps: Deps,
  app: App,
  {
    row,
    body,
    signed,
  }: { row: DelegationRow; body: Record<string, unknown>; signed: SignedRequest },
): Promise<Record<string, string>> {
  const context = appShareContext({ ...row, app_id: app.id })
  const share = deps.keyEncryption.shares.open(row.app_share, context)
  const { url, signatures, idempotencyKey, expiry } = signed
  const headers = {
    'privy-app-id': app.id,
    ...(idempotencyKey !== undefined && { 'privy-idempotency-key': idempotencyKey }),
    ...(expiry !== undefined && { 'privy-request-expiry': expiry }),
  }
  const { data } = await callSignerWithAppKey(deps, {
    app,
    call: 'signRequest',
    input: {
      consentId: row.consent_id,
      appShare: toBase64url(share),
      request: { url, body, headers, signatures: signatures.slice(0, 5) },
    },
  })
    .catch(async (error: unknown) => {
      const cause = error instanceof ApiError ? error.cause : undefined
      await recordDenial(deps, { appId: app.id, walletId: row.wallet_id }, cause)
      if (isRefusal(error, 'wrong_signature')) throw unauthorized()
      // Its user has ended it since the row was read, or while the API was storing it.
      throw isRefusal(error, 'not_found') ? notDelegated() : error
    })
    .finally(() => share.fill(0))
  const nowMs = deps.clock.nowMs()
  await noteDelegationUsed(deps.db, { appId: app.id, consentId: row.consent_id, nowMs })
  return data
}

function isRefusal(error: unknown, code: VaultErrorCode): boolean {
  const cause = error instanceof ApiError ? error.cause : undefined
  return cause instanceof VaultRefusal && cause.code === code
}

/** The wallet is not delegated, or not any more. */
export function notDelegated(): ApiError {
  return new ApiError('user_has_not_delegated_wallet')
}

function unauthorized(): ApiError {
  return new ApiError('missing_or_invalid_token', {
    message: 'The request is not signed by the authorization keys that the user consented to',
  })
}
