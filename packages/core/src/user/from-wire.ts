import { embeddedWalletClientType, type LinkedAccount, serverHeld } from '@sallyport/contract'
import type {
  Account,
  FarcasterUser,
  SmartWalletUser,
  TelegramUser,
  User,
  WalletAccount,
  WireUser,
} from '../types.js'

/** The first account of each type that users have a shortcut to. */
interface FirstAccounts {
  email?: { address: string }
  phone?: { phoneNumber: string }
  wallet?: WalletAccount
  farcaster?: FarcasterUser & { profilePictureUrl?: string; homepageUrl?: string }
  telegram?: TelegramUser
  smart_wallet?: SmartWalletUser
  [other: string]: object | undefined
}

/** A user in the app's own words: camelCase, times as `Date`, and shortcuts to the first account of each kind. */
export function fromWire(wire: WireUser): User {
  const linkedAccounts = wire.linked_accounts.map(accountOf)
  // `accountOf` gives an account the fields of its type. The first of a type is written last, a provider's under its name.
  const {
    email,
    phone,
    wallet,
    farcaster,
    telegram,
    smart_wallet: smartWallet,
    ...others
  } = Object.fromEntries(
    [...linkedAccounts].reverse().map((account) => [account.type.replace('_oauth', ''), account]),
  ) as unknown as FirstAccounts
  const { passkey: _, custom_auth: __, cross_app: ___, ...providers } = others
  return {
    ...providers,
    id: wire.id,
    createdAt: dateOf(wire.created_at),
    linkedAccounts,
    ...(email && { email: { address: email.address } }),
    ...(phone && { phone: { number: phone.phoneNumber } }),
    ...(wallet && { wallet }),
    ...(farcaster && { farcaster: farcasterOf(farcaster) }),
    ...(telegram && { telegram }),
    ...(smartWallet && { smartWallet }),
    mfaMethods: wire.mfa_methods.map((method) => method.type),
    hasAcceptedTerms: wire.has_accepted_terms,
    isGuest: wire.is_guest,
    delegatedWallets: walletsOf({ linkedAccounts }).filter((each) => each.delegated),
    ...(wire.custom_metadata && { customMetadata: wire.custom_metadata }),
  }
}

/** One linked account: its wire fields in camelCase, times as `Date`. Fields of newer servers pass through. */
export function accountOf(wire: LinkedAccount): Account {
  const { verified_at, first_verified_at, latest_verified_at, type, ...fields } = wire
  const rest = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [camelCase(name), value]),
  )
  const account = {
    ...rest,
    ...(wire.type === 'wallet' ? walletFields(wire) : {}),
    ...(wire.type === 'cross_app' && {
      providerApp: {
        id: wire.provider_app_id,
        name: wire.provider_app_name,
      },
    }),
    type,
    verifiedAt: dateOf(verified_at),
    firstVerifiedAt: first_verified_at === null ? null : dateOf(first_verified_at),
    latestVerifiedAt: latest_verified_at === null ? null : dateOf(latest_verified_at),
  }
  // The wire's accounts have the fields of their types.
  return account as Account
}

/** Whether an account is a wallet whose key is in the wallet frame's care. */
export function isEmbedded(wallet: WalletAccount & { recoveryMethod?: string }): boolean {
  return (
    wallet.walletClientType === embeddedWalletClientType && wallet.recoveryMethod !== serverHeld
  )
}

/** What every wallet has, embedded or not, whatever the wire says of it. */
function walletFields(wire: Extract<LinkedAccount, { type: 'wallet' }>) {
  const isOurs = wire.wallet_client === embeddedWalletClientType
  return {
    imported: isOurs && wire.imported,
    delegated: isOurs && wire.delegated,
    walletIndex: isOurs ? wire.wallet_index : null,
  }
}

function farcasterOf(account: Required<FirstAccounts>['farcaster']): FarcasterUser {
  const { profilePictureUrl: pfp, homepageUrl: url } = account
  return { ...account, pfp, url }
}

/** Every wallet among a user's accounts, in the order they were linked. */
export function walletsOf({ linkedAccounts }: Pick<User, 'linkedAccounts'>): WalletAccount[] {
  const wallets = linkedAccounts.filter((account) => account.type === 'wallet')
  // `accountOf` gives every account of this type the fields of a WalletAccount.
  return wallets as unknown as WalletAccount[]
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
