import { addStyle } from './modal/stylesheet.js'
import { requestStyle } from './theme/style-requests.js'
import { walletPageStyle } from './theme/style-wallet-page.js'

export {
  DelegatedActionsConsent,
  DelegatedActionsRevoke,
} from './features/wallet-page/delegation.js'
export {
  EmbeddedWalletImport,
  EmbeddedWalletKeyExport,
  EmbeddedWalletRehearsal,
} from './features/wallet-page/wallet-pages.js'

/** Dresses the screens around the pages of the wallet's origin. */
export function addWalletPageStyle(): void {
  addStyle(requestStyle)
  addStyle(walletPageStyle)
}
