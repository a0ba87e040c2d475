import { type Account, crossAppAccounts } from '@sallyport/core'
import { type ShownApp, useCrossApp } from '../../modal/use-cross-app.js'

/** The app that a linked account is of, and the user's wallets there; null for accounts of other kinds. */
export function useLinkedApp(
  account: Account,
): { app: ShownApp | null; addresses: string[] } | null {
  const [linked] = crossAppAccounts.accountsOf({ linkedAccounts: [account] })
  const found = useCrossApp(linked?.providerApp.id ?? null)
  if (linked === undefined) return null
  const app = found === 'loading' ? null : found
  return { app, addresses: crossAppAccounts.addressesOf(linked) }
}
