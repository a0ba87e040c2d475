import { type ParsePhoneNumber, plainPhoneText, readPhoneNumbersBy } from '@sallyport/contract'
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/**
 * Reads a phone number by the numbering plan of its country (Google's libphonenumber). It is a possible number; whether a
 * subscriber has it is not checked. A text around the number and an extension are refused.
 */
export const parsePhoneNumber: ParsePhoneNumber = (text, country) => {
  const plain = plainPhoneText(text)
  // The library also reads letters and extensions, which are not part of a number that messages are sent to.
  if (!/^\+?[\d ().\-/]+$/.test(plain)) return undefined
  const number = parsePhoneNumberFromString(plain, {
    ...(isCountry(country) ? { defaultCountry: country } : {}),
    extract: false,
  })
  if (number === undefined || !number.isPossible() || number.ext !== undefined) return undefined
  return { nationalNumber: number.nationalNumber, international: number.number }
}

/** Has the schemas of this process read phone numbers so. */
export function usePhoneNumberPlans(): void {
  readPhoneNumbersBy(parsePhoneNumber)
}

function isCountry(text: string): text is CountryCode {
  return isSupportedCountry(text)
}
