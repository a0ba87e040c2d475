export {
  type AccountCall,
  accountCallData,
  accountCode,
  accountContract,
  accountEntryPoint,
} from './account-contract.js'
export * from './answers.js'
export * from './bitcoin.js'
export * from './body.js'
export {
  type CompleteTransaction,
  completeTransaction,
  type TransactionProblem,
} from './complete-transaction.js'
export * from './delegated.js'
export * from './ethereum.js'
export * from './export.js'
export { type RawSign, rawSignAnswer, rawSignBody } from './raw-sign.js'
export { type RpcProblem, readWalletRpc } from './read.js'
export * from './solana.js'
export * from './transaction.js'
