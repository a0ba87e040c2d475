import type { EntryProps } from '../../flow/login-method.js'
import { useModal } from '../../modal/modal-context.js'
import { useLastLogin } from '../../modal/use-last-login.js'
import { Row } from '../../ui/row.js'
import { farcasterIcon } from './icon.js'

/** The row of the first screen that leads to Farcaster. */
export function FarcasterRow({ end, wasLast, blocked }: EntryProps) {
  const { copy } = useModal()
  const last = useLastLogin(wasLast)
  return (
    <Row
      icon={farcasterIcon}
      name={copy.landing.withProvider('Farcaster')}
      {...last}
      disabled={blocked}
      onPress={() => end('farcaster', {})}
    />
  )
}
