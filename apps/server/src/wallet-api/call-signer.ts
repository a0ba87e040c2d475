import { ApiError, type Refusal } from '@sallyport/contract'
import type { SignerCall, SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import type { Deps } from '../deps.js'
import { fromVaultError, VaultRefusal } from '../ports/vault.js'
import { recordDenial } from './record-denial.js'

/**
 * Asks the signer something about wallets of the wallet API. Its refusal becomes the answer of the call, in the signer's words.
 *
 * @throws ApiError `feature_not_enabled` (400) where there is no signer; `invalid_data`, `not_found`, `missing_or_invalid_token`,
 *   `awaiting_approval`, `policy_violation` (400), `too_many_requests`, `internal_error` (503).
 */
export async function callSigner<C extends SignerCall>(
  { signer, ...deps }: Pick<Deps, 'signer' | 'db' | 'clock'>,
  call: C,
  input: SignerInput<C>,
): Promise<SignerOutput<C>> {
  if (signer === undefined) throw noSigner()
  try {
    return await signer.call(call, input)
  } catch (error) {
    await recordDenial(deps, input, error)
    throw fromSignerError(error)
  }
}

/** What a call answers where the deployment has no signer. */
function noSigner(): ApiError {
  return new ApiError('feature_not_enabled', {
    status: 400,
    message: 'This deployment has no signer: set SALLYPORT_SIGNER_SOCKET',
  })
}

function fromSignerError(error: unknown): unknown {
  if (!(error instanceof VaultRefusal)) return fromVaultError(error)
  const { code, details } = error
  if (code === 'invalid_request') return invalid(error)
  // Something that the body names is missing, and not the thing of the URL: no 404 (wire reference §34.13).
  if (code === 'not_found' && details?.field !== undefined) return invalid(error)
  if (code === 'not_found') return new ApiError('not_found', { cause: error })
  if (code === 'wrong_signature') return unsigned(error)
  if (code === 'replayed')
    return new ApiError('invalid_data', {
      message: details?.message ?? 'privy-idempotency-key was used for another request',
      cause: error,
    })
  if (code !== 'policy_violation') return fromVaultError(error)
  return new ApiError('policy_violation', {
    status: 400,
    message: details?.message ?? 'The policy of the wallet does not allow this',
    ...(details?.refusal && { data: snakeRefusal(details.refusal) }),
    cause: error,
  })
}

function invalid(error: VaultRefusal): ApiError {
  const { message = 'Invalid data', problems, field } = error.details ?? {}
  const [first] = problems ?? []
  return new ApiError('invalid_data', {
    message: first ? `${first.path}: ${first.problem}. ${first.mend}` : message,
    ...(field !== undefined && { data: { field } }),
    ...(first && { data: { field: first.path, problems } }),
    cause: error,
  })
}

/** Some of the members have signed: the rest may still. With none, no member has asked. */
function unsigned(error: VaultRefusal): ApiError {
  const { votes, message, field } = error.details ?? {}
  if (votes !== undefined && votes.cast > 0)
    return new ApiError('awaiting_approval', {
      message: `${votes.cast} of ${votes.needed} members have signed`,
      data: { signatures: votes },
      cause: error,
    })
  // Without votes it was refused before they were counted, as a request whose time is over.
  const wasCounted = votes !== undefined || message === undefined
  return new ApiError('missing_or_invalid_token', {
    message: wasCounted
      ? 'The request is not signed by enough authorization keys of the owner or of a signer'
      : message,
    ...(field !== undefined && { data: { field } }),
    cause: error,
  })
}

type PolicyRefusal = NonNullable<NonNullable<VaultRefusal['details']>['refusal']>

/** Why a policy refuses, as answers say it. */
export function snakeRefusal(refusal: PolicyRefusal) {
  const { policyId, policyRevision, limitId, ...rest } = refusal
  return {
    ...rest,
    policy_id: policyId,
    policy_revision: policyRevision,
    limit_id: limitId,
  }
}

/** A refusal about something that the body names: not the thing of the URL, so no 404 (wire reference §34.13). */
export function aboutTheBody(error: unknown, message: string): unknown {
  const isMissing = error instanceof ApiError && error.code === 'not_found'
  const refusal: Pick<Refusal, 'message'> = { message }
  return isMissing ? new ApiError('invalid_data', { ...refusal, cause: error }) : error
}
