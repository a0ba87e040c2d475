import * as z from 'zod/mini'
import { named } from './fields.js'

const params = z.strictObject({
  encryption_type: z.literal('HPKE'),
  /** SPKI in base64 or PEM, or the raw point in base64. */
  recipient_public_key: z.string().check(z.minLength(1), z.maxLength(1_000)),
  export_type: z.optional(z.enum(['display', 'client'])),
  export_seed_phrase: z.optional(z.boolean()),
})
const address = z.string().check(z.minLength(1), z.maxLength(90))

const exportRpcSchema = z.discriminatedUnion('method', [
  z.strictObject({
    ...named,
    address,
    method: z.literal('exportPrivateKey'),
    params,
  }),
  z.strictObject({
    ...named,
    address,
    method: z.literal('exportSeedPhrase'),
    params,
  }),
])
type ExportRpcForm = typeof exportRpcSchema
/** Named, so that other declarations refer to it. */
export interface ExportRpcSchema extends ExportRpcForm {}
/** What hands a key or a phrase out, on every chain. */
export const exportRpc: ExportRpcSchema = exportRpcSchema
