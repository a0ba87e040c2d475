'use client'

export type { FundSolanaWalletOptions } from './funding-calls.js'
export {
  type SolanaWalletConnectors,
  toSolanaWalletConnectors,
} from './hooks/solana/solana-connectors.js'
export { useExportWallet } from './hooks/solana/use-export-wallet.js'
export { useFundWallet, useSolanaFundingPlugin } from './hooks/solana/use-fund-wallet.js'
export { useImportWallet } from './hooks/solana/use-import-wallet.js'
export {
  type SendSolanaTransactionInput,
  type SentSolanaTransaction,
  useSendTransaction,
} from './hooks/solana/use-send-transaction.js'
export { useSignMessage } from './hooks/solana/use-sign-message.js'
export { useSignTransaction } from './hooks/solana/use-sign-transaction.js'
export { type ConnectedSolanaWallet, useSolanaWallets } from './hooks/solana/use-solana-wallets.js'
export type {
  SolanaConnection,
  SolanaRequestOptions,
  SolanaTransaction,
} from './solana-requests.js'
