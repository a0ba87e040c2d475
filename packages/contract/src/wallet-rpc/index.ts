export { walletRpcAnswer, walletRpcAnswers } from './answers.js'
export {
  isWalletRpcMethod,
  type WalletRpc,
  type WalletRpcMethod,
  walletRpc,
  walletRpcMethods,
} from './body.js'
export {
  type CompleteTransaction,
  completeTransaction,
  type TransactionProblem,
} from './complete-transaction.js'
export {
  type DelegatedRequest,
  delegatedEnvelope,
  delegatedMethods,
  delegatedRequest,
} from './delegated.js'
export type { UserOperation } from './ethereum.js'
export { type RawSign, rawSignAnswer, rawSignBody } from './raw-sign.js'
export { type RpcProblem, readWalletRpc } from './read.js'
export {
  type DelegatedTransaction,
  type EthereumTransaction,
  ethereumTransaction,
} from './transaction.js'
