import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { mfaActionsOf } from '../mfa-actions.js'
import { useCallbacks } from './use-callbacks.js'

/** `setWalletRecovery({ address })` lets the user choose how a wallet comes back on a new device. */
export function useSetWalletRecovery(callbacks?: Callbacks['setWalletRecovery']) {
  useCallbacks('setWalletRecovery', callbacks)
  const { setWalletRecovery } = mfaActionsOf(useKit())
  return { setWalletRecovery }
}

/** `setWalletPassword()` lets the user set or change the recovery passcode of a wallet. */
export function useSetWalletPassword(callbacks?: Callbacks['setWalletPassword']) {
  useCallbacks('setWalletPassword', callbacks)
  const { setWalletPassword } = mfaActionsOf(useKit())
  return { setWalletPassword }
}
