import type { SallyportClient } from '../client.js'
import type { ChainType, WalletAccount } from '../types.js'
import { isEmbedded, walletsOf } from '../user/from-wire.js'

/** The signed-in user's embedded wallets, in the order they were made; of one chain type if given. */
export function embeddedWallets(client: SallyportClient, chainType?: ChainType): WalletAccount[] {
  const { user } = client.state
  const wallets = user ? walletsOf(user).filter(isEmbedded) : []
  return chainType ? wallets.filter((each) => each.chainType === chainType) : wallets
}

/** Whether two addresses are the same account; Ethereum's may differ in case. */
export function isSameAddress(left: string, right: string): boolean {
  if (left === right) return true
  return /^0x/i.test(left) && left.toLowerCase() === right.toLowerCase()
}
