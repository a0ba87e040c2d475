import { isOwnWallet } from '../../../identity/account-types.js'
import type { AccountRecord } from '../../../identity/user.js'

/** Addresses of a user on Ethereum chains, as linked accounts of other apps carry them. */
interface SharedAddresses {
  embedded_wallets: { address: string }[]
  smart_wallets: { address: string }[]
}

/** The addresses of the user's embedded and smart wallets: the requests of other apps are those of Ethereum (wire §18.4). */
export function addressesOf(accounts: readonly AccountRecord[]): SharedAddresses {
  const addresses = (isMeant: (account: AccountRecord) => boolean) =>
    accounts.filter(isMeant).map(({ data }) => ({ address: String(data.address) }))
  return {
    embedded_wallets: addresses(
      ({ type, data }) => isOwnWallet({ type, data }) && data.chain_type === 'ethereum',
    ),
    smart_wallets: addresses(({ type }) => type === 'smart_wallet'),
  }
}

/** All of them in one list. */
export function listAddresses({ embedded_wallets, smart_wallets }: SharedAddresses): string[] {
  return [...embedded_wallets, ...smart_wallets].map(({ address }) => address)
}
