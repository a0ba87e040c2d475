import { passkey } from '@sallyport/core'
import { useEffect, useRef } from 'react'
import type { EntryProps } from '../../flow/login-method.js'
import { useModal } from '../../modal/modal-context.js'
import { useLastLogin } from '../../modal/use-last-login.js'
import { Row } from '../../ui/row.js'
import { passkeyIcon } from './icon.js'
import { suggestPasskey } from './suggest.js'

/** The row of the first screen that logs in by passkey; none in a browser without passkeys. Loaded by `lazy`. */
export default function PasskeyRow({ data, end, wasLast, blocked }: EntryProps) {
  const { kit, copy } = useModal()
  const last = useLastLogin(wasLast)
  useSuggestions({ end })
  if (!passkey.isSupported()) return null
  const signsUp = kit.client.state.config?.passkeys_for_signup_enabled && !data.disableSignup
  return (
    <Row
      icon={passkeyIcon}
      name={copy.landing.passkey}
      {...last}
      disabled={blocked}
      onPress={() => (signsUp ? end('passkeyAsked', {}) : end('passkeyChosen', { does: 'login' }))}
    />
  )
}

/** Has the browser suggest passkeys in the email field while the first screen is shown. */
function useSuggestions({ end }: Pick<EntryProps, 'end'>) {
  const { kit } = useModal()
  const latest = useRef(end)
  latest.current = end
  useEffect(() => suggestPasskey({ kit, end: (name, value) => latest.current(name, value) }), [kit])
}
