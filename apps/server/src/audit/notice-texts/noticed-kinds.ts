import type { AuditKind } from '@sallyport/contract'

/** Which kinds of events users are told of; those of the app, and those that the user sees happen, tell nothing. */
const noticed = {
  signed_up: false,
  logged_in: false,
  logged_in_on_new_device: true,
  session_forked: false,
  logged_out: false,
  session_ended: false,
  other_sessions_ended: false,
  refresh_token_reused: true,
  account_linked: true,
  account_unlinked: true,
  account_updated: true,
  account_restored: true,
  account_transferred: true,
  user_deleted: false,
  wallet_created: false,
  wallet_recovered: true,
  new_login_refused: true,
  recovery_changed: true,
  recovery_rehearsed: false,
  wallet_exported: true,
  wallet_delegated: true,
  delegations_revoked: true,
  program_allowed: true,
  program_ended: true,
  wallet_shared: true,
  wallet_share_ended: false,
  device_revoked: true,
  factor_enrolled: true,
  factor_removed: true,
  recovery_codes_created: true,
  factor_reset_started: true,
  factor_reset_cancelled: true,
  factor_reset_completed: true,
  settings_changed: false,
  list_changed: false,
  keys_changed: false,
  webhook_changed: false,
  // Its mail goes to the app's own contact: `sendWebhookMail`.
  webhook_disabled: false,
  alarm_raised: false,
} as const satisfies Record<AuditKind, boolean>

/** Kinds of events that users are told of. */
export type NoticedKind = {
  [K in AuditKind]: (typeof noticed)[K] extends true ? K : never
}[AuditKind]

/** Whether users are told of events of a kind. */
export function isNoticed(kind: AuditKind): kind is NoticedKind {
  return noticed[kind]
}
