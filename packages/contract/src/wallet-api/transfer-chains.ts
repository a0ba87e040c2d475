import { networkOf } from '../requests/networks.js'

/** A network that transfers name: its CAIP-2 id, and its own coin with the places after the decimal point. */
export interface TransferChain {
  caip2: string
  coin: string
  decimals: number
}

/** CAIP-2 ids of networks by the names that transfers and balances use for them (wire reference §37). */
export const transferChains: Readonly<Record<string, string>> = {
  ethereum: 'eip155:1',
  optimism: 'eip155:10',
  bsc: 'eip155:56',
  polygon: 'eip155:137',
  base: 'eip155:8453',
  arbitrum: 'eip155:42161',
  celo: 'eip155:42220',
  avalanche: 'eip155:43114',
  linea: 'eip155:59144',
  zksync_era: 'eip155:324',
  zora: 'eip155:7777777',
  sepolia: 'eip155:11155111',
  base_sepolia: 'eip155:84532',
  optimism_sepolia: 'eip155:11155420',
  arbitrum_sepolia: 'eip155:421614',
  polygon_amoy: 'eip155:80002',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  solana_devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  solana_testnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  bitcoin: 'bip122:000000000019d6689c085ae165831e93',
}

const names = new Map(Object.entries(transferChains).map(([name, caip2]) => [caip2, name]))

/** The one spelling of a network: its name where it has one, else its CAIP-2 id, whose number has no zeros before it. */
export function spellTransferChain(chain: string): string {
  const [, number] = /^eip155:0*(\d{1,20})$/.exec(chain) ?? []
  const caip2 = number === undefined ? chain : `eip155:${number}`
  return names.get(caip2) ?? caip2
}

/** The network of a name or CAIP-2 id; null for one of another kind. */
export function transferChainOf(name: string): TransferChain | null {
  const caip2 = Object.hasOwn(transferChains, name) ? transferChains[name] : name
  const [, kind, reference = ''] = /^(eip155|solana|bip122):(\w{1,32})$/.exec(caip2 ?? '') ?? []
  if (caip2 === undefined || kind === undefined) return null
  if (kind === 'solana') return { caip2, coin: 'sol', decimals: 9 }
  if (kind === 'bip122') return { caip2, coin: 'btc', decimals: 8 }
  if (!/^\d{1,20}$/.test(reference)) return null
  const { symbol = 'ETH' } = networkOf(BigInt(reference)) ?? {}
  return { caip2, coin: symbol.toLowerCase(), decimals: 18 }
}
