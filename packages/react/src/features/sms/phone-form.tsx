import { phoneDefaultCountry } from '@sallyport/contract'
import { dialledNumber, formatPhoneNumber, parsePhoneNumber } from '@sallyport/contract/phone'
import type { EntryProps } from '../../flow/login-method.js'
import { smsCalls } from '../../late-code-calls.js'
import { type AddressEntry, AddressForm, entryOfLogin } from '../../modal/address-form.js'
import { useModal } from '../../modal/modal-context.js'
import { smsMethod } from './method.js'

const example = '+1 (201) 555-0123'

/** The field of the first screen for a phone number, with or without country code: sends a code. */
export default function PhoneForm(props: EntryProps) {
  return <PhoneField {...entryOfLogin(props)} />
}

/** The number field by itself. */
export function PhoneField(entry: AddressEntry) {
  const { copy, locale, settings } = useModal()
  const country = countryOf(settings.methodsConfig.intl?.defaultCountry)
  return (
    <AddressForm
      entry={entry}
      method="sms"
      prefill="phone"
      icon={smsMethod.icon}
      input={{
        type: 'tel',
        name: 'phone',
        inputMode: 'tel',
        autoComplete: 'tel',
        placeholder: example,
      }}
      label={copy.landing.phoneLabel}
      help={copy.landing.phoneHelp(nameOf(country, locale))}
      invalid={copy.problem.phoneInvalid}
      read={(text) => readPhone(text, country)}
      send={smsCalls.send}
      sendLink={smsCalls.sendLink}
    />
  )
}

/** The number grouped for reading; one that the rules of pages do not know as it was typed: the server knows all countries. */
function readPhone(text: string, country: string): string | undefined {
  const number = parsePhoneNumber(text, country)?.international ?? dialledNumber(text, country)
  return number && formatPhoneNumber(number)
}

/** What is not a country code counts as not given. */
function countryOf(given: string | undefined): string {
  return given && /^[a-z]{2}$/i.test(given) ? given.toUpperCase() : phoneDefaultCountry
}

function nameOf(country: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country
}
