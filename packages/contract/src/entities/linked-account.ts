import * as z from 'zod/mini'
import { byOAuthType } from '../oauth-provider-names.js'
import { type CustomProvider, isCustomProvider } from '../primitives/oauth-providers.js'
import { serverHeld } from '../vendor.js'
import { base, linkedOAuthAccounts } from './oauth-accounts.js'

/** How an embedded wallet is recovered on a new device. `passkey` is ours (docs/features/recovery.md). */
export const recoveryMethods = [
  'privy',
  'user-passcode',
  'google-drive',
  'icloud',
  'passkey',
] as const
export const recoveryMethod = z.enum(recoveryMethods)
export type RecoveryMethod = (typeof recoveryMethods)[number]

const email = z.object({ type: z.literal('email'), ...base, address: z.string() })
const phone = z.object({ type: z.literal('phone'), ...base, phoneNumber: z.string() })
const externalWallet = z.object({
  type: z.literal('wallet'),
  ...base,
  address: z.string(),
  chain_id: z.optional(z.string()),
  chain_type: z.enum(['ethereum', 'solana']),
  wallet_client: z.literal('unknown'),
  wallet_client_type: z.optional(z.string()),
  connector_type: z.optional(z.string()),
})
const embedded = {
  type: z.literal('wallet'),
  ...base,
  id: z.nullable(z.string()),
  address: z.string(),
  chain_id: z.string(),
  wallet_client: z.literal('privy'),
  wallet_client_type: z.literal('privy'),
  connector_type: z.literal('embedded'),
  imported: z.boolean(),
  delegated: z.boolean(),
  wallet_index: z.number(),
  recovery_method: recoveryMethod,
}
const embeddedEthereum = z.object({
  ...embedded,
  chain_type: z.literal('ethereum'),
  public_key: z.optional(z.string()),
})
/** Every chain but Ethereum: the account carries the public key too (specification §3). */
const embeddedOther = z.object({
  ...embedded,
  chain_type: z.enum(['solana', 'bitcoin-segwit', 'bitcoin-taproot']),
  public_key: z.string(),
})
/** A server wallet of the user. Its clients ask the back end for signatures, by its id. */
const serverHeldWallet = z.object({
  ...embedded,
  id: z.string(),
  chain_type: z.enum(['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot']),
  public_key: z.optional(z.string()),
  recovery_method: z.literal(serverHeld),
})
const smartWalletTypes = [
  'safe',
  'kernel',
  'biconomy',
  'light_account',
  'coinbase_smart_wallet',
] as const
/** The five smart wallet types (specification §5). */
export const smartWalletType = z.enum(smartWalletTypes)
/** One of the five. */
export type SmartWalletType = z.output<typeof smartWalletType>
const smartWallet = z.object({
  type: z.literal('smart_wallet'),
  ...base,
  address: z.string(),
  smart_wallet_type: smartWalletType,
  smart_wallet_version: z.optional(z.string()),
})
/** Of a provider that the app has added; the type is the provider's name (wire reference §8). */
const customOAuth = z.object({
  type: z.custom<CustomProvider>(isCustomProvider),
  ...base,
  subject: z.string(),
  name: z.optional(z.string()),
  username: z.optional(z.string()),
  email: z.optional(z.string()),
  profile_picture_url: z.optional(z.string()),
})
const custom = z.object({ type: z.literal('custom_auth'), ...base, custom_user_id: z.string() })
const farcaster = z.object({
  type: z.literal('farcaster'),
  ...base,
  fid: z.number(),
  owner_address: z.string(),
  username: z.optional(z.string()),
  display_name: z.optional(z.string()),
  bio: z.optional(z.string()),
  profile_picture: z.optional(z.string()),
  profile_picture_url: z.optional(z.string()),
  homepage_url: z.optional(z.string()),
  signer_public_key: z.optional(z.string()),
})
const telegram = z.object({
  type: z.literal('telegram'),
  ...base,
  telegram_user_id: z.string(),
  first_name: z.optional(z.nullable(z.string())),
  last_name: z.optional(z.nullable(z.string())),
  username: z.optional(z.nullable(z.string())),
  photo_url: z.optional(z.nullable(z.string())),
})
const passkey = z.object({
  type: z.literal('passkey'),
  ...base,
  credential_id: z.string(),
  enrolled_in_mfa: z.boolean(),
  authenticator_name: z.optional(z.nullable(z.string())),
  created_with_browser: z.optional(z.nullable(z.string())),
  created_with_os: z.optional(z.nullable(z.string())),
  created_with_device: z.optional(z.nullable(z.string())),
})
const addressList = z.array(z.object({ address: z.string() }))
const crossApp = z.object({
  type: z.literal('cross_app'),
  ...base,
  subject: z.string(),
  provider_app_id: z.string(),
  /** Ours: name and picture of that app, as of the last login; accounts of older logins have none. */
  provider_app_name: z.optional(z.string()),
  provider_app_icon_url: z.optional(z.string()),
  embedded_wallets: addressList,
  smart_wallets: addressList,
})

const anyLinkedAccount = z.union([
  email,
  phone,
  externalWallet,
  embeddedEthereum,
  embeddedOther,
  serverHeldWallet,
  smartWallet,
  ...Object.values(linkedOAuthAccounts),
  customOAuth,
  custom,
  farcaster,
  telegram,
  passkey,
  crossApp,
])
type AnyLinkedAccount = typeof anyLinkedAccount
/** Named, so that the declaration of a route refers to it: written out in each, they are 1.6 MB. */
export interface LinkedAccountSchema extends AnyLinkedAccount {}
/** Every kind of linked account. Two kinds have type `wallet`; `wallet_client` tells them apart. */
export const linkedAccount: LinkedAccountSchema = anyLinkedAccount
export type LinkedAccount = z.output<typeof linkedAccount>
export type LinkedAccountType = LinkedAccount['type']
/** A kind of linked account: its type, or `custom_oauth` for those of all providers that apps have added. */
export type LinkedAccountKind = NamedType | 'custom_oauth'
type NamedType = Exclude<LinkedAccountType, CustomProvider>
/** Every type of linked account but those of providers that apps have added. */
export const linkedAccountTypes = /* @__PURE__ */ Object.keys({
  email: true,
  phone: true,
  wallet: true,
  smart_wallet: true,
  .../* @__PURE__ */ byOAuthType(() => true as const),
  custom_auth: true,
  farcaster: true,
  telegram: true,
  passkey: true,
  cross_app: true,
} satisfies Record<NamedType, true>) as NamedType[] // the record has exactly these keys
/** The kind of an account of a type. */
export function kindOf<T extends string>(type: T): Exclude<T, CustomProvider> | 'custom_oauth' {
  // Every other type is its own kind.
  return isCustomProvider(type) ? 'custom_oauth' : (type as Exclude<T, CustomProvider>)
}
export type EmbeddedWalletAccount = z.output<typeof embeddedEthereum | typeof embeddedOther>
