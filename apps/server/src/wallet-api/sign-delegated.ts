import { ApiError } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import type { VaultErrorCode } from '@sallyport/protocols/vault'
import type { App } from '../apps/app.js'
import type { Deps } from '../deps.js'
import type { SignedRequest } from '../http/implement.js'
import { VaultRefusal } from '../ports/vault.js'
import { snakeRefusal } from './call-signer.js'
import { callSignerWithAppKey } from './call-signer-with-app-key.js'
import { recordDenial } from './record-denial.js'
import { requireSpelledAddresses } from './require-spelled.js'

/** The API's half of the key of a consent, and where it is. */
export interface HeldHalf {
  consentId: string
  walletId: string
  /** Sealed under the deployment's key for shares. */
  appShare: Buffer
  /** The encryption context that it opens in. */
  context: string
  /** Notes that it was signed with. */
  noteUsed(nowMs: number): Promise<void>
}

/** What the signer has signed for a request with a delegated wallet, as its user has consented to. */
export async function signDelegated(
  deps: Deps,
  app: App,
  { held, body, signed }: { held: HeldHalf; body: Record<string, unknown>; signed: SignedRequest },
): Promise<Record<string, string>> {
  requireSpelledAddresses(body)
  const share = deps.keyEncryption.shares.open(held.appShare, held.context)
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
      consentId: held.consentId,
      appShare: toBase64url(share),
      request: { url, body, headers, signatures: signatures.slice(0, 5) },
    },
  })
    .catch(async (error: unknown) => {
      const cause = error instanceof ApiError ? error.cause : undefined
      await recordDenial(deps, { appId: app.id, walletId: held.walletId }, cause)
      if (isRefusal(error, 'wrong_signature')) throw unauthorized()
      if (isRefusal(error, 'policy_violation')) throw explained(error)
      // Its user has ended it since the row was read, or while the API was storing it.
      throw isRefusal(error, 'not_found') ? notDelegated() : error
    })
    .finally(() => share.fill(0))
  await held.noteUsed(deps.clock.nowMs())
  return data
}

function isRefusal(error: unknown, code: VaultErrorCode): boolean {
  const cause = error instanceof ApiError ? error.cause : undefined
  return cause instanceof VaultRefusal && cause.code === code
}

/** The refusal of a policy in the signer's words, with what is left of a limit. */
function explained(error: unknown): unknown {
  const cause = error instanceof ApiError ? error.cause : undefined
  if (!(cause instanceof VaultRefusal)) return error
  const { message, refusal } = cause.details ?? {}
  return new ApiError('policy_violation', {
    ...(message !== undefined && { message }),
    ...(refusal && { data: snakeRefusal(refusal) }),
    cause,
  })
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
