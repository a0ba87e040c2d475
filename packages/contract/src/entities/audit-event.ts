import * as z from 'zod/mini'

/** What the audit log records. `docs/operate/audit.md` says what each means. */
export const auditKinds = [
  'signed_up',
  'logged_in',
  'logged_in_on_new_device',
  'session_forked',
  'logged_out',
  'session_ended',
  'other_sessions_ended',
  'refresh_token_reused',
  'account_linked',
  'account_unlinked',
  'account_updated',
  'account_restored',
  'account_transferred',
  'user_deleted',
  'wallet_created',
  'wallet_recovered',
  'new_login_refused',
  'wallet_exported',
  'recovery_changed',
  'recovery_rehearsed',
  'wallet_delegated',
  'delegations_revoked',
  'program_allowed',
  'program_ended',
  'wallet_shared',
  'wallet_share_ended',
  'device_revoked',
  'factor_enrolled',
  'factor_removed',
  'recovery_codes_created',
  'factor_reset_started',
  'factor_reset_cancelled',
  'factor_reset_completed',
  'settings_changed',
  'list_changed',
  'keys_changed',
  'webhook_changed',
  'webhook_disabled',
  'alarm_raised',
] as const
/** Kind of an event of the audit log. */
export type AuditKind = (typeof auditKinds)[number]

const text = z.optional(z.string())

/** What is told of an event. Every field is named here, so that nothing secret gets into the log. */
export const auditData = z.object({
  /** How the account was proven, e.g. `email`. */
  method: text,
  /** Type of the account that changed. */
  account_type: text,
  browser: text,
  system: text,
  place: text,
  /** Who did it, where it was not the user. */
  by: z.optional(z.enum(['app', 'operator', 'server'])),
  /** Where the user confirmed it by a press, if they did. */
  confirmed: z.optional(z.literal('wallet')),
  /** Type of the second factor. */
  factor: text,
  wallet_id: text,
  /** What a program of the user calls itself. */
  program: text,
  generation_id: text,
  /** Names of the settings that were changed, without their values. */
  settings: z.optional(z.array(z.string())),
  /** The list of the app that was changed, and what happened to its entry. */
  list: text,
  change: text,
  /** The endpoint of webhooks that was changed; `change` says how, or why it was switched off. */
  webhook_id: text,
  /** The alarm, and the budget or part of a limit it is about. */
  alarm: text,
  budget: text,
})
/** See `auditData`. */
export type AuditData = z.output<typeof auditData>

/** An event of the audit log as routes answer it. */
export const auditEvent = z.object({
  id: z.string(),
  kind: z.enum(auditKinds),
  /** Without it the event is about the app. */
  user_id: z.nullable(z.string()),
  session_id: z.nullable(z.string()),
  /** Unix seconds. */
  created_at: z.number(),
  data: auditData,
})
export type AuditEvent = z.output<typeof auditEvent>
