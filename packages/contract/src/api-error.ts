/*
 * What a page needs of errors: the codes, and the class of a server's answer. Apart from the catalogue's texts, which answers
 * bring with them and a page does not load.
 */

/** Every code of the error catalogue. */
export const errorCodes = [
  'oauth_account_suspended',
  'missing_or_invalid_privy_app_id',
  'missing_or_invalid_privy_client_id',
  'missing_or_invalid_privy_account_id',
  'missing_or_invalid_token',
  'missing_or_invalid_mfa',
  'expired_or_invalid_mfa_token',
  'invalid_data',
  'invalid_credentials',
  'invalid_captcha',
  'linked_to_another_user',
  'allowlist_rejected',
  'cannot_unlink_embedded_wallet',
  'cannot_unlink_sole_account',
  'cannot_link_more_of_type',
  'linked_account_not_found',
  'too_many_requests',
  'invalid_origin',
  'missing_origin',
  'invalid_native_app_id',
  'token_already_used',
  'already_logged_out',
  'not_supported',
  'user_unsubscribed',
  'max_apps_reached',
  'max_accounts_reached',
  'device_revoked',
  'wallet_password_exists',
  'oauth_state_mismatch',
  'max_denylist_entries_reached',
  'disallowed_login_method',
  'disallowed_plus_email',
  'disallowed_recovery_method',
  'legacy_dashboard_login_configuration',
  'cannot_set_password',
  'invalid_pkce_parameters',
  'invalid_app_url_scheme_configuration',
  'cross_app_connection_not_allowed',
  'user_does_not_exist',
  'account_transfer_required',
  'user_has_not_delegated_wallet',
  'feature_not_enabled',
  'insufficient_funds',
  'transaction_broadcast_failure',
  'internal_error',
] as const

/** A code of the error catalogue. */
export type ErrorCode = (typeof errorCodes)[number]

/** What an error tells besides its code. */
export interface AnswerErrorParts {
  status: number
  message: string
  /** Extra answer data, for the few codes that carry any (`account_transfer_required`, `too_many_requests`). */
  data?: Record<string, unknown>
  cause?: unknown
}

/**
 * An error with a code of the catalogue, as a client receives it; the server throws the same with the catalogue's defaults
 * (`ApiError`).
 *
 * @see wire reference §7.1: the body is `{ error, code, data? }`.
 */
export class AnswerError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly data: Record<string, unknown> | undefined

  constructor(code: ErrorCode, { status, message, data, cause }: AnswerErrorParts) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.data = data
  }
}

/** Whether `error` is a server's answer; works across copies of this package. */
export function isApiError(error: unknown): error is AnswerError {
  return error instanceof Error && error.name === 'ApiError' && 'code' in error
}

/** Whether `code` is one of the catalogue. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return errorCodes.some((known) => known === code)
}
