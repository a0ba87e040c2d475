import { useKit } from '../../context.js'
import type { Callbacks } from '../../events.js'
import { walletPageActionsOf } from '../../wallet-page-actions.js'
import { useCallbacks } from '../use-callbacks.js'

/** `importWallet()` lets the user add a Solana wallet they have; `importWallet({ privateKey })` adds it without a screen. */
export function useImportWallet(callbacks?: Callbacks['createWallet']) {
  useCallbacks('createWallet', callbacks)
  const { importWallet } = walletPageActionsOf(useKit(), 'solana')
  return { importWallet }
}
