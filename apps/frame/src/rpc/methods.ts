import type { EmbeddedChain } from '@sallyport/contract'
import { invalidArguments } from '../frame-error.js'
import type { Methods, Signer } from './signer.js'

/** Each chain's methods, loaded when the chain is first used. */
const methodsOf = {
  ethereum: () => import('./ethereum.js').then((module) => module.ethereumMethods),
  solana: () => import('./solana.js').then((module) => module.solanaMethods),
  'bitcoin-segwit': () => import('./bitcoin.js').then((module) => module.segwitMethods),
  'bitcoin-taproot': () => import('./bitcoin.js').then((module) => module.taprootMethods),
} satisfies Record<EmbeddedChain, () => Promise<Methods>>

/**
 * The signer for a request whose method and parameters have been checked; no share is fetched for a wrong one.
 *
 * @throws FrameError `invalid_request_arguments`.
 */
export async function readRequest(
  chainType: EmbeddedChain,
  { method, params }: { method: string; params?: unknown },
): Promise<Signer> {
  const methods = await methodsOf[chainType]()
  const read = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!read) throw invalidArguments('Unknown method')
  return read(params)
}
