import { phoneNationalMaxDigits, phoneNationalMinDigits, phoneTextMaxLength } from '../limits.js'
import { callingCodeOf, leadingCallingCode, withoutTrunkPrefix } from './calling-codes.js'
import type { ParsedPhoneNumber } from './phone-number.js'
import { plainPhoneText } from './phone-text.js'

/** Digits of a number in the North American numbering plan (+1), without the calling code. */
const northAmericanDigits = 10
/** ITU-T E.164: no number has more digits, with its calling code. */
const mostDigits = 15
const leastNationalDigits = 4

/**
 * Reads a phone number in national or international form, with the usual separators. It is a possible number: its calling
 * code exists and its length is allowed. Whether a subscriber has it is not checked.
 *
 * @param country ISO code of the country that a number without a calling code belongs to.
 * @returns `international` in E.164 form (`+12015550123`); undefined when the text is not a possible number.
 */
export function parsePhoneNumber(text: string, country: string): ParsedPhoneNumber | undefined {
  const written = readWritten(text)
  if (written === undefined) return undefined
  const { isInternational, digits } = written
  const home = callingCodeOf(country)
  if (isInternational) return fromInternational(digits)
  if (home === undefined) return undefined
  // 00 is the prefix of international calls in most countries; in North America it is not.
  if (home !== '1' && digits.startsWith('00')) return fromInternational(digits.slice(2))
  return toNumber(home, digits)
}

/**
 * A number as it was typed, in international form, for a server that knows the numbering plan of its country:
 * `+442079460018`, `+4402079460018`. What people dial before a national number is left in.
 *
 * @returns undefined when the text has other characters than numbers have, or too few or too many digits.
 */
export function dialledNumber(text: string, country: string): string | undefined {
  const written = readWritten(text)
  const home = callingCodeOf(country)
  if (written === undefined) return undefined
  const { isInternational, digits } = written
  if (isInternational) return isPlausible(digits) ? `+${digits}` : undefined
  if (home === undefined || !isPlausible(digits)) return undefined
  if (home !== '1' && digits.startsWith('00')) return `+${digits.slice(2)}`
  return home === '1' && digits.length === northAmericanDigits + 1 && digits.startsWith('1')
    ? `+${digits}`
    : `+${home}${digits}`
}

function isPlausible({ length }: string): boolean {
  return length >= phoneNationalMinDigits && length <= phoneNationalMaxDigits + 3
}

function readWritten(text: string): { isInternational: boolean; digits: string } | undefined {
  if (text.length > phoneTextMaxLength) return undefined
  const written = /^(\+?)([\d ().\-/]+)$/.exec(plainPhoneText(text))
  if (written === null) return undefined
  const [, plus = '', rest = ''] = written
  return { isInternational: plus !== '', digits: rest.replaceAll(/\D/g, '') }
}

function fromInternational(digits: string): ParsedPhoneNumber | undefined {
  const code = leadingCallingCode(digits)
  return code === undefined ? undefined : toNumber(code, digits.slice(code.length))
}

function toNumber(code: string, dialled: string): ParsedPhoneNumber | undefined {
  const nationalNumber = withoutTrunkPrefix(code, dialled)
  const { length } = nationalNumber
  const isPossible =
    code === '1'
      ? length === northAmericanDigits
      : length >= leastNationalDigits && code.length + length <= mostDigits
  return isPossible ? { nationalNumber, international: `+${code}${nationalNumber}` } : undefined
}

/** Writes an E.164 number with groups of digits, for people: `+1 (201) 555-0123`, `+44 791 112 3456`. */
export function formatPhoneNumber(international: string): string {
  const digits = international.replaceAll(/\D/g, '')
  const code = leadingCallingCode(digits)
  if (code === undefined) return international
  const national = digits.slice(code.length)
  if (code === '1') return `+1 ${national.replace(/^(\d{3})(\d{3})(\d+)$/, '($1) $2-$3')}`
  return `+${code} ${national.replaceAll(/\d{3}(?=\d{2})/g, '$& ')}`
}
