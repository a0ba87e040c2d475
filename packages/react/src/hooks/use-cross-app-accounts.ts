import { useKit } from '../context.js'
import { crossAppActionsOf } from '../cross-app-actions.js'

/**
 * Accounts of other apps: log in with one, link one, and use the wallets there, each in a window of the other app. Call the
 * functions while a press is handled, or the browser blocks the window. They reject with EIP-1193's 4001 when the user
 * declines.
 */
export function useCrossAppAccounts() {
  return crossAppActionsOf(useKit())
}
