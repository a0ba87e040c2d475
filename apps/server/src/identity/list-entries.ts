import { solanaAddress } from '@sallyport/contract'
import type { ListEntry } from '../db/admission.js'
import { walletKey } from './external-wallet.js'
import type { AccountKey } from './proven-account.js'

/** Which entries of the two lists name an account. */
interface NamingEntries {
  allow: ListEntry[]
  deny: ListEntry[]
}

/**
 * The entries that name an account. An email address that a provider has not verified denies but does not admit: its
 * owner may have typed in someone else's.
 */
export function entriesNaming(
  account: AccountKey,
  {
    email,
    verifiedEmail,
  }: { email?: string | null | undefined; verifiedEmail?: string | undefined },
): NamingEntries {
  const { type, key } = account
  if (type === 'email') return both(entriesOfEmail(key))
  if (type === 'phone' || type === 'wallet') return both([{ type, value: key }])
  const byEmail = email ? entriesOfEmail(email.toLowerCase()) : []
  return { allow: verifiedEmail ? entriesOfEmail(verifiedEmail) : [], deny: byEmail }
}

function entriesOfEmail(address: string): ListEntry[] {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return [
    { type: 'email', value: address },
    { type: 'emailDomain', value: domain },
  ]
}

function both(entries: ListEntry[]): NamingEntries {
  return { allow: entries, deny: entries }
}

/** A wallet as the key of its linked account; undefined when `address` is not of a chain that wallets log in by. */
export function walletEntry(address: string): string | undefined {
  const text = address.trim()
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return walletKey({ chainType: 'ethereum', address: text })
  return solanaAddress.safeParse(text).success
    ? walletKey({ chainType: 'solana', address: text })
    : undefined
}
