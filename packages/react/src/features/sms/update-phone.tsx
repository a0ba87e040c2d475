import type { ScreenProps } from '../../flow/screens.js'
import { LinkAddress } from '../../modal/link-address.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { PhoneField } from './phone-form.js'

/** Asks for the phone number that replaces the present one, and sends a code to it. */
export function UpdatePhone({ end }: ScreenProps<'UPDATE_PHONE_SCREEN'>) {
  const { link } = useAccountCopy()
  const { user } = useModal().kit.client.state
  const current = user?.phone?.number ?? null
  return (
    <LinkAddress
      method="sms"
      title={link.updatePhoneTitle}
      {...{ current, end }}
      Field={PhoneField}
    />
  )
}
