import { solana } from '@sallyport/core'
import type { PricedAsset } from './config.js'
import type { FundWalletOptions } from './funding-calls.js'
import type { Kit } from './kit.js'

/** A wallet that holds too little of an asset. */
export interface Wanted {
  address: string
  asset: PricedAsset
}

/** Whether the screens can add what is missing: coins, tokens of Ethereum's networks, and USDC on Solana. */
export function canFund({ network, token, symbol }: PricedAsset): boolean {
  if (network.startsWith('bip122:')) return false
  return network.startsWith('eip155:') || token === null || symbol === 'USDC'
}

/**
 * Opens the screens that add money above the request, for what the transaction lacks. Network and asset are the transaction's,
 * the rest is what the page gave: its amount where it did not mean another asset.
 */
export async function fundTransaction(
  kit: Kit,
  { address, asset }: Wanted,
  given: FundWalletOptions = {},
): Promise<void> {
  const { chain: _, asset: meant, amount, ...rest } = given
  const calls = await import('./funding-calls.js')
  const id = asset.network.slice(asset.network.indexOf(':') + 1)
  const isSolana = asset.network.startsWith('solana:')
  const { token } = asset
  const coin = token === null ? 'native-currency' : 'USDC'
  const name = token === null || isSolana ? coin : { erc20: token }
  const isMeant = meant === undefined || JSON.stringify(meant) === JSON.stringify(name)
  const options = { ...rest, ...(isMeant && amount !== undefined && { amount }) }
  if (!isSolana)
    return calls.fundWallet(kit, address, { ...options, chain: { id: Number(id) }, asset: name })
  const cluster = solana.clustersOf(kit.client.options).find((each) => each.name === id)
  return calls.fundSolanaWallet(kit, address, {
    ...options,
    ...(cluster && { cluster }),
    asset: coin,
  })
}
