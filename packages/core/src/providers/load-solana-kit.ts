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
  const kit = await importSolanaKit()
  // Vite builds an optional peer that is missing as an empty module.
  if (typeof kit.compileTransaction !== 'function') throw notInstalled()
  return kit
}

/** Destructured on the spot so that bundlers keep these functions only; in `try` so that they accept its absence. */
async function importSolanaKit() {
  try {
    const {
      address,
      appendTransactionMessageInstructions,
      compileTransaction,
      createTransactionMessage,
      getAddressEncoder,
      getBase58Decoder,
      getCompiledTransactionMessageDecoder,
      getProgramDerivedAddress,
      getTransactionDecoder,
      getTransactionEncoder,
      setTransactionMessageFeePayer,
      setTransactionMessageLifetimeUsingBlockhash,
    } = await import('@solana/kit')
    return {
      address,
      appendTransactionMessageInstructions,
      compileTransaction,
      createTransactionMessage,
      getAddressEncoder,
      getBase58Decoder,
      getCompiledTransactionMessageDecoder,
      getProgramDerivedAddress,
      getTransactionDecoder,
      getTransactionEncoder,
      setTransactionMessageFeePayer,
      setTransactionMessageLifetimeUsingBlockhash,
    }
  } catch (cause) {
    throw notInstalled(cause)
  }
}

function notInstalled(cause?: unknown): ConfigError {
  return new ConfigError('Solana requests need @solana/kit: npm install @solana/kit', { cause })
}
