import * as z from 'zod/mini'
import { customMetadata } from '../primitives.js'
import { linkedAccount } from './linked-account.js'

/** Multi-factor methods (specification §3). */
export const mfaMethods = ['sms', 'totp', 'passkey'] as const
export const mfaMethodType = z.enum(mfaMethods)

const userObject = z.object({
  id: z.string(),
  created_at: z.number(),
  linked_accounts: z.array(linkedAccount),
  mfa_methods: z.array(z.object({ type: mfaMethodType, verified_at: z.number() })),
  has_accepted_terms: z.boolean(),
  is_guest: z.boolean(),
  custom_metadata: z.optional(customMetadata),
})
type UserObject = typeof userObject
/** Named for declarations, as `LinkedAccountSchema`. */
export interface UserSchema extends UserObject {}
/** A user as the wire carries it; `id` has its prefix, times are Unix seconds (specification §3). */
export const user: UserSchema = userObject
export type User = z.output<typeof user>
