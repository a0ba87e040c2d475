import type { AuditKind } from '@sallyport/contract'

/** What each kind of event means; docs/operate/audit.md prints it. */
export const eventMeanings = {
  signed_up: 'A user was created by their first login',
  logged_in: 'A user logged in',
  logged_in_on_new_device: 'A user logged in on a device they had no session on',
  session_forked: 'A session was handed to another browser context',
  logged_out: 'A session was ended by a logout',
  session_ended: 'The user ended one of their sessions; `session_id` is the one that ended',
  other_sessions_ended: 'The user ended all sessions but `session_id`',
  refresh_token_reused: 'A used refresh token came back, and its session was ended',
  account_linked: 'An account was added',
  account_unlinked: 'An account was removed',
  account_updated: 'An account was replaced by another one of its type',
  account_restored:
    'An account that was removed or replaced was put back by the link of the notice; all sessions ended',
  account_transferred: 'The account was moved to another user, and this one was deleted',
  user_deleted: 'The app deleted the user',
  wallet_created: 'A wallet was made',
  wallet_recovered: 'The shares to restore a wallet were released to a browser without one',
  new_login_refused:
    'A login that was added in the last 7 days was not enough to restore a wallet, to use it at another app, or to approve a request',
  recovery_changed: 'The wallet has another way to be restored: `method`',
  recovery_rehearsed: 'The user restored the wallet for a test, and its address came back',
  wallet_exported:
    'A key of a wallet was released to be shown to its user, or put into a backup file',
  wallet_delegated: 'The user let the app’s back end act with a wallet',
  delegations_revoked: 'The user ended what they had let the app’s back end do with wallets',
  program_allowed:
    'The user let a program of their own act with a wallet: `program` is what it calls itself',
  program_ended: 'The user ended what a program could do',
  wallet_shared:
    'The user let another app or site know addresses of their wallets and ask for signatures',
  wallet_share_ended: 'The user disconnected another app or site from their wallets',
  device_revoked:
    'A device can no longer open the wallet: its session was ended, or it made room for another',
  factor_enrolled: 'A second factor was added',
  factor_removed: 'A second factor was removed',
  recovery_codes_created: 'New recovery codes were made',
  factor_reset_started: 'A reset of lost factors was started',
  factor_reset_cancelled: 'A reset of lost factors was cancelled',
  factor_reset_completed: 'A reset removed all factors',
  settings_changed: 'Settings of the app were changed: their names, without values',
  list_changed: 'An entry of the allow list or deny list was added or removed',
  keys_changed: 'Keys or secrets of the app were changed',
  webhook_changed:
    'An endpoint of webhooks was added, changed, deleted, or got another secret: `change`',
  webhook_disabled: 'An endpoint of webhooks was switched off: it answered 410, or failed for days',
  alarm_raised: 'An alarm was raised',
} as const satisfies Record<AuditKind, string>
