import * as z from 'zod/mini'
import { shortText } from '../primitives.js'

/** A text of an import; the error names the field. */
export const text = (field: string, min: number, max: number) =>
  shortText(max, `${field} must have ${min} to ${max} characters`).check(
    z.minLength(min, `${field} must have ${min} to ${max} characters`),
  )
/** A text of an import that may be left out. */
export const optional = (field: string, max: number) => z.optional(text(field, 0, max))
