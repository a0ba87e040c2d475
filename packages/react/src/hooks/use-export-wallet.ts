import { useKit } from '../context.js'
import { walletPageActionsOf } from '../wallet-page-actions.js'

/** `exportWallet({ address })` shows the user the key of a wallet; `testWalletRecovery({ address })` shows that it can be restored. */
export function useExportWallet() {
  const { exportWallet, testWalletRecovery } = walletPageActionsOf(useKit(), 'ethereum')
  return { exportWallet, testWalletRecovery }
}
