import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { linkingOf } from '../linking-actions.js'
import { useCallbacks } from './use-callbacks.js'

type Told = Callbacks['linkAccount']

/** The linking functions, with the callbacks of one hook. */
function useLinking(callbacks: Told | undefined) {
  useCallbacks('linkAccount', callbacks)
  return linkingOf(useKit())
}

/** `linkEmail()` opens the modal to link an email address. One function of `useLinkAccount`, as newer apps name it. */
export function useLinkEmail(callbacks?: Told) {
  const { linkEmail } = useLinking(callbacks)
  return { linkEmail }
}

/** `linkPhone()` opens the modal to link a phone number. */
export function useLinkPhone(callbacks?: Told) {
  const { linkPhone } = useLinking(callbacks)
  return { linkPhone }
}

/** `linkWallet()` opens the modal to link an external wallet. */
export function useLinkWallet(callbacks?: Told) {
  const { linkWallet } = useLinking(callbacks)
  return { linkWallet }
}

/** `linkPasskey()` opens the modal to add a passkey. */
export function useLinkPasskey(callbacks?: Told) {
  const { linkPasskey } = useLinking(callbacks)
  return { linkPasskey }
}

/** `linkFarcaster()` opens the modal to link a Farcaster account. */
export function useLinkFarcaster(callbacks?: Told) {
  const { linkFarcaster } = useLinking(callbacks)
  return { linkFarcaster }
}

/** `linkTelegram()` opens the modal to link a Telegram account. */
export function useLinkTelegram(callbacks?: Told) {
  const { linkTelegram } = useLinking(callbacks)
  return { linkTelegram }
}
