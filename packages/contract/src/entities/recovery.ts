import * as z from 'zod/mini'
import type { Refusal } from '../errors.js'
import { requiredString } from '../primitives.js'

/** How a wallet's recovery key comes about (wire reference §15). */
export const recoveryTypes = [
  'user_passcode_derived_recovery_key',
  'privy_passcode_derived_recovery_key',
  'privy_generated_recovery_key',
  'google_drive_recovery_secret',
  'icloud_recovery_secret',
] as const

const material = z.optional(z.nullable(z.string()))

/** Answer of the key material call; only the fields that `recovery_type` needs are set (specification §3). */
export const recoveryKeyMaterial = z.object({
  recovery_type: z.enum(recoveryTypes),
  recovery_key_derivation_salt: material,
  recovery_code: material,
  recovery_key: material,
  file_id: material,
  icloud_record_name: material,
})
export type RecoveryKeyMaterial = z.output<typeof recoveryKeyMaterial>

/** What kind of client asks for cloud recovery (specification §5). */
export const cloudRecoveryClientType = z.enum(
  ['web', 'expo-ios'],
  "client_type must be 'web' or 'expo-ios'",
)

/** Answer to an iCloud callback without its token (specification §5). */
export const missingCkWebAuthToken = {
  code: 'invalid_data',
  status: 401,
  message: 'Missing ckWebAuthToken.',
} as const satisfies Refusal
/** The token iCloud hands back. */
export const ckWebAuthToken = requiredString(missingCkWebAuthToken.message)
