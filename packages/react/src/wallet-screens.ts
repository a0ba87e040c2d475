import { addStyle } from './modal/stylesheet.js'
import { requestStyle } from './theme/style-requests.js'

export { AwaitingConnectOnlyConnection } from './features/external-wallet/awaiting-connect-only-connection.js'
export { AwaitingConnection } from './features/external-wallet/awaiting-connection.js'
export { ConnectOrCreate } from './features/external-wallet/connect-or-create.js'
export { InstallWallet, WalletInterstitial } from './features/external-wallet/missing-wallet.js'
export {
  ConnectOnlyAuthenticated,
  ConnectOnlyLanding,
  LinkWallet,
  WalletListScreen,
} from './features/external-wallet/wallet-lists.js'

/** Dresses the screens of wallets: notices and addresses look as in requests. */
export const addWalletScreenStyle = () => addStyle(requestStyle)
