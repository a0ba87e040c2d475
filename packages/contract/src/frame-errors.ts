import * as z from 'zod/mini'

/** Error types of the frame (wire reference §20.5). They carry a code and a safe text, never anything from inside. */
export const frameErrorTypes = [
  'wallet_not_on_device',
  'missing_or_invalid_mfa',
  'mfa_verification_max_attempts_reached',
  'mfa_timeout',
  'invalid_recovery_pin',
  'insufficient_funds',
  'invalid_request_arguments',
  // Ours, not of the wire reference: the server refused the access token. Public clients treat it as `error`.
  'missing_or_invalid_token',
  // Ours: this browser must log in again before it may use the wallet, or restore it. Public clients treat it as `error`.
  'login_required',
  // Ours: a login that was added in the last 7 days restores no wallet by itself. Public clients treat it as `error`.
  'older_login_required',
  // Ours: a confirmation in the frame (ruling 7) was refused or left without an answer; the page did not show it.
  // Public clients treat both as `error`.
  'user_rejected',
  'confirmation_not_shown',
  // Ours: the app does not allow this. Public clients treat it as `error`.
  'not_supported',
  'twilio_verification_failed',
  'invalid_credentials',
  'error',
] as const
export type FrameErrorType = (typeof frameErrorTypes)[number]
/** Why a recovery file was not stored in, or read from, a user's cloud storage. */
export const storageProblems = [
  'refused',
  'full',
  'missing',
  'damaged',
  'not-kept',
  'unavailable',
] as const
export type StorageProblem = (typeof storageProblems)[number]
/** `reason` is ours: a further word for what a screen can explain. */
export const frameError = z.object({
  type: z.string(),
  message: z.string(),
  reason: z.optional(z.enum(storageProblems)),
})
