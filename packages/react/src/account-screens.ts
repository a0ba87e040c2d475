import { addStyle } from './modal/stylesheet.js'
import { accountStyle, qrStyle } from './theme/style-account.js'
import { devicesStyle } from './theme/style-devices.js'
import { requestStyle } from './theme/style-requests.js'

export { Account } from './features/account/account.js'
export { AccountActivity } from './features/account/account-activity.js'
export { AccountAdd } from './features/account/account-add.js'
export { AccountApps } from './features/account/account-apps.js'
export { AccountDevices } from './features/account/account-devices.js'
export { AccountLinked } from './features/account/account-linked.js'
export { AccountSend } from './features/account/account-send.js'
export { AccountWallet } from './features/account/account-wallet.js'

/** Dresses the account sheet. */
export function addAccountStyle(): void {
  // Notices, addresses and pairs of buttons look as in requests.
  addStyle(requestStyle)
  addStyle(qrStyle)
  addStyle(accountStyle)
  addStyle(devicesStyle)
}
