import * as z from 'zod/mini'
import type { EmbeddedChain } from '../chains.js'

/** Currency codes of the card on-ramp and the provider's own code for each (specification §5). */
export const onRampCurrencies = {
  AVAX: 'avax_cchain',
  BNB: 'bnb_bsc',
  CELO: 'celo',
  CUSD: 'cusd',
  DAI: 'dai',
  ETH: 'eth',
  ETH_ARBITRUM: 'eth_arbitrum',
  ETH_BASE: 'eth_base',
  ETH_OPTIMISM: 'eth_optimism',
  ETH_POLYGON: 'eth_polygon',
  FIL: 'fil',
  MATIC: 'matic',
  MATIC_POLYGON: 'matic_polygon',
  SOL: 'sol',
  USDC: 'usdc',
  USDC_ARBITRUM: 'usdc_arbitrum',
  USDC_BASE: 'usdc_base',
  USDC_OPTIMISM: 'usdc_optimism',
  USDC_POLYGON: 'usdc_polygon',
  USDC_SOL: 'usdc_sol',
  USDT: 'usdt',
  USDT_POLYGON: 'usdt_polygon',
  WBTC: 'wbtc',
  WETH: 'weth',
} as const
/** A currency code of the card on-ramp. */
export type OnRampCurrency = keyof typeof onRampCurrencies

/** Codes a Solana wallet can be funded with; an Ethereum wallet takes all others (specification §5). */
export const solanaOnRampCurrencies = ['SOL', 'USDC_SOL'] as const satisfies OnRampCurrency[]

/** Text for a code that is not in the list, or not for the wallet's chain (specification §8). */
export const invalidCurrencyCode = 'Invalid currency code'

/** A currency code of the card on-ramp. */
export const onRampCurrency = z.custom<OnRampCurrency>(
  (code) => typeof code === 'string' && Object.hasOwn(onRampCurrencies, code),
  invalidCurrencyCode,
)

/** Whether a wallet of this chain can be funded with this currency. */
export function fundsChain(currency: OnRampCurrency, chain: EmbeddedChain): boolean {
  const onSolana: readonly OnRampCurrency[] = solanaOnRampCurrencies
  return onSolana.includes(currency) === (chain === 'solana')
}
