import type { CompiledTransactionMessage, SignatureBytes } from '@solana/kit'
import { toBase64 } from '../bytes.js'
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import type { RequestStep, SolanaCluster } from '../types.js'
import { clusterUrlOf } from './chains.js'
import { jsonRpc } from './json-rpc.js'
import { loadSolanaKit, type SolanaKit } from './load-solana-kit.js'
import type { SolanaTransactionOptions } from './solana.js'
import { watchSignature } from './solana-status.js'

/**
 * `transaction` with the signature `sign` gives for its message, in the place of `address`.
 *
 * @throws RpcError -32602 when the bytes are not a transaction, 4100 when it does not ask for this signer.
 */
export async function signWith(
  transaction: Uint8Array,
  address: string,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const kit = await loadSolanaKit()
  const { decoded, signer } = findSigner(kit, transaction, address)
  // 64 bytes, checked by the caller's `sign`.
  const signature = (await sign(Uint8Array.from(decoded.messageBytes))) as SignatureBytes
  const signatures = { ...decoded.signatures, [signer]: signature }
  return Uint8Array.from(kit.getTransactionEncoder().encode({ ...decoded, signatures }))
}

/**
 * Refuses a transaction that `address` does not sign.
 *
 * @throws RpcError -32602 when the bytes are not a transaction, 4100 when it does not ask for this signer.
 */
export async function requireSigner(transaction: Uint8Array, address: string): Promise<void> {
  findSigner(await loadSolanaKit(), transaction, address)
}

/** The decoded transaction, and `address` as one of its signers. Throws as `requireSigner`. */
function findSigner(kit: SolanaKit, transaction: Uint8Array, address: string) {
  const decoded = decode(kit, transaction)
  const signer = kit.address(address)
  if (!decodeMessage(kit, Uint8Array.from(decoded.messageBytes))) throw notTransaction()
  if (!Object.hasOwn(decoded.signatures, signer)) {
    throw new RpcError(4100, {
      message: 'The transaction does not ask for this wallet’s signature',
    })
  }
  return { decoded, signer }
}

/** Broadcasts a signed transaction and, where a screen shows progress, reports how it ends. */
export async function sendAndWatch(
  client: SallyportClient,
  job: { cluster: SolanaCluster; signed: Uint8Array; transactionOptions: SolanaTransactionOptions },
  report: (step: RequestStep) => void,
): Promise<{ signature: string; signatureBytes: Uint8Array }> {
  const { cluster, signed, transactionOptions } = job
  const kit = await loadSolanaKit()
  const [first] = Object.values(decode(kit, signed).signatures)
  if (!first) throw new RpcError(-32602, { message: 'The transaction is not signed' })
  const signature = kit.getBase58Decoder().decode(first)
  const { skipPreflight, preflightCommitment = 'confirmed' } = transactionOptions
  const { maxRetries, minContextSlot } = transactionOptions
  const options = {
    encoding: 'base64',
    preflightCommitment,
    skipPreflight,
    maxRetries,
    minContextSlot,
  }
  await jsonRpc(client.environment, clusterUrlOf(cluster), {
    method: 'sendTransaction',
    params: [toBase64(signed), options],
  })
  report({ step: 'submitted', hash: signature })
  if (client.options.confirm) void watchSignature(client, { cluster, signature }, report)
  return { signature, signatureBytes: Uint8Array.from(first) }
}

/** The message inside wire bytes. @throws RpcError -32602. */
export async function readMessageBytes(transaction: Uint8Array): Promise<Uint8Array> {
  return Uint8Array.from(decode(await loadSolanaKit(), transaction).messageBytes)
}

/** `bytes` as a transaction message, or null when they are something else. */
export async function readMessage(bytes: Uint8Array): Promise<CompiledTransactionMessage | null> {
  return decodeMessage(await loadSolanaKit(), bytes)
}

function decodeMessage(kit: SolanaKit, bytes: Uint8Array): CompiledTransactionMessage | null {
  try {
    const message = kit.getCompiledTransactionMessageDecoder().decode(bytes)
    return message.staticAccounts.length > 0 ? message : null
  } catch {
    // Not a transaction message.
    return null
  }
}

function decode(kit: SolanaKit, transaction: Uint8Array) {
  try {
    return kit.getTransactionDecoder().decode(transaction)
  } catch (cause) {
    throw notTransaction(cause)
  }
}

function notTransaction(cause?: unknown): RpcError {
  return new RpcError(-32602, { message: 'These bytes are not a Solana transaction', cause })
}
