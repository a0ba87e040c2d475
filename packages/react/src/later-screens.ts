/* The screens that follow the first one of a login, loaded while that one is shown. */
import { addStyle } from './modal/stylesheet.js'
import { codeStyle } from './theme/style-code.js'

export { AccountNotFound } from './features/failure/account-not-found.js'
export { AllowlistRejection } from './features/failure/allowlist-rejection.js'
export { ErrorScreen } from './features/failure/error.js'
export { LoginFailed } from './features/failure/login-failed.js'
export { UserLimitReached } from './features/failure/user-limit-reached.js'
export { AwaitingPasswordlessCode } from './features/one-time-code/awaiting-passwordless-code.js'
export { EmbeddedWalletCreated } from './features/wallet/embedded-wallet-created.js'
export { EmbeddedWalletOnAccountCreate } from './features/wallet/embedded-wallet-on-account-create.js'
export { closesByOutsideClick } from './flow/closes-by-outside-click.js'
export { SheetHandle } from './modal/sheet-handle.js'

/** Dresses the screens that have styles of their own. */
export const addLaterStyle = () => addStyle(codeStyle)
