export * from '../wallet-rpc/index.js'
export * from './aggregation.js'
export * from './balance.js'
export * from './condition-set.js'
export { publicKey, resourceId } from './fields.js'
export * from './intent.js'
export * from './key-quorum.js'
export * from './key-transport.js'
export * from './policy.js'
export {
  aggregations,
  conditionSets,
  keyQuorums,
  policies,
  walletSettings,
} from './routes/governance.js'
export { intents, transactions } from './routes/intents.js'
export { serverWallets, walletActions } from './routes/wallets.js'
export { settings as walletSettingsSchema } from './settings.js'
export * from './signed-payload.js'
export * from './transaction.js'
export * from './transfer.js'
export {
  spellTransferChain,
  type TransferChain,
  transferChainOf,
  transferChains,
} from './transfer-chains.js'
export * from './wallet.js'
