'use client'

export {
  type ConnectedSolanaWallet,
  type SendSolanaTransactionInput,
  type SentSolanaTransaction,
  type SolanaConnection,
  type SolanaRequestOptions,
  type SolanaTransaction,
  useSendTransaction,
  useSignMessage,
  useSignTransaction,
  useSolanaWallets,
} from './hooks/solana.js'
