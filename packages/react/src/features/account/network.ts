import type { SallyportClient, WalletAccount } from '@sallyport/core'
import { readChain } from '../../chain/read-chain.js'
import { loadWallets } from '../../load-wallets.js'

/** The network of a wallet on which the sheet shows its balance and sends: the first one the app offers. */
export interface WalletNetwork {
  name: string
  symbol: string
  decimals: number
  /** The wallet's balance in the coin's smallest unit. @throws as `readChain`. */
  readBalance(): Promise<bigint>
}

/** The network of a wallet; null for chains that embedded wallets do not send on. */
export async function networkOf(
  client: SallyportClient,
  { address, chainType }: Pick<WalletAccount, 'address' | 'chainType'>,
): Promise<WalletNetwork | null> {
  const { ethereum, solana } = await loadWallets()
  if (chainType === 'ethereum') {
    const { chain } = ethereum.getProvider(client, address)
    return {
      name: chain.name,
      symbol: chain.nativeCurrency.symbol,
      decimals: chain.nativeCurrency.decimals,
      async readBalance() {
        const params = [address, 'latest']
        return BigInt(String(await readChain(client, { chain, method: 'eth_getBalance', params })))
      },
    }
  }
  if (chainType !== 'solana') return null
  const chain = solana.requireCluster(client, undefined)
  return {
    name: chain.name,
    symbol: 'SOL',
    decimals: 9,
    async readBalance() {
      const answer = await readChain(client, { chain, method: 'getBalance', params: [address] })
      // The shape of this method's result, checked by the conversion.
      return BigInt((answer as { value: number }).value)
    },
  }
}
