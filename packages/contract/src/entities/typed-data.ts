import * as z from 'zod/mini'
import { mapOf, requiredString } from '../primitives.js'

const freeForm = mapOf(z.unknown())

/** EIP-712 typed data; what the records hold is checked where it is hashed (specification §3). */
export const typedData = z.object({
  domain: freeForm,
  types: freeForm,
  message: freeForm,
  primary_type: requiredString('primary_type must be provided'),
})
export type TypedData = z.output<typeof typedData>
