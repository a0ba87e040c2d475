import * as z from 'zod/mini'
import { shortText } from '../primitives.js'
import { atLeastOne, displayName, milliseconds, oneOwner, ownership } from './fields.js'

/** Most values of a set, and of one call that adds some. */
export const conditionSetLimits = { values: 100_000, added: 100, valueLength: 256 } as const

const value = shortText(conditionSetLimits.valueLength, 'Must be text of at most 256 characters')

/** Body that creates a set of values for `in_condition_set`. */
export const conditionSetInput = z
  .strictObject({ name: displayName.check(z.minLength(1)), ...ownership })
  .check(oneOwner())
/** Body that changes a set. */
export const conditionSetUpdate = z
  .strictObject({ name: z.optional(displayName.check(z.minLength(1))), ...ownership })
  .check(atLeastOne(), oneOwner())

/** A set. */
export const conditionSet = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: z.nullable(z.string()),
  created_at: milliseconds,
})

/** Body that adds values, or replaces all of them: a list, not an object. */
export const conditionSetItemsInput = z
  .array(z.strictObject({ value: value.check(z.minLength(1)) }))
  .check(z.minLength(1), z.maxLength(conditionSetLimits.added))

/** A value of a set. Each is there once. */
export const conditionSetItem = z.object({
  id: z.string(),
  condition_set_id: z.string(),
  value: z.string(),
  created_at: milliseconds,
})

/** A page of values. */
export const conditionSetItems = z.object({
  items: z.array(conditionSetItem),
  next_cursor: z.nullable(z.string()),
})
export type ConditionSet = z.output<typeof conditionSet>
