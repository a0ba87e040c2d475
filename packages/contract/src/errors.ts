import { AnswerError, type AnswerErrorParts } from './answer-error.js'
import type { ErrorCode } from './error-codes.js'

/**
 * The error catalogue: every code the server may answer, with its default status and text.
 * A throw may override status and message, never the code (specification §8, wire reference §7).
 */
export const catalogue = {
  oauth_account_suspended: {
    status: 403,
    message: 'This account has been suspended by its provider',
  },
  missing_or_invalid_privy_app_id: { status: 400, message: 'Missing or invalid app ID' },
  missing_or_invalid_privy_client_id: { status: 400, message: 'Missing or invalid client ID' },
  missing_or_invalid_privy_account_id: { status: 400, message: 'Missing or invalid account ID' },
  missing_or_invalid_token: { status: 401, message: 'Missing or invalid token' },
  /** Ours: the browser did not log in to this session itself, or has lost the cookie of the login (P1). */
  missing_or_invalid_wallet_grant: {
    status: 401,
    message: 'Log in again in this browser',
  },
  /** Ours: the browser keeps no cookies, so the login has to name a key of the wallet frame. Nothing was used up. */
  wallet_key_required: { status: 400, message: 'Name a key of the wallet frame' },
  /** Ours: a wallet is restored on a new device only shortly after a login or a second factor (P2). */
  login_too_old: { status: 401, message: 'Log in again' },
  /** Ours: a login that was added in the last 7 days restores no wallet on a new device by itself (P8). */
  older_login_required: { status: 401, message: 'Log in with a login that you added earlier' },
  /** Ours: the user confirms it in the wallet frame; `data.request` is what the frame shows (P8). */
  confirmation_required: { status: 403, message: 'Confirm this in your wallet' },
  missing_or_invalid_mfa: { status: 401, message: 'Missing or invalid multi-factor verification' },
  expired_or_invalid_mfa_token: { status: 401, message: 'Expired or invalid multi-factor token' },
  invalid_data: { status: 400, message: 'Invalid data' },
  invalid_credentials: { status: 401, message: 'Invalid credentials' },
  invalid_captcha: { status: 401, message: 'Invalid captcha' },
  linked_to_another_user: {
    status: 400,
    message: 'This account is already linked to another user',
  },
  allowlist_rejected: { status: 401, message: 'You do not have access to this app' },
  cannot_unlink_embedded_wallet: { status: 400, message: 'An embedded wallet cannot be unlinked' },
  cannot_unlink_sole_account: { status: 400, message: 'The only way to log in cannot be unlinked' },
  cannot_link_more_of_type: { status: 400, message: 'No more accounts of this type can be linked' },
  linked_account_not_found: { status: 404, message: 'Linked account not found' },
  too_many_requests: { status: 429, message: 'Too many requests. Try again later' },
  invalid_origin: { status: 403, message: 'This origin is not allowed for the app' },
  missing_origin: { status: 403, message: 'Missing origin' },
  invalid_native_app_id: { status: 403, message: 'Invalid native app ID' },
  token_already_used: { status: 400, message: 'This token has already been used' },
  already_logged_out: { status: 400, message: 'Already logged out' },
  not_supported: { status: 400, message: 'Not supported' },
  user_unsubscribed: { status: 400, message: 'This recipient has unsubscribed' },
  max_apps_reached: { status: 400, message: 'The maximum number of apps has been reached' },
  max_accounts_reached: { status: 403, message: 'This app accepts no more users' },
  device_revoked: { status: 403, message: 'This device has been revoked' },
  /** Ours: the server has lost the key of the share it keeps; this device's own share and the recovery share are needed. */
  share_not_found: { status: 500, message: 'The share of the server cannot be read' },
  wallet_password_exists: { status: 400, message: 'The wallet already has a password' },
  oauth_state_mismatch: { status: 400, message: 'The login attempt does not match. Start again' },
  max_denylist_entries_reached: { status: 400, message: 'The denylist is full' },
  disallowed_login_method: { status: 403, message: 'This login method is not enabled' },
  disallowed_plus_email: {
    status: 400,
    message: 'Email addresses with a plus sign are not allowed',
  },
  disallowed_recovery_method: { status: 400, message: 'This recovery method is not allowed' },
  legacy_dashboard_login_configuration: {
    status: 400,
    message: 'The login configuration is outdated',
  },
  cannot_set_password: { status: 400, message: 'A password cannot be set for this wallet' },
  invalid_pkce_parameters: { status: 400, message: 'Invalid PKCE parameters' },
  invalid_app_url_scheme_configuration: { status: 400, message: 'Invalid app URL scheme' },
  cross_app_connection_not_allowed: {
    status: 403,
    message: 'This cross-app connection is not allowed',
  },
  user_does_not_exist: { status: 404, message: 'User does not exist' },
  account_transfer_required: {
    status: 400,
    message: 'This account belongs to another user and must be transferred',
  },
  user_has_not_delegated_wallet: { status: 403, message: 'The user has not delegated this wallet' },
  policy_violation: { status: 403, message: 'The consent of the user does not allow this' },
  /** Ours: the request lacks signatures of its quorum, and waits for them as the intent `data.intent_id`. */
  awaiting_approval: { status: 403, message: 'The request waits for more signatures' },
  /** Ours: of wallets, policies, quorums and what else the wallet API names by id. */
  not_found: { status: 404, message: 'Not found' },
  // Ours: codes of RFC 8628, whose text is the code, because its clients read `error`.
  authorization_pending: { status: 400, message: 'authorization_pending' },
  slow_down: { status: 400, message: 'slow_down' },
  access_denied: { status: 400, message: 'access_denied' },
  expired_token: { status: 400, message: 'expired_token' },
  invalid_grant: { status: 400, message: 'invalid_grant' },
  feature_not_enabled: { status: 403, message: 'This feature is not enabled' },
  insufficient_funds: { status: 400, message: 'Insufficient funds' },
  transaction_broadcast_failure: { status: 400, message: 'The transaction could not be broadcast' },
  /** Ours: the specified list has no code for a 500. Carries no detail (ruling 23). */
  internal_error: { status: 500, message: 'Something went wrong. Try again' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>

/** A code with the status and text one rule answers with, where they differ from the catalogue's. */
export interface Refusal {
  code: ErrorCode
  status: number
  message: string
}

/** An error with a code of the catalogue, with the catalogue's status and text unless others are given. */
export class ApiError extends AnswerError {
  constructor(code: ErrorCode, options: Partial<AnswerErrorParts> = {}) {
    super(code, { ...catalogue[code], ...options })
  }
}
