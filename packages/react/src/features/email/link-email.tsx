import type { ScreenProps } from '../../flow/screens.js'
import { LinkAddress } from '../../modal/link-address.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { EmailField } from './email-form.js'

/** Asks for an email address to link, and sends a code to it. */
export function LinkEmail({ end }: ScreenProps<'LINK_EMAIL_SCREEN'>) {
  const { link } = useAccountCopy()
  return (
    <LinkAddress
      method="email"
      title={link.emailTitle}
      current={null}
      Field={EmailField}
      end={end}
    />
  )
}
