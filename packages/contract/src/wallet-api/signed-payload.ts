import * as z from 'zod/mini'

/** What an authorization signature is over, in its RFC 8785 form (wire reference §25). */
export const signedPayload = z.strictObject({
  version: z.literal(1),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  /** As the client knows it. */
  url: z.string().check(z.maxLength(2_048)),
  /** The JSON body; clients sign an empty text for a call without one. */
  body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.literal('')]),
  /** Those that were sent. */
  headers: z.strictObject({
    'privy-app-id': z.string().check(z.maxLength(80)),
    'privy-idempotency-key': z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
    'privy-request-expiry': z.optional(z.string()),
  }),
})
export type SignedPayload = z.output<typeof signedPayload>
