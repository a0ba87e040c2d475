import * as z from 'zod/mini'
import type { Refusal } from '../errors.js'
import {
  phoneDefaultCountry,
  phoneNationalMaxDigits,
  phoneNationalMinDigits,
  phoneTextMaxLength,
  verificationCodeLength,
} from '../limits.js'

/** A text understood as a phone number. */
export interface ParsedPhoneNumber {
  /** Digits without the country code. */
  nationalNumber: string
  /** The number in international format, with `+` and country code: what is stored and compared. */
  international: string
}

/**
 * Reads a phone number; `undefined` when the text is not a possible one.
 *
 * @param country ISO code of the country a number without a country code belongs to.
 */
export type ParsePhoneNumber = (text: string, country: string) => ParsedPhoneNumber | undefined

/** Answer to a wrong code on SMS login and link (specification §5). */
export const invalidSmsCode = {
  code: 'invalid_credentials',
  status: 422,
  message: 'Invalid SMS verification code',
} as const satisfies Refusal
/** Answer to a wrong number on SMS login and link (specification §5). */
export const invalidSmsNumber = {
  code: 'invalid_credentials',
  status: 422,
  message: 'Invalid phone number',
} as const satisfies Refusal
/** Answer to a badly formatted number when a code is asked for (specification §5). */
export const invalidSmsInitNumber = {
  code: 'invalid_data',
  status: 422,
  message: 'Invalid phone number, not formatted correctly',
} as const satisfies Refusal

/** A code sent by SMS: exactly 6 characters, answered on SMS routes with the text of `invalidSmsCode`. */
export const smsCode = z
  .string(invalidSmsCode.message)
  .check(z.length(verificationCodeLength, invalidSmsCode.message))

/**
 * A phone number in international format (specification §5). The parser comes from the caller, because it needs a
 * numbering plan that browsers should not load; the limits on its input and output hold whatever it accepts.
 *
 * @param message  Text for every refusal: the default for forms, or that of one of the answers above.
 */
export function phoneNumber(parse: ParsePhoneNumber, message = 'Phone number is not valid') {
  return z.pipe(
    z.string(message).check(z.maxLength(phoneTextMaxLength, { error: message, abort: true })),
    z.transform((text: string, context) => {
      const number = parse(text, phoneDefaultCountry)
      if (number && hasPossibleLength(number)) return number.international
      context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    }),
  )
}

function hasPossibleLength({ nationalNumber: { length } }: ParsedPhoneNumber): boolean {
  return length >= phoneNationalMinDigits && length <= phoneNationalMaxDigits
}
