import { importSolanaKit } from '@sallyport/core/peers'
import { ConfigError } from '../errors.js'

/** What requests on Solana use of @solana/kit. */
export type SolanaKit = Awaited<ReturnType<typeof importSolanaKit>>

/**
 * The functions of @solana/kit that are used here. It is an optional peer dependency: an app without Solana does not
 * install it.
 *
 * @throws ConfigError when the app has not installed @solana/kit.
 */
export async function loadSolanaKit(): Promise<SolanaKit> {
  try {
    return await importSolanaKit()
  } catch (cause) {
    throw new ConfigError('Solana requests need @solana/kit: npm install @solana/kit', { cause })
  }
}
