'use client'

export {
  type BitcoinChainType,
  type ConnectedBitcoinWallet,
  useBitcoinWallets,
} from './hooks/bitcoin/use-bitcoin-wallets.js'
