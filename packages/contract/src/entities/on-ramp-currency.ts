import * as z from 'zod/mini'
import { embeddedChains } from '../chains.js'
import type { LoginChain } from '../login-chains.js'

const solanaMainnet = embeddedChains.solana.caip2

/**
 * Currency codes of the card on-ramp, each on one chain: the provider's own code and the chain it pays out on (CAIP-2). A
 * code without a chain in its name is the older name of the one on the asset's first chain (specification §5).
 */
export const onRampCurrencies = {
  AVAX: { provider: 'avax_cchain', chain: 'eip155:43114' },
  AVAX_CCHAIN: { provider: 'avax_cchain', chain: 'eip155:43114' },
  BNB: { provider: 'bnb_bsc', chain: 'eip155:56' },
  BNB_BSC: { provider: 'bnb_bsc', chain: 'eip155:56' },
  CELO: { provider: 'celo', chain: 'eip155:42220' },
  CELO_CELO: { provider: 'celo', chain: 'eip155:42220' },
  CUSD: { provider: 'cusd', chain: 'eip155:42220' },
  CUSD_CELO: { provider: 'cusd', chain: 'eip155:42220' },
  DAI: { provider: 'dai', chain: 'eip155:1' },
  DAI_ETHEREUM: { provider: 'dai', chain: 'eip155:1' },
  ETH: { provider: 'eth', chain: 'eip155:1' },
  ETH_ETHEREUM: { provider: 'eth', chain: 'eip155:1' },
  ETH_ARBITRUM: { provider: 'eth_arbitrum', chain: 'eip155:42161' },
  ETH_BASE: { provider: 'eth_base', chain: 'eip155:8453' },
  ETH_OPTIMISM: { provider: 'eth_optimism', chain: 'eip155:10' },
  ETH_POLYGON: { provider: 'eth_polygon', chain: 'eip155:137' },
  FIL: { provider: 'fil', chain: 'eip155:314' },
  FIL_FVM: { provider: 'fil', chain: 'eip155:314' },
  MATIC: { provider: 'matic', chain: 'eip155:1' },
  MATIC_ETHEREUM: { provider: 'matic', chain: 'eip155:1' },
  MATIC_POLYGON: { provider: 'matic_polygon', chain: 'eip155:137' },
  POL_ETHEREUM: { provider: 'pol', chain: 'eip155:1' },
  POL_POLYGON: { provider: 'pol_polygon', chain: 'eip155:137' },
  SOL: { provider: 'sol', chain: solanaMainnet },
  USDC: { provider: 'usdc', chain: 'eip155:1' },
  USDC_ETHEREUM: { provider: 'usdc', chain: 'eip155:1' },
  USDC_ARBITRUM: { provider: 'usdc_arbitrum', chain: 'eip155:42161' },
  USDC_BASE: { provider: 'usdc_base', chain: 'eip155:8453' },
  USDC_CCHAIN: { provider: 'usdc_cchain', chain: 'eip155:43114' },
  USDC_OPTIMISM: { provider: 'usdc_optimism', chain: 'eip155:10' },
  USDC_POLYGON: { provider: 'usdc_polygon', chain: 'eip155:137' },
  USDC_SOL: { provider: 'usdc_sol', chain: solanaMainnet },
  USDT: { provider: 'usdt', chain: 'eip155:1' },
  USDT_ETHEREUM: { provider: 'usdt', chain: 'eip155:1' },
  USDT_POLYGON: { provider: 'usdt_polygon', chain: 'eip155:137' },
  WBTC: { provider: 'wbtc', chain: 'eip155:1' },
  WBTC_ETHEREUM: { provider: 'wbtc', chain: 'eip155:1' },
  WETH: { provider: 'weth', chain: 'eip155:1' },
  WETH_POLYGON: { provider: 'weth_polygon', chain: 'eip155:137' },
} as const satisfies Record<string, { provider: string; chain: string }>
/** A currency code of the card on-ramp. */
export type OnRampCurrency = keyof typeof onRampCurrencies

/** Text for a code that is not in the list, or not for the wallet's chain (specification §8). */
export const invalidCurrencyCode = 'Invalid currency code'

/** A currency code of the card on-ramp. */
export const onRampCurrency = z.enum(
  Object.keys(onRampCurrencies) as OnRampCurrency[], // the keys of a constant record
  invalidCurrencyCode,
)

/**
 * Whether a wallet of this kind can be funded with this currency: one of Solana only with what is paid out there, one of
 * Ethereum with everything else (specification §5).
 */
export function fundsChain(currency: OnRampCurrency, chainType: LoginChain): boolean {
  const [namespace] = embeddedChains[chainType].caip2.split(':')
  return onRampCurrencies[currency].chain.startsWith(`${namespace}:`)
}
