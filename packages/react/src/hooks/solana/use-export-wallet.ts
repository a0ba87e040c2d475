import { useKit } from '../../context.js'
import { walletPageActionsOf } from '../../wallet-page-actions.js'

/** `exportWallet({ address })` shows the user the key of a Solana wallet. Default: the first one. */
export function useExportWallet() {
  const { exportWallet } = walletPageActionsOf(useKit(), 'solana')
  return { exportWallet }
}
