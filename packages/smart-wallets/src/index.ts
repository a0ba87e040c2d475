export type { OwnerOperation } from './accounts/account.js'
export type { Bundler, SmartWalletConnection } from './client.js'
export { SmartWalletError, type SmartWalletErrorCode } from './errors.js'
export {
  readClientSettings,
  readSettings,
  type SmartWalletNetwork,
  type SmartWalletSettings,
} from './network.js'
export {
  type Call,
  type NamedPaymaster,
  type PreparedOperation,
  prepareOperation,
  readBalance,
  sendOperation,
} from './operation.js'
export { isOwnedBy, type OwnershipNode, type OwnershipQuestion } from './ownership.js'
export { type OperationReceipt, type Outcome, readOperation, waitForOperation } from './receipt.js'
export { type SignedOperation, signOperationOnly } from './signed-operation.js'
export { createSmartWallets, type SmartWallets, type SmartWalletsInput } from './smart-wallets.js'
