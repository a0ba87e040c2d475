import type { SallyportClient, WalletAccount } from '@sallyport/core'
import { loadWallets } from '../load-wallets.js'
import { readChain } from './read-chain.js'

/** A network on which the sheet shows the balance of a wallet. It sends on the first one the app offers. */
export interface WalletNetwork {
  name: string
  symbol: string
  decimals: number
  /** The wallet's balance in the coin's smallest unit. @throws as `readChain`. */
  readBalance(): Promise<bigint>
}

/**
 * The networks of a wallet that the app offers, the one the sheet sends on first; none for chains that embedded wallets do not
 * send on.
 */
export async function networksOf(
  client: SallyportClient,
  { address, chainType }: Pick<WalletAccount, 'address' | 'chainType'>,
): Promise<WalletNetwork[]> {
  const { ethereum, solana } = await loadWallets()
  if (chainType === 'ethereum') {
    const first = ethereum.defaultChainOf(client.options)
    const others = ethereum.chainsOf(client.options).filter((chain) => chain.id !== first.id)
    return [first, ...others].map((chain) => ({
      name: chain.name,
      symbol: chain.nativeCurrency.symbol,
      decimals: chain.nativeCurrency.decimals,
      async readBalance() {
        const params = [address, 'latest']
        return BigInt(String(await readChain(client, { chain, method: 'eth_getBalance', params })))
      },
    }))
  }
  if (chainType !== 'solana') return []
  return solana.clustersOf(client.options).map((chain) => ({
    name: chain.name,
    symbol: 'SOL',
    decimals: 9,
    async readBalance() {
      const answer = await readChain(client, { chain, method: 'getBalance', params: [address] })
      // The shape of this method's result, checked by the conversion.
      return BigInt((answer as { value: number }).value)
    },
  }))
}
