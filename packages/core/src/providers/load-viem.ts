import { ConfigError } from '../errors.js'

/** What requests on Ethereum use of viem. */
export type Viem = Awaited<ReturnType<typeof importViem>>

/**
 * The functions of viem that are used here. viem is an optional peer dependency: an app without Ethereum does not install it.
 *
 * @throws ConfigError when the app has not installed viem.
 */
export async function loadViem(): Promise<Viem> {
  const viem = await importViem()
  // Vite builds an optional peer that is missing as an empty module.
  if (typeof viem.createClient !== 'function') throw notInstalled()
  return viem
}

/** Destructured on the spot so that bundlers keep these functions only; in `try` so that they accept its absence. */
async function importViem() {
  try {
    const {
      BaseError,
      checksumAddress,
      createClient,
      custom,
      decodeErrorResult,
      isHex,
      keccak256,
    } = await import('viem')
    const { estimateFeesPerGas, estimateGas, getBalance, getTransactionCount } = await import(
      'viem/actions'
    )
    return {
      BaseError,
      checksumAddress,
      createClient,
      custom,
      decodeErrorResult,
      isHex,
      keccak256,
      estimateFeesPerGas,
      estimateGas,
      getBalance,
      getTransactionCount,
    }
  } catch (cause) {
    throw notInstalled(cause)
  }
}

function notInstalled(cause?: unknown): ConfigError {
  return new ConfigError('Ethereum requests need viem: npm install viem', { cause })
}
