import { embeddedWalletClientType, type LinkedAccount } from '@sallyport/contract'
import type { Account, User, WalletAccount, WireUser } from '../types.js'

/** A user in the app's own words: camelCase, times as `Date`, and shortcuts to the first account of each kind. */
export function fromWire(wire: WireUser): User {
  const wallets = wire.linked_accounts.filter((account) => account.type === 'wallet').map(walletOf)
  const email = wire.linked_accounts.find((account) => account.type === 'email')
  const phone = wire.linked_accounts.find((account) => account.type === 'phone')
  const [wallet] = wallets
  return {
    id: wire.id,
    createdAt: dateOf(wire.created_at),
    linkedAccounts: wire.linked_accounts.map(accountOf),
    ...(email ? { email: { address: email.address } } : {}),
    ...(phone ? { phone: { number: phone.phoneNumber } } : {}),
    ...(wallet ? { wallet } : {}),
    mfaMethods: wire.mfa_methods.map((method) => method.type),
    hasAcceptedTerms: wire.has_accepted_terms,
    isGuest: wire.is_guest,
    delegatedWallets: wallets.filter((each) => each.delegated),
    ...(wire.custom_metadata ? { customMetadata: wire.custom_metadata } : {}),
  }
}

/** One linked account: its wire fields in camelCase, times as `Date`. Fields of newer servers pass through. */
export function accountOf(wire: LinkedAccount): Account {
  const { verified_at, first_verified_at, latest_verified_at, type, ...fields } = wire
  const rest = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [camelCase(name), value]),
  )
  return {
    ...rest,
    ...(wire.type === 'wallet' ? walletOf(wire) : {}),
    type,
    verifiedAt: dateOf(verified_at),
    firstVerifiedAt: first_verified_at === null ? null : dateOf(first_verified_at),
    latestVerifiedAt: latest_verified_at === null ? null : dateOf(latest_verified_at),
  }
}

/** Whether an account is a wallet whose key is in the wallet frame's care. */
export function isEmbedded(wallet: WalletAccount): boolean {
  return wallet.walletClientType === embeddedWalletClientType
}

function walletOf(wire: Extract<LinkedAccount, { type: 'wallet' }>): WalletAccount {
  const isOurs = wire.wallet_client === embeddedWalletClientType
  return {
    type: 'wallet',
    address: wire.address,
    chainType: wire.chain_type,
    ...(wire.wallet_client_type ? { walletClientType: wire.wallet_client_type } : {}),
    ...(wire.connector_type ? { connectorType: wire.connector_type } : {}),
    ...(isOurs ? { recoveryMethod: wire.recovery_method, id: wire.id } : {}),
    imported: isOurs && wire.imported,
    delegated: isOurs && wire.delegated,
    walletIndex: isOurs ? wire.wallet_index : null,
  }
}

/** Every wallet among a user's accounts, in the order they were linked. */
export function walletsOf(user: User): WalletAccount[] {
  const wallets = user.linkedAccounts.filter((account) => account.type === 'wallet')
  // `accountOf` gives every account of this type the fields of a WalletAccount.
  return wallets as unknown as WalletAccount[]
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
