import { addStyle } from './modal/stylesheet.js'
import { accountStyle } from './theme/style-account.js'
import { requestStyle } from './theme/style-requests.js'
import { walletPageStyle } from './theme/style-wallet-page.js'

export { PasswordCreate } from './features/recovery/password-create.js'
export { PasswordRecovery } from './features/recovery/password-recovery.js'
export { PasswordUpdate } from './features/recovery/password-update.js'
export { PasswordUpdateSplash } from './features/recovery/password-update-splash.js'
export { RecoveryOAuth } from './features/recovery/recovery-oauth.js'
export { RecoveryPasskey } from './features/recovery/recovery-passkey.js'
export { RecoverySelection } from './features/recovery/recovery-selection.js'
export { SetAutomaticRecovery } from './features/recovery/set-automatic-recovery.js'

/** Dresses the screens of recovery: notices as in requests, groups as in the account sheet. */
export function addRecoveryStyle(): void {
  for (const style of [requestStyle, accountStyle, walletPageStyle]) addStyle(style)
}
