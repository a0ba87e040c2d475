import {
  type CustomProvider,
  embeddedWalletClientType,
  isCustomProvider,
  kindOf,
  type LoginSwitch,
  serverHeld,
} from '@sallyport/contract'
import type { AppSettings } from '../apps/app.js'
import { oauthAccounts } from './oauth-accounts.js'
import { isMethodOn, loginMethods, type ProvenAccount, type ProvenKind } from './proven-account.js'

type ProvenType = ProvenAccount['type']
type DataOf<K extends ProvenKind> = Extract<
  ProvenAccount,
  { type: K extends 'custom_oauth' ? CustomProvider : K }
>['data']

/** What linking knows about a kind of account. */
interface AccountType<K extends ProvenKind> {
  /** How many accounts of the type one user may have, besides embedded wallets. */
  most(settings: AppSettings): number
  /** What a user recognises the account by. */
  displayName(data: DataOf<K>): string | null | undefined
  /** False where the wire has no call that moves an account of the type to another user (wire reference §13). */
  transfers?: false
}

const one = () => 1
const many = () => Number.POSITIVE_INFINITY

/** Every kind of account that a user can prove. The key of each is what its method calls canonical (`ProvenAccount`). */
const accountTypes: { [K in ProvenKind]: AccountType<K> } = {
  email: { most: one, displayName: ({ address }) => address },
  phone: { most: one, displayName: ({ phoneNumber }) => phoneNumber },
  wallet: {
    most: (settings) => settings.max_linked_wallets_per_user ?? Number.POSITIVE_INFINITY,
    displayName: ({ address }) => address,
  },
  ...ofProviders(),
  custom_oauth: {
    most: one,
    displayName: ({ username, name, email }) => username ?? name ?? email,
  },
  farcaster: { most: one, displayName: ({ username, fid }) => username ?? String(fid) },
  telegram: { most: one, displayName: ({ username, first_name }) => username ?? first_name },
  passkey: {
    most: many,
    displayName: ({ authenticator_name }) => authenticator_name,
    transfers: false,
  },
  custom_auth: {
    most: one,
    displayName: ({ custom_user_id }) => custom_user_id,
    transfers: false,
  },
  cross_app: {
    most: many,
    displayName: ({ embedded_wallets, smart_wallets }) =>
      [...smart_wallets, ...embedded_wallets][0]?.address,
  },
  // A guest's account is a credential: it is made with its user and never linked.
  guest: { most: one, displayName: () => null, transfers: false },
}

/** A user may have one account of each provider. */
function ofProviders() {
  type Types = { [T in keyof typeof oauthAccounts]: AccountType<T> }
  const entries = Object.entries(oauthAccounts).map(([type, { displayName }]) => [
    type,
    { most: one, displayName },
  ])
  // One entry for each of the record, with the function of its type.
  return Object.fromEntries(entries) as Types
}

/** A linked account as it is stored. */
export interface StoredAccount {
  type: string
  data: Record<string, unknown>
}

/** Whether the account is a wallet made here, or derived from one: it comes from a user and never proves one. */
export function isDerived({ type, data }: StoredAccount): boolean {
  return type === 'smart_wallet' || (type === 'wallet' && data.wallet_client === 'privy')
}

/** Whether the account is a wallet whose key its user's browsers have: not one that the app's back end holds. */
export function isOwnWallet({ type, data }: StoredAccount): boolean {
  const { wallet_client: client, recovery_method: recovery } = data
  return type === 'wallet' && client === embeddedWalletClientType && recovery !== serverHeld
}

/** How many accounts of the type one user may have. */
export function mostOf(type: ProvenType, settings: AppSettings): number {
  return accountTypes[kindOf(type)].most(settings)
}

/** Whether an account of the type can be moved to another user. */
export function canTransfer(type: ProvenType): boolean {
  return accountTypes[kindOf(type)].transfers ?? true
}

/** What a user recognises the account by; its key when the account has no name. */
export function displayNameOf(type: ProvenType, account: { key: string; data: object }): string {
  // The data of a stored account is of its type: only `ProvenAccount` is written.
  const { displayName } = accountTypes[kindOf(type)] as AccountType<ProvenKind>
  return displayName(account.data as never) || account.key
}

const switches = Object.entries(loginMethods) as [LoginSwitch, (typeof loginMethods)[LoginSwitch]][]

/** Whether its user can log in by the account: the type proves users, and the app has its method on. */
export function canLogInBy(account: StoredAccount, settings: AppSettings): boolean {
  if (isDerived(account) || account.type === 'cross_app') return false
  // A wallet that another service names is not proven.
  if (account.data.claimed_by !== undefined) return false
  if (isCustomProvider(account.type)) return isMethodOn(settings, account.type)
  const methods = switches.filter(([name, { account: type }]) => {
    if (type !== account.type) return false
    const isSolana = account.data.chain_type === 'solana'
    return type !== 'wallet' || (name === 'solana_wallet_auth') === isSolana
  })
  return methods.length === 0 || methods.some(([name]) => settings[name])
}
