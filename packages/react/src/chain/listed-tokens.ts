import { usdcTokens } from './usdc.js'

/** A token of the pinned list, on one network. */
export interface ListedToken {
  /** Contract, or mint on Solana. */
  address: string
  symbol: string
  decimals: number
}

/** The tokens whose balances the sheet shows on a network, by its id (`eip155:8453`, `solana:devnet`). */
export function listedTokensOf(network: string): readonly ListedToken[] {
  const usdc = usdcTokens[network]
  return usdc === undefined ? [] : [{ address: usdc, symbol: 'USDC', decimals: 6 }]
}
