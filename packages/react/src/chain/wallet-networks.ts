import { decodeBase58, type EmbeddedChain } from '@sallyport/contract'
import type { SallyportClient, WalletAccount } from '@sallyport/core'
import { importAddressCheck } from '@sallyport/core/peers'
import { loadWallets } from '../load-wallets.js'
import { clusterNames } from './cluster-names.js'
import { listedTokensOf } from './listed-tokens.js'
import { readChain } from './read-chain.js'
import { type HeldToken, readErc20s, readSpls } from './token-balances.js'

/** A network on which the sheet shows the balance of a wallet. It sends on the first one the app offers. */
export interface WalletNetwork {
  /** As `priceOf` is asked: `eip155:8453`, `solana:devnet`. */
  id: string
  name: string
  symbol: string
  decimals: number
  /** The wallet's address as the network spells it. */
  address: string
  /** What *Max* leaves for the fee, in the smallest unit: more than a plain transfer costs on most days. */
  feeReserve?: bigint
  /** The wallet's balance in the coin's smallest unit. @throws as `readChain`. */
  readBalance(): Promise<bigint>
  /** What the wallet holds of the network's listed tokens. @throws as `readChain`. Absent where networks have no tokens. */
  readTokens?(): Promise<HeldToken[]>
  /** The least that can be paid to an address, in the smallest unit; null for any other text. */
  leastPayment(to: string): Promise<bigint | null>
  /** Why a payment cannot be made, where that is known before the request: the wallet does not hold it with its fee. */
  findObstacle?(to: string, units: bigint): Promise<'fee' | 'unreachable' | null>
}

type ReadNetworks = (client: SallyportClient, address: string) => Promise<WalletNetwork[]>

const bitcoinNetworks: ReadNetworks = (client, address) =>
  import('./bitcoin-networks.js').then((it) => it.bitcoinNetworks(client, address))

const networksByChain = {
  ethereum: ethereumNetworks,
  solana: solanaNetworks,
  'bitcoin-segwit': bitcoinNetworks,
  'bitcoin-taproot': bitcoinNetworks,
} satisfies Record<EmbeddedChain, ReadNetworks>

/** The networks of a wallet that the app offers, the one the sheet sends on first; none for chains without embedded wallets. */
export async function networksOf(
  client: SallyportClient,
  { address, chainType }: Pick<WalletAccount, 'address' | 'chainType'>,
): Promise<WalletNetwork[]> {
  const readNetworks = new Map<string, ReadNetworks>(Object.entries(networksByChain)).get(chainType)
  return readNetworks ? readNetworks(client, address) : []
}

async function ethereumNetworks(
  client: SallyportClient,
  address: string,
): Promise<WalletNetwork[]> {
  const { ethereum } = await loadWallets()
  const first = ethereum.defaultChainOf(client.options)
  // An app that names no chains gets 26: the sheet does not ask 26 nodes for a balance.
  const { supportedChains = [] } = client.options
  const others = supportedChains.filter((chain) => chain.id !== first.id)
  return [first, ...others].map((chain) => ({
    id: `eip155:${chain.id}`,
    name: chain.name,
    symbol: chain.nativeCurrency.symbol,
    decimals: chain.nativeCurrency.decimals,
    // 21,000 gas at 50 gwei.
    feeReserve: 21_000n * 50n * 10n ** 9n,
    address,
    async readBalance() {
      const params = [address, 'latest']
      return BigInt(String(await readChain(client, { chain, method: 'eth_getBalance', params })))
    },
    readTokens() {
      const tokens = listedTokensOf(`eip155:${chain.id}`)
      return readErc20s(client, { chain, tokens, holder: address })
    },
    async leastPayment(to) {
      const isAddress = await importAddressCheck()
      return isAddress(to) ? 1n : null
    },
  }))
}

async function solanaNetworks(client: SallyportClient, address: string): Promise<WalletNetwork[]> {
  const { solana } = await loadWallets()
  return solana.clustersOf(client.options).map((chain) => ({
    id: `solana:${chain.name}`,
    name: clusterNames[chain.name],
    symbol: 'SOL',
    decimals: 9,
    // One signature, with a priority fee.
    feeReserve: 10_000n,
    address,
    async readBalance() {
      const answer = await readChain(client, { chain, method: 'getBalance', params: [address] })
      // The shape of this method's result, checked by the conversion.
      return BigInt((answer as { value: number }).value)
    },
    readTokens() {
      const tokens = listedTokensOf(`solana:${chain.name}`)
      return readSpls(client, { chain, tokens, holder: address })
    },
    leastPayment: async (to) => (decodeBase58(to)?.length === 32 ? 1n : null),
  }))
}
