import { ApiError } from '@sallyport/contract'
import { isPlainText } from '../../http/json-body.js'

const maxText = 500

/** A text of a profile, or null for anything that is none. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxText || !isPlainText(value)) return null
  const text = value.trim()
  return text === '' ? null : text
}

/**
 * The subject of an account as text, letter for letter: two subjects that differ in type or zeros are two accounts
 * (OAU-17).
 *
 * @param value  A text; `allowNumber` takes a whole number from providers whose ids are numbers.
 * @throws ApiError `invalid_credentials` for anything else (OAU-13).
 */
export function subjectOf(value: unknown, { allowNumber = false } = {}): string {
  if (allowNumber && Number.isSafeInteger(value) && Number(value) > 0) return String(value)
  if (!allowNumber && typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)) return value
  throw new ApiError('invalid_credentials', { message: 'The provider did not say who logged in' })
}
