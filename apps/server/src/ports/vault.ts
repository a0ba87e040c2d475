import { ApiError, type ErrorCode } from '@sallyport/contract'
import type {
  RefusalDetails,
  SignerCall,
  SignerInput,
  SignerOutput,
} from '@sallyport/protocols/signer'
import type { VaultCall, VaultErrorCode, VaultInput, VaultOutput } from '@sallyport/protocols/vault'

/** The recovery vault's calls (contract: `vault.ts`). */
export interface Vault {
  /** @throws VaultRefusal when the vault refuses, VaultUnavailable when it does not answer in time. */
  call<C extends VaultCall>(call: C, input: VaultInput<C>): Promise<VaultOutput<C>>
}

/** The calls of the signer (docs/features/delegation.md). It refuses and fails as the vault does. */
export interface Signer {
  /** @throws VaultRefusal, VaultUnavailable */
  call<C extends SignerCall>(call: C, input: SignerInput<C>): Promise<SignerOutput<C>>
}

/** The vault answered with a refusal. */
export class VaultRefusal extends Error {
  override readonly name = 'VaultRefusal'
  readonly code: VaultErrorCode
  /** When a limit is used up: after so many seconds it is not. */
  readonly retryAfterSeconds: number | undefined
  /** What the signer says of it for the app's back end. */
  readonly details: RefusalDetails | undefined

  constructor(code: VaultErrorCode, retryAfterSeconds?: number, details?: RefusalDetails) {
    super(`The vault refused the call: ${code}`)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

/** The vault could not be reached, did not answer in time, or its answer does not match the contract. */
export class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable'
  /** It may have carried the call out: only one that can be repeated is made again. */
  readonly mayBeDone: boolean

  constructor(message: string, { mayBeDone = true }: { mayBeDone?: boolean } = {}) {
    super(message)
    this.mayBeDone = mayBeDone
  }
}

/** The API's answer to each refusal. */
const answers = {
  invalid_request: { code: 'invalid_data' },
  invalid_token: { code: 'missing_or_invalid_token' },
  // The API and the vault have different keys for the app: the caller cannot fix that.
  key_mismatch: { code: 'internal_error' },
  // So have they of the user's wallet.
  root_mismatch: { code: 'internal_error' },
  already_stored: { code: 'invalid_data' },
  not_found: { code: 'linked_account_not_found' },
  replayed: { code: 'invalid_data' },
  too_many_requests: { code: 'too_many_requests' },
  factor_required: { code: 'missing_or_invalid_mfa' },
  invalid_factor_token: { code: 'expired_or_invalid_mfa_token' },
  wrong_signature: { code: 'missing_or_invalid_mfa' },
  wrong_code: { code: 'invalid_credentials' },
  policy_violation: { code: 'policy_violation' },
  row_refused: { code: 'internal_error', status: 503 },
  // Another address is asked first; this is the answer when none is left.
  clock_off: { code: 'internal_error', status: 503 },
  internal_error: { code: 'internal_error', status: 503 },
} as const satisfies Record<VaultErrorCode, { code: ErrorCode; status?: number }>

/** Translates what a vault call threw into an `ApiError`; other errors are returned unchanged. */
export function fromVaultError(error: unknown): unknown {
  if (error instanceof VaultUnavailable) {
    return new ApiError('internal_error', { status: 503, cause: error })
  }
  if (!(error instanceof VaultRefusal)) return error
  const { code, ...options } = answers[error.code]
  const { retryAfterSeconds } = error
  const data = retryAfterSeconds !== undefined && { data: { retry_after: retryAfterSeconds } }
  return new ApiError(code, { ...options, ...data, cause: error })
}
