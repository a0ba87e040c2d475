import type { ScreenProps } from '../../flow/screens.js'
import { LinkAddress } from '../../modal/link-address.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { EmailField } from './email-form.js'

/** Asks for the email address that replaces the present one, and sends a code to it. */
export function UpdateEmail({ end }: ScreenProps<'UPDATE_EMAIL_SCREEN'>) {
  const { link } = useAccountCopy()
  const { user } = useModal().kit.client.state
  const current = user?.email?.address ?? null
  return (
    <LinkAddress
      method="email"
      title={link.updateEmailTitle}
      {...{ current, end }}
      Field={EmailField}
    />
  )
}
