import * as z from 'zod/mini'
import { requiredString } from '../primitives.js'

/** What a key may do; `null` is a plain member (specification §3). */
export const keyRole = z.nullable(
  z.enum(['root', 'manager'], "role must be 'root', 'manager' or null"),
)

/** A key that authorizes wallet actions, alone or in a quorum (specification §3). */
export const authorizationKey = z.object({
  id: z.string(),
  display_name: z.nullable(z.string()),
  public_key: z.string(),
  role: keyRole,
  created_at: z.number(),
})
export type AuthorizationKey = z.output<typeof authorizationKey>

/** Body that registers one. */
export const authorizationKeyInput = z.object({
  display_name: z.optional(z.string('display_name must be text')),
  public_key: requiredString('public_key must be provided'),
  role: z.optional(keyRole),
})
export type AuthorizationKeyInput = z.output<typeof authorizationKeyInput>
