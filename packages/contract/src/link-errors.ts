import type { ErrorCode } from './error-codes.js'
import type { RouteError } from './route.js'

/** Codes that linking an account answers, with those of its method beside (wire reference §11). */
export const linkErrors = [
  'invalid_data',
  'missing_or_invalid_wallet_grant',
  'login_too_old',
  'confirmation_required',
  'missing_or_invalid_mfa',
  'disallowed_login_method',
  'allowlist_rejected',
  'linked_to_another_user',
  'cannot_link_more_of_type',
  'account_transfer_required',
  // A guest who links the first account becomes a user, for whom a full app has no room.
  'max_accounts_reached',
  'too_many_requests',
] as const satisfies readonly ErrorCode[]

/** Codes that unlinking an account answers. */
export const unlinkErrors = [
  'invalid_data',
  'confirmation_required',
  'missing_or_invalid_wallet_grant',
  'login_too_old',
  'older_login_required',
  'missing_or_invalid_mfa',
  'linked_account_not_found',
  'cannot_unlink_sole_account',
  'cannot_unlink_embedded_wallet',
  'too_many_requests',
] as const satisfies readonly ErrorCode[]

/** Codes that the transfer of an account answers; 422 for a nonce that is wrong, used or expired. */
export const transferErrors = [
  'invalid_data',
  'missing_or_invalid_wallet_grant',
  'login_too_old',
  'confirmation_required',
  'missing_or_invalid_mfa',
  { code: 'invalid_credentials', status: 422 },
  'disallowed_login_method',
  'allowlist_rejected',
  'linked_to_another_user',
  'cannot_link_more_of_type',
  'max_accounts_reached',
  'too_many_requests',
] as const satisfies readonly RouteError[]
