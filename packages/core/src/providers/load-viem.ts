import { importViem } from '@sallyport/core/peers'
import { ConfigError } from '../errors.js'

/** What requests on Ethereum use of viem. */
export type Viem = Awaited<ReturnType<typeof importViem>>

/**
 * The functions of viem that are used here. viem is an optional peer dependency: an app without Ethereum does not install it.
 *
 * @throws ConfigError when the app has not installed viem.
 */
export async function loadViem(): Promise<Viem> {
  try {
    return await importViem()
  } catch (cause) {
    throw new ConfigError('Ethereum requests need viem: npm install viem', { cause })
  }
}
