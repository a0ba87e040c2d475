import type { EmbeddedChain } from '@sallyport/contract'
import { readRequest } from '../rpc/methods.js'
import type { OwnAddress, Reading } from './reading.js'

type Read = (params: unknown, ownAddress: OwnAddress) => Reading | Promise<Reading>

/** Each chain's readers, loaded when the chain is first used. */
const readersOf = {
  ethereum: () => import('./read-ethereum.js').then((module) => module.ethereumReaders),
  solana: () => import('./read-solana.js').then((module) => module.solanaReaders),
  'bitcoin-segwit': () => import('./read-bitcoin.js').then((module) => module.segwitReaders),
  'bitcoin-taproot': () => import('./read-bitcoin.js').then((module) => module.taprootReaders),
} satisfies Record<EmbeddedChain, () => Promise<Readonly<Record<string, unknown>>>>

/**
 * What a request would sign, read by the parsers that read it for signing. A request that would be refused anyway is
 * refused here, and the user is not asked about it.
 *
 * @throws FrameError `invalid_request_arguments`.
 */
export async function readSubject(
  chainType: EmbeddedChain,
  request: { method: string; params?: unknown },
  ownAddress: OwnAddress = async () => null,
): Promise<Reading> {
  await readRequest(chainType, request)
  const readers = await readersOf[chainType]()
  const read = Object.hasOwn(readers, request.method) ? readers[request.method] : undefined
  // A method without a reader cannot be explained, so it is not signed (ruling 7).
  if (!read) throw new TypeError('The method has no reader')
  // `readRequest` accepted the parameters, and a chain's readers take what its methods take.
  return (read as Read)(request.params, ownAddress)
}
