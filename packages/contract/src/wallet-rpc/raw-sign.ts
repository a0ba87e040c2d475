import * as z from 'zod/mini'
import { digest } from './fields.js'

/** The longest input that is hashed before it is signed, in characters of its encoding. */
const mostBytes = 300_002

const hashed = z.strictObject({
  bytes: z.string().check(z.minLength(1), z.maxLength(mostBytes)),
  encoding: z.enum(['utf-8', 'hex', 'base64']),
  hash_function: z.enum(['keccak256', 'sha256', 'blake2b256']),
})

/** Body of a raw signature (wire reference §24, §44): a digest, or bytes with the hash that gives it. */
export const rawSignBody = z.strictObject({
  params: z.union([z.strictObject({ hash: digest }), hashed]),
})
export type RawSign = z.output<typeof rawSignBody>

/** What it answers. */
export const rawSignAnswer = z.object({
  method: z.literal('raw_sign'),
  data: z.object({ signature: z.string(), encoding: z.literal('hex') }),
})
