import { ApiError, type ChainType, embeddedChains } from '@sallyport/contract'
import { listedToken, listedTokensAt } from '@sallyport/contract/requests'
import { transferChainOf } from '@sallyport/contract/wallet-api'

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
  const caip2 = transferChainOf(chain)?.caip2
  if (caip2 === undefined)
    throw new ApiError('not_supported', {
      message: `Balances and transfers on ${chain} are not offered`,
      data: { field: 'chain' },
    })
  if (namespaceOf(caip2) === namespaceOf(embeddedChains[chainType].caip2)) return caip2
  throw new ApiError('invalid_data', {
    message: `The wallet is on ${chainType}: ${chain} is another network`,
    data: { field: 'chain' },
  })
}

/** The part of a CAIP-2 id that names the kind of network. */
function namespaceOf(caip2: string): string | undefined {
  return caip2.split(':')[0]
}

/** An asset by its name: the network's own coin, or a token of the pinned list. @throws ApiError `not_supported`. */
export function namedAsset(name: string, chain: string, caip2: string): Asset {
  const wanted = name.toLowerCase()
  const native = nativeOf(caip2)
  if (wanted === native.name) return { chain, caip2, ...native, address: null }
  const place = placeOf(caip2)
  const token =
    place === null
      ? undefined
      : listedTokensAt(place).find(({ symbol }) => symbol.toLowerCase() === wanted)
  if (token) return { chain, caip2, name: wanted, address: token.address, decimals: token.decimals }
  throw new ApiError('not_supported', {
    message: `${name} on ${chain} is not in the list of tokens: name it by its address`,
    data: { field: 'asset' },
  })
}

/** A token by its contract or mint, which the pinned list may know. */
export function tokenAsset(address: string, chain: string, caip2: string): Asset {
  if (placeOf(caip2) === null)
    throw new ApiError('not_supported', { message: `${chain} has no tokens that are offered` })
  const isForm = caip2.startsWith('eip155:')
    ? /^0x[0-9a-fA-F]{40}$/.test(address)
    : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
  if (!isForm)
    throw new ApiError('invalid_data', { message: 'The token has no address of its network' })
  const place = placeOf(caip2)
  const listed = place === null ? undefined : listedToken(place, address)
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
  const { coin = '', decimals = 0 } = transferChainOf(caip2) ?? {}
  return { name: coin, decimals }
}

function placeOf(caip2: string): bigint | 'solana' | null {
  if (caip2.startsWith('bip122:')) return null
  return caip2.startsWith('eip155:') ? BigInt(caip2.slice('eip155:'.length)) : 'solana'
}
