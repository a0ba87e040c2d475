import * as z from 'zod/mini'
import { requiredString } from '../primitives.js'
import { atLeastOne, milliseconds, oneOwner, ownership, resourceId } from './fields.js'
import { policyCondition } from './policy.js'

/** Windows of a limit: one minute to 31 days. */
export const windowSeconds = { least: 60, most: 31 * 86_400 } as const

/** What a limit adds up over: all of the app's wallets, one wallet, one authorization key or one recipient. */
export const limitScopes = ['app', 'wallet', 'key', 'recipient'] as const
export type LimitScope = (typeof limitScopes)[number]

const field = {
  field_source: requiredString('field_source must be provided').check(z.maxLength(64)),
  field: requiredString('field must be provided').check(z.maxLength(256)),
  abi: z.optional(z.unknown()),
}

const fields = {
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  /** A method of the wallet API, or `*` for all of them. */
  method: requiredString('method must be provided').check(z.maxLength(64)),
  metric: z.union([
    z.strictObject({ function: z.literal('count') }),
    z.strictObject({ function: z.literal('sum'), ...field }),
  ]),
  window: z.strictObject({
    type: z.literal('rolling'),
    seconds: z.int().check(z.minimum(windowSeconds.least), z.maximum(windowSeconds.most)),
  }),
  conditions: z.optional(z.array(policyCondition).check(z.maxLength(100))),
  group_by: z.optional(z.array(z.strictObject(field)).check(z.maxLength(2))),
  /** Ours. By default `app`, as the public documentation has it. */
  scope: z.optional(z.enum(limitScopes)),
}

const aggregationInputSchema = z.strictObject({ ...fields, ...ownership }).check(oneOwner())
type AggregationInputForm = typeof aggregationInputSchema
/** Named, so that the declarations of routes refer to it. */
export interface AggregationInputSchema extends AggregationInputForm {}
/** Body that creates a limit (an aggregation on the wire). */
export const aggregationInput: AggregationInputSchema = aggregationInputSchema
export type AggregationInput = z.output<typeof aggregationInput>

/** Body that changes one. What it adds up stays: another metric is another limit. */
export const aggregationUpdate = z
  .strictObject({ name: z.optional(fields.name), ...ownership })
  .check(atLeastOne(), oneOwner())

const aggregationSchema = z.object({
  ...fields,
  id: resourceId,
  created_at: milliseconds,
  owner_id: z.nullable(z.string()),
})
type AggregationForm = typeof aggregationSchema
/** Named, so that the declarations of routes refer to it. */
export interface AggregationSchema extends AggregationForm {}
/** A limit. */
export const aggregation: AggregationSchema = aggregationSchema
export type Aggregation = z.output<typeof aggregation>
