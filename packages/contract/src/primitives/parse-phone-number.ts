import { callingCodeOf, leadingCallingCode, withoutTrunkPrefix } from './calling-codes.js'
import type { ParsedPhoneNumber } from './phone-number.js'

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
  // Trimmed before: a pattern with two parts that take spaces is slow on many of them.
  const written = /^(\+?)([\d ().\-/\u00a0]+)$/.exec(text.trimStart())
  if (written === null) return undefined
  const [, plus = '', rest = ''] = written
  const digits = rest.replaceAll(/\D/g, '')
  const home = callingCodeOf(country)
  if (plus !== '') return fromInternational(digits)
  if (home === undefined) return undefined
  // 00 is the prefix of international calls in most countries; in North America it is not.
  if (home !== '1' && digits.startsWith('00')) return fromInternational(digits.slice(2))
  return toNumber(home, digits)
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
