import type { ScreenProps } from '../../flow/screens.js'
import { LinkAddress } from '../../modal/link-address.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { PhoneField } from './phone-form.js'

/** Asks for a phone number to link, and sends a code to it. */
export function LinkPhone({ end }: ScreenProps<'LINK_PHONE_SCREEN'>) {
  const { link } = useAccountCopy()
  return (
    <LinkAddress method="sms" title={link.phoneTitle} current={null} Field={PhoneField} end={end} />
  )
}
