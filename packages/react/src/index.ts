'use client'

export type { Chain, SolanaCluster, User, WalletAccount } from '@sallyport/core'
export { addRpcUrlOverrideToChain, addSallyportRpcToChain } from '@sallyport/core'
export type { Price, PricedAsset, SallyportConfig } from './config.js'
export type { Messages } from './copy/catalogue.js'
export type { Callbacks, LoginCompletion } from './events.js'
export type { CreateOnLogin } from './flow/after-login.js'
export type { LoginMethod } from './flow/screens.js'
export { useGuestAccounts, useLogin, useLoginWithEmail, useLogout } from './hooks/login.js'
export type {
  CreateWalletOptions,
  RequestOptions,
  TransactionRequest,
  TypedDataRequest,
} from './hooks/requests.js'
export { useIdentityToken, useModalStatus, useToken, useUser } from './hooks/session.js'
export { type ConnectedSolanaWallet, useSolanaWallets } from './hooks/solana.js'
export type { OtpFlowState } from './hooks/use-code-login.js'
export { useSallyport } from './hooks/use-sallyport.js'
export { type ConnectedWallet, useWallets } from './hooks/use-wallets.js'
export {
  useCreateWallet,
  useSendTransaction,
  useSignMessage,
  useSignTransaction,
  useSignTypedData,
} from './hooks/wallet-requests.js'
export type { LoginOptions } from './kit.js'
export { SallyportProvider, type SallyportProviderProps } from './provider.js'
export type { Theme } from './theme/tokens.js'
