import type { EntryProps } from '../../flow/login-method.js'
import { emailCalls } from '../../late-code-calls.js'
import { type AddressEntry, AddressForm, entryOfLogin } from '../../modal/address-form.js'
import { useModal } from '../../modal/modal-context.js'

/** The address field of the first screen: sends a code. */
export function EmailForm(props: EntryProps) {
  return <EmailField {...entryOfLogin(props)} />
}

/** The address field by itself. */
export function EmailField(entry: AddressEntry) {
  const { copy, settings } = useModal()
  return (
    <AddressForm
      entry={entry}
      method="email"
      prefill="email"
      icon="mail"
      input={{
        type: 'email',
        name: 'email',
        inputMode: 'email',
        // Passkeys are suggested in this field.
        autoComplete: settings.loginMethods.includes('passkey') ? 'email webauthn' : 'email',
        placeholder: copy.landing.emailPlaceholder,
      }}
      label={copy.landing.emailLabel}
      invalid={copy.problem.emailInvalid}
      read={readEmail}
      send={emailCalls.send}
      sendLink={emailCalls.sendLink}
    />
  )
}

function readEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  return looksLikeEmail(address) ? address : undefined
}

/** A first look only; the server's rule decides (specification §5). */
function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
