/* The screens that follow the first one of a login, loaded while that one is shown. */
export { AwaitingPasswordlessCode } from './features/one-time-code/awaiting-passwordless-code.js'
export { EmbeddedWalletCreated } from './features/wallet/embedded-wallet-created.js'
export { EmbeddedWalletOnAccountCreate } from './features/wallet/embedded-wallet-on-account-create.js'
