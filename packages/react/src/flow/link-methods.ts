import type { LoginMethod } from './screens.js'

/** Every kind of account that can be linked, by its name in callbacks (react-api §8) where it has one. */
const linkMethods = [
  'email',
  'sms',
  'wallet',
  'google',
  'twitter',
  'discord',
  'github',
  'spotify',
  'instagram',
  'tiktok',
  'linkedin',
  'apple',
  'twitch',
  'farcaster',
  'telegram',
  'passkey',
  'custom',
] as const

/** The name of a method that links. `wallet` is the choice between wallets, `siwe` and `siws` the proofs by one. */
export type LinkMethod =
  | LoginMethod
  | (typeof linkMethods)[number]
  | 'siwe'
  | 'siws'
  | `privy:${string}`
