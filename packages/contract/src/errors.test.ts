import { describe, expect, test } from 'vitest'
import { isApiError } from './answer-error.js'
import { isErrorCode } from './error-codes.js'
import { ApiError, catalogue } from './errors.js'

/** The codes of specification §8, in its order. */
const specified =
  `oauth_account_suspended, missing_or_invalid_privy_app_id, missing_or_invalid_privy_client_id,
missing_or_invalid_privy_account_id, missing_or_invalid_token, missing_or_invalid_mfa, expired_or_invalid_mfa_token,
invalid_data, invalid_credentials, invalid_captcha, linked_to_another_user, allowlist_rejected,
cannot_unlink_embedded_wallet, cannot_unlink_sole_account, cannot_link_more_of_type, linked_account_not_found,
too_many_requests, invalid_origin, missing_origin, invalid_native_app_id, token_already_used, already_logged_out,
not_supported, user_unsubscribed, max_apps_reached, max_accounts_reached, device_revoked, wallet_password_exists,
oauth_state_mismatch, max_denylist_entries_reached, disallowed_login_method, disallowed_plus_email,
disallowed_recovery_method, legacy_dashboard_login_configuration, cannot_set_password, invalid_pkce_parameters,
invalid_app_url_scheme_configuration, cross_app_connection_not_allowed, user_does_not_exist,
account_transfer_required, user_has_not_delegated_wallet, feature_not_enabled, insufficient_funds,
transaction_broadcast_failure`.split(/,\s+/)

/** The codes of RFC 8628, whose clients read them in `error`: they are their own text. */
const deviceCodes = [
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'invalid_grant',
]

describe('catalogue', () => {
  test('has exactly the 44 specified codes and ours', () => {
    expect(specified).toHaveLength(44)
    const ours = [
      'internal_error',
      'missing_or_invalid_wallet_grant',
      'wallet_key_required',
      'login_too_old',
      'older_login_required',
      'confirmation_required',
      'share_not_found',
      // Of later clients.
      'policy_violation',
      'awaiting_approval',
      'not_found',
      ...deviceCodes,
    ]
    expect(Object.keys(catalogue).sort()).toEqual([...specified, ...ours].sort())
  })

  // Wire reference §7.3.
  test.each([
    ['invalid_data', 400],
    ['account_transfer_required', 400],
    ['insufficient_funds', 400],
    ['allowlist_rejected', 401],
    ['too_many_requests', 429],
    ['internal_error', 500],
    ['missing_or_invalid_privy_app_id', 400],
    ['invalid_credentials', 401],
    ['missing_or_invalid_token', 401],
    ['invalid_origin', 403],
    ['missing_origin', 403],
    ['linked_account_not_found', 404],
    ['user_does_not_exist', 404],
  ] as const)('answers %s with %i', (code, status) => {
    expect(catalogue[code].status).toBe(status)
  })

  test.each(Object.entries(catalogue))(
    'answers %s with a known status and a text',
    (code, entry) => {
      expect([400, 401, 403, 404, 422, 429, 500]).toContain(entry.status)
      if (deviceCodes.includes(code)) expect(entry.message).toBe(code)
      else expect(entry.message).toMatch(/^[A-Z].*[^.]$/)
    },
  )
})

describe('ApiError', () => {
  test('takes status and text from the catalogue', () => {
    expect(new ApiError('invalid_captcha')).toMatchObject({
      name: 'ApiError',
      code: 'invalid_captcha',
      status: 401,
      message: 'Invalid captcha',
      data: undefined,
    })
  })

  test('lets a throw override status and text, and carry data and a cause', () => {
    const cause = new Error('why')

    const error = new ApiError('invalid_credentials', {
      status: 422,
      message: 'Invalid phone number',
      data: { nonce: 'n' },
      cause,
    })

    expect(error).toMatchObject({ status: 422, message: 'Invalid phone number', cause })
    expect(error.data).toEqual({ nonce: 'n' })
  })

  test('is recognised, also from another copy of the package', () => {
    const copy = Object.assign(new Error('x'), { name: 'ApiError', code: 'invalid_data' })

    expect(isApiError(new ApiError('invalid_data'))).toBe(true)
    expect(isApiError(copy)).toBe(true)
    expect(isApiError(new Error('x'))).toBe(false)
    expect(isApiError({ name: 'ApiError', code: 'invalid_data' })).toBe(false)
  })
})

describe('isErrorCode', () => {
  test.each(['invalid_data', 'internal_error'])('knows %s', (code) => {
    expect(isErrorCode(code)).toBe(true)
  })

  test.each([undefined, null, 1, '', 'INVALID_DATA', 'constructor', '__proto__', 'toString'])(
    'error: does not know %s',
    (code) => {
      expect(isErrorCode(code)).toBe(false)
    },
  )
})
