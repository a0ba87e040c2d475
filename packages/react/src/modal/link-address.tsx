import { type ComponentType, useState } from 'react'
import { maskAddress } from '../copy/mask-address.js'
import type { LoginMethod, ScreenProps } from '../flow/screens.js'
import { entryOf } from '../login-methods.js'
import { ScreenIcon } from '../ui/parts.js'
import { Screen } from '../ui/screen.js'
import type { AddressEntry } from './address-form.js'
import { useAccountCopy } from './use-account-copy.js'

/** A screen with the field of a method, whose code then links the address or replaces the present one. */
export function LinkAddress(props: {
  method: Extract<LoginMethod, 'email' | 'sms'>
  title: string
  /** The address that is replaced; null when one is added. */
  current: string | null
  Field: ComponentType<AddressEntry>
  end: ScreenProps<'LINK_EMAIL_SCREEN'>['end']
}) {
  const { method, title, current, Field, end } = props
  const { link } = useAccountCopy()
  const [busy, setBusy] = useState(false)
  return (
    <Screen
      title={title}
      image={<ScreenIcon icon={entryOf(method).icon} busy={busy} />}
      help={current === null ? link.codeHelp : link.updateHelp(maskAddress(current))}
    >
      <Field
        prefill={null}
        intent={current === null ? 'link' : 'update'}
        wasLast={false}
        blocked={false}
        onBusy={setBusy}
        onSent={(sent) => end('codeSent', sent)}
        onFailed={(problem) => end('failed', problem)}
      />
    </Screen>
  )
}
