import type { OAuthProvider } from '@sallyport/contract'
import type { LoginMethod } from './screens.js'

/** The name of a method that links. `wallet` is the choice between wallets, `siwe` and `siws` the proofs by one. */
export type LinkMethod =
  | LoginMethod
  | 'email'
  | 'sms'
  | 'wallet'
  | OAuthProvider
  | 'farcaster'
  | 'telegram'
  | 'passkey'
  | 'custom'
  | 'siwe'
  | 'siws'
  | `privy:${string}`
