import { listedToken, listedTokensAt, type TokenPlace } from '@sallyport/contract/requests'

/** A token of the pinned list, on one network. */
export interface ListedToken {
  /** Contract, or mint on Solana. */
  address: string
  symbol: string
  decimals: number
}

/** Circle's USDC on Solana's devnet, whose mints share a place in the list with those of the main network. */
const devnetUsdc = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

/** The tokens that the wallet knows by name on a network, by its id (`eip155:8453`, `solana:devnet`). */
export function listedTokensOf(network: string): readonly ListedToken[] {
  return listedTokensAt(placeOf(network))
}

/** Whether the token of a network is the one that the list has by this symbol: any contract can call itself USDC. */
export function isListed(network: string, { token, symbol }: { token: string; symbol: string }) {
  return listedToken(placeOf(network), token)?.symbol === symbol
}

/** Circle's USDC on a network: a contract, or a mint on Solana; undefined where there is none. */
export function usdcOf(network: string): string | undefined {
  if (network === 'solana:devnet') return devnetUsdc
  if (network === 'solana:testnet') return undefined
  return listedTokensOf(network).find(({ symbol }) => symbol === 'USDC')?.address
}

/** The clusters have one place: a mint is where its cluster has it. */
function placeOf(network: string): TokenPlace {
  const [namespace, id = ''] = network.split(':')
  if (namespace === 'solana') return 'solana'
  return namespace === 'eip155' && /^\d+$/.test(id) ? BigInt(id) : null
}
