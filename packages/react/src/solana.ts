'use client'

export {
  type ConnectedSolanaWallet,
  type SolanaConnection,
  type SolanaRequestOptions,
  type SolanaTransaction,
  useSendTransaction,
  useSignMessage,
  useSignTransaction,
  useSolanaWallets,
} from './hooks/solana.js'
