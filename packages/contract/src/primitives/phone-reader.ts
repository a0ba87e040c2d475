import { parsePhoneNumber } from './parse-phone-number.js'
import type { ParsePhoneNumber } from './phone-number.js'

let reader: ParsePhoneNumber = parsePhoneNumber

/**
 * Has every schema of this process read phone numbers by `parse`: a server knows the numbering plan of each country, which
 * is too large for pages. Without it they are read by the rules that pages have.
 */
export function readPhoneNumbersBy(parse: ParsePhoneNumber): void {
  reader = parse
}

/** Reads a phone number as this process does. */
export const readPhoneNumber: ParsePhoneNumber = (text, country) => reader(text, country)
