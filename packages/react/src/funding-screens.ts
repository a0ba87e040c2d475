import { addStyle } from './modal/stylesheet.js'
import { accountStyle } from './theme/style-account.js'
import { fundingStyle } from './theme/style-funding.js'
import { requestStyle } from './theme/style-requests.js'

export { FundingAwaitingTransfer } from './features/funding/awaiting-transfer.js'
export { FundingBridging } from './features/funding/bridging.js'
export { FundingEditAmount } from './features/funding/edit-amount.js'
export { FundingManualTransfer } from './features/funding/manual-transfer.js'
export { FundingMethodSelection } from './features/funding/method-selection.js'
export { CoinbaseOnRampStatus, MoonpayStatus } from './features/funding/provider-status.js'
export { FundingTransferFromWallet } from './features/funding/transfer-from-wallet.js'

/** Dresses the screens that add money: rows as in requests, groups as in the account sheet. */
export function addFundingStyle(): void {
  for (const style of [requestStyle, accountStyle, fundingStyle]) addStyle(style)
}
