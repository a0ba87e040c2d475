import {
  accountTypeOf,
  byOAuthType,
  type CustomProvider,
  isCustomProvider,
  type LinkedAccount,
  type LoginSwitch,
} from '@sallyport/contract'
import type { AppSettings } from '../apps/app.js'

/** Linked accounts that a user proves. Wallets made here and smart wallets are derived, never proven. */
type Provable = Exclude<LinkedAccount, { wallet_client: 'privy' } | { type: 'smart_wallet' }>

type FieldsOf<A> = A extends Provable
  ? {
      type: A['type']
      /** Identifies the account within the app and type, in canonical form. */
      key: string
      /** The wire fields of the type; a login refreshes them. */
      data: Omit<A, 'type' | 'verified_at' | 'first_verified_at' | 'latest_verified_at'>
    }
  : never

/** The account a login method proves, by the contract's linked-account types; a guest's account has no wire form. */
export type ProvenAccount =
  | FieldsOf<Provable>
  | { type: 'guest'; key: string; data: Record<string, never> }

/** A kind of proven account: the type, or `custom_oauth` for every provider that apps have added. */
export type ProvenKind = Exclude<ProvenAccount['type'], CustomProvider> | 'custom_oauth'

/** What finds an account. */
export interface AccountKey {
  type: ProvenAccount['type']
  key: string
}

/**
 * A login method by the switch that turns it on, or a provider that the app has added, or other apps: the settings of both
 * say which, not a switch.
 */
export type LoginMethod = LoginSwitch | CustomProvider | 'cross_app'

/** The login methods by the switch that turns them on: the account each proves, and what a session then says in `amr`. */
export const loginMethods = {
  email_auth: { account: 'email', amr: 'email' },
  sms_auth: { account: 'phone', amr: 'sms' },
  wallet_auth: { account: 'wallet', amr: 'wallet' },
  solana_wallet_auth: { account: 'wallet', amr: 'wallet' },
  ...byOAuthType((provider) => ({ account: accountTypeOf(provider), amr: provider })),
  farcaster_auth: { account: 'farcaster', amr: 'farcaster' },
  passkey_auth: { account: 'passkey', amr: 'passkey' },
  telegram_auth: { account: 'telegram', amr: 'telegram' },
  guest_auth: { account: 'guest', amr: 'guest' },
  custom_jwt_auth: { account: 'custom_auth', amr: 'custom_jwt' },
} as const satisfies Record<LoginSwitch, { account: ProvenAccount['type']; amr: string }>

/** The account a login method proves, and what a session then says in `amr`. */
export function describeMethod(method: LoginMethod): {
  account: ProvenAccount['type']
  amr: string
} {
  if (method === 'cross_app') return { account: method, amr: method }
  return isCustomProvider(method) ? { account: method, amr: method } : loginMethods[method]
}

/** Whether the app has the method on. */
export function isMethodOn(
  { custom_oauth_providers: added = [], ...settings }: AppSettings,
  method: LoginMethod,
): boolean {
  // `readConnection` decides about each of them.
  if (method === 'cross_app') return true
  return isCustomProvider(method)
    ? added.some(({ provider, enabled }) => provider === method && enabled)
    : settings[method]
}

/** Whether accounts of a type carry an email address that their provider may have verified. */
export function hasVerifiedEmail(type: string): boolean {
  return type === 'google_oauth' || type === 'apple_oauth'
}
