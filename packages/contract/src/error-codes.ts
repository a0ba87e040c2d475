/* The codes of errors, apart from their texts: answers bring those with them, and a page does not load them. */

/** Every code of the error catalogue that a page is answered. */
export const errorCodes = [
  'oauth_account_suspended',
  'missing_or_invalid_privy_app_id',
  'missing_or_invalid_privy_client_id',
  'missing_or_invalid_privy_account_id',
  'missing_or_invalid_token',
  'missing_or_invalid_wallet_grant',
  'wallet_key_required',
  'login_too_old',
  'older_login_required',
  'confirmation_required',
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
  'share_not_found',
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
  'policy_violation',
  'awaiting_approval',
  'not_found',
  'insufficient_funds',
  'transaction_broadcast_failure',
  'internal_error',
] as const

/** The codes of RFC 8628. Programs are answered these, and no page: a page does not load them. */
type DeviceErrorCode =
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'invalid_grant'

/** A code of the error catalogue. */
export type ErrorCode = (typeof errorCodes)[number] | DeviceErrorCode

/** Whether `code` is one that a page is answered. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return errorCodes.some((known) => known === code)
}
