import { addStyle } from './modal/stylesheet.js'
import { requestStyle } from './theme/style-requests.js'

export { EmbeddedWalletSignRequest } from './features/signing/embedded-wallet-sign-request.js'
export { EmbeddedWalletSendSolanaTransaction } from './features/transaction/embedded-wallet-send-solana-transaction.js'
export { EmbeddedWalletSendTransaction } from './features/transaction/embedded-wallet-send-transaction.js'
export { EmbeddedWalletConnecting } from './features/wallet/embedded-wallet-connecting.js'

/** Dresses the screens of wallet requests. */
export const addRequestStyle = () => addStyle(requestStyle)
