import { addStyle } from './modal/stylesheet.js'
import { accountStyle } from './theme/style-account.js'
import { requestStyle } from './theme/style-requests.js'

export { PasswordRecovery } from './features/recovery/password-recovery.js'
export { PasswordUpdate } from './features/recovery/password-update.js'
export { PasswordUpdateSplash } from './features/recovery/password-update-splash.js'

/** Dresses the screens of recovery passcodes: notices as in requests, groups as in the account sheet. */
export function addRecoveryStyle(): void {
  for (const style of [requestStyle, accountStyle]) addStyle(style)
}
