import { ApiError, type ChainType } from '@sallyport/contract'
import { listedToken, listedTokensAt, networkOf } from '@sallyport/contract/requests'

/** Networks by the names that the wallet API has for them; every network has its CAIP-2 id beside. */
const chainNames: Readonly<Record<string, string>> = {
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
}

/** Something that a wallet has on a network. */
export interface Asset {
  /** As the call named it. */
  chain: string
  caip2: string
  name: string
  /** Contract or mint; null for the network's own coin. */
  address: string | null
  /** Null where only the contract knows. */
  decimals: number | null
}

/** The network of a name or CAIP-2 id. @throws ApiError `not_supported`, or `invalid_data` for a network of another kind of wallet. */
export function readChain(chain: string, chainType: ChainType): string {
  const caip2 =
    chainNames[chain] ?? (/^(eip155:\d{1,20}|solana:\w{1,32})$/.test(chain) ? chain : undefined)
  if (caip2 === undefined || chainType.startsWith('bitcoin'))
    throw new ApiError('not_supported', {
      message: `Balances and transfers on ${chain} are not offered`,
      data: { field: 'chain' },
    })
  const isOwn = caip2.startsWith('eip155:') === (chainType === 'ethereum')
  if (isOwn) return caip2
  throw new ApiError('invalid_data', {
    message: `The wallet is on ${chainType}: ${chain} is another network`,
    data: { field: 'chain' },
  })
}

/** An asset by its name: the network's own coin, or a token of the pinned list. @throws ApiError `not_supported`. */
export function namedAsset(name: string, chain: string, caip2: string): Asset {
  const wanted = name.toLowerCase()
  const native = nativeOf(caip2)
  if (wanted === native.name) return { chain, caip2, ...native, address: null }
  const token = listedTokensAt(placeOf(caip2)).find(({ symbol }) => symbol.toLowerCase() === wanted)
  if (token) return { chain, caip2, name: wanted, address: token.address, decimals: token.decimals }
  throw new ApiError('not_supported', {
    message: `${name} on ${chain} is not in the list of tokens: name it by its address`,
    data: { field: 'asset' },
  })
}

/** A token by its contract or mint, which the pinned list may know. */
export function tokenAsset(address: string, chain: string, caip2: string): Asset {
  const isForm = caip2.startsWith('eip155:')
    ? /^0x[0-9a-fA-F]{40}$/.test(address)
    : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
  if (!isForm)
    throw new ApiError('invalid_data', { message: 'The token has no address of its network' })
  const listed = listedToken(placeOf(caip2), address)
  const name = listed?.symbol.toLowerCase() ?? address
  return { chain, caip2, name, address, decimals: listed?.decimals ?? null }
}

/** `chain:address`, of which the chain may be a CAIP-2 id. */
export function readToken(text: string, chainType: ChainType): Asset {
  const at = text.lastIndexOf(':')
  const [chain, address] = [text.slice(0, at), text.slice(at + 1)]
  return tokenAsset(address, chain, readChain(chain, chainType))
}

/** The coin that fees are paid in. */
function nativeOf(caip2: string): { name: string; decimals: number } {
  if (!caip2.startsWith('eip155:')) return { name: 'sol', decimals: 9 }
  const network = networkOf(BigInt(caip2.slice('eip155:'.length)))
  return { name: network?.symbol.toLowerCase() ?? 'eth', decimals: 18 }
}

function placeOf(caip2: string): bigint | 'solana' {
  return caip2.startsWith('eip155:') ? BigInt(caip2.slice('eip155:'.length)) : 'solana'
}
