import type { Client, Hex } from 'viem'

/** What an operation pays for its gas, in wei. */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** Bundlers that name their price themselves, and refuse less: Pimlico's, the sandbox's own, and one that an app runs beside itself. */
const pricingHosts = ['api.pimlico.io', 'public.pimlico.io', 'localhost', '127.0.0.1', '[::1]']

/** The chain's price is raised by half, so that an operation is still included when the price rises (specification §9). */
const defaultPercent = 150n
/** The host of the one bundler that raises its own estimate between the estimate and the bundle, and the buffer for it. */
const raisingHost = 'api.developer.coinbase.com'
const higherPercent = 175n

/** The method that asks the bundler at `url` for its price; null for one that has none. */
export function priceMethodOf(url: string): string | null {
  return pricingHosts.includes(new URL(url).hostname) ? 'pimlico_getUserOperationGasPrice' : null
}

/** `fees` of the chain with the buffer for the bundler at `url`. */
export function addFeeBuffer(fees: Fees, url: string): Fees {
  const percent = new URL(url).hostname === raisingHost ? higherPercent : defaultPercent
  const raise = (price: bigint) => (price * percent) / 100n
  return {
    maxFeePerGas: raise(fees.maxFeePerGas),
    maxPriorityFeePerGas: raise(fees.maxPriorityFeePerGas),
  }
}

/** More than any chain has asked: a bundler that names it is wrong, or wants the wallet's money. */
const highestWeiPerGas = 10n ** 14n

/** Refuses prices that no chain asks (SMW-04). @throws RangeError */
export function checkFees(fees: Fees): Fees {
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  if (maxFeePerGas > highestWeiPerGas || maxPriorityFeePerGas > maxFeePerGas)
    throw new RangeError('The bundler asks for an unusual gas price')
  return fees
}

/** The bundler's own fast price. */
export async function readBundlerPrice(client: Client, method: string): Promise<Fees> {
  const { fast } = (await client.request({ method, params: [] } as never)) as {
    fast: Record<keyof Fees, Hex>
  } // a method that viem's types do not know
  return {
    maxFeePerGas: BigInt(fast.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fast.maxPriorityFeePerGas),
  }
}
