import type { Problem, ProblemCode } from './problem.js'
import { enter, type Step } from './step.js'

/** Where a failed login goes: it stays on the screen that asked, or moves on. */
type Reaction = 'inline' | ((problem: Problem) => Step)

const loginFailed: Reaction = (problem) => enter('LOGIN_FAILED_SCREEN', { problem })
/** The person can do nothing about it: details for the developer, and a way out. */
const broken: Reaction = (problem) =>
  enter('ERROR_SCREEN', { problem, canRetry: false, intent: 'login' })

/** What the modal does about every code while someone logs in (architecture §5). Complete by type. */
export const reactions = {
  oauth_account_suspended: loginFailed,
  missing_or_invalid_privy_app_id: broken,
  missing_or_invalid_privy_client_id: broken,
  missing_or_invalid_privy_account_id: broken,
  missing_or_invalid_token: loginFailed,
  missing_or_invalid_wallet_grant: loginFailed,
  wallet_key_required: loginFailed,
  login_too_old: loginFailed,
  older_login_required: loginFailed,
  confirmation_required: 'inline',
  missing_or_invalid_mfa: loginFailed,
  expired_or_invalid_mfa_token: loginFailed,
  invalid_data: 'inline',
  invalid_credentials: 'inline',
  invalid_captcha: 'inline',
  linked_to_another_user: loginFailed,
  allowlist_rejected: () => enter('ALLOWLIST_REJECTION_SCREEN', {}),
  cannot_unlink_embedded_wallet: 'inline',
  cannot_unlink_sole_account: 'inline',
  cannot_link_more_of_type: 'inline',
  linked_account_not_found: 'inline',
  too_many_requests: 'inline',
  invalid_origin: broken,
  missing_origin: broken,
  invalid_native_app_id: broken,
  token_already_used: loginFailed,
  already_logged_out: loginFailed,
  not_supported: loginFailed,
  user_unsubscribed: 'inline',
  max_apps_reached: broken,
  max_accounts_reached: () => enter('USER_LIMIT_REACHED_SCREEN', {}),
  device_revoked: loginFailed,
  wallet_password_exists: 'inline',
  oauth_state_mismatch: loginFailed,
  max_denylist_entries_reached: broken,
  disallowed_login_method: loginFailed,
  disallowed_plus_email: 'inline',
  disallowed_recovery_method: 'inline',
  legacy_dashboard_login_configuration: broken,
  cannot_set_password: 'inline',
  invalid_pkce_parameters: loginFailed,
  invalid_app_url_scheme_configuration: broken,
  cross_app_connection_not_allowed: loginFailed,
  user_does_not_exist: () => enter('ACCOUNT_NOT_FOUND_SCREEN', {}),
  account_transfer_required: loginFailed,
  user_has_not_delegated_wallet: 'inline',
  policy_violation: 'inline',
  awaiting_approval: 'inline',
  not_found: 'inline',
  // Programs are answered these, and no screen.
  authorization_pending: 'inline',
  slow_down: 'inline',
  access_denied: 'inline',
  expired_token: 'inline',
  invalid_grant: 'inline',
  feature_not_enabled: loginFailed,
  insufficient_funds: 'inline',
  transaction_broadcast_failure: 'inline',
  share_not_found: 'inline',
  internal_error: 'inline',
  insecure_page: broken,
  invalid_app_id: broken,
  invalid_api_url: broken,
  offline: 'inline',
  client_request_timeout: 'inline',
  user_rejected: 'inline',
  oauth_user_denied: 'inline',
  wallet_unavailable: 'inline',
  wallet_request_pending: 'inline',
  unsupported_chain_id: 'inline',
  transaction_failure: 'inline',
  unknown: loginFailed,
} as const satisfies Record<ProblemCode, Reaction>

/** Whether `code` is one that screens explain. The record of reactions has each, so that no list of them is loaded beside it. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(reactions, code)
}

/** Whether trying again is of no use before the user has logged in again. */
export function isExpired(problem: Problem | null): boolean {
  return problem !== null && endedByLogin.includes(problem.code)
}

const endedByLogin: readonly ProblemCode[] = [
  'missing_or_invalid_token',
  'missing_or_invalid_wallet_grant',
  'login_too_old',
  'older_login_required',
]

/** Whether the screen that met the problem explains it itself. */
export function isInline(code: ProblemCode): boolean {
  return reactions[code] === 'inline'
}

/** Whether only the app's developer can do something about it. */
export function needsDeveloper(code: ProblemCode): boolean {
  return reactions[code] === broken
}

/** The screen a problem leads to; problems meant for the line below a field land on LOGIN_FAILED_SCREEN. */
export function react(problem: Problem): Step {
  const reaction: Reaction = reactions[problem.code]
  return reaction === 'inline' ? enter('LOGIN_FAILED_SCREEN', { problem }) : reaction(problem)
}
