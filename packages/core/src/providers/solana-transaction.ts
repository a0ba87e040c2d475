import { solanaAddress } from '@sallyport/contract'
import {
  type Address,
  address as addressOf,
  appendTransactionMessageInstruction,
  type Blockhash,
  type CompiledTransactionMessage,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { toBase64 } from '../bytes.js'
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import type { RequestStep, SolanaCluster } from '../types.js'
import { clusterUrlOf } from './chains.js'
import { jsonRpc } from './json-rpc.js'
import { contextValue, watchSignature } from './solana-status.js'

/**
 * `transaction` with the signature `sign` gives for its message, in the place of `address`.
 *
 * @throws RpcError -32602 when the bytes are no transaction, 4100 when it does not ask for this signer.
 */
export async function signWith(
  transaction: Uint8Array,
  address: string,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { decoded, signer } = requireSigner(transaction, address)
  // 64 bytes, checked by the caller's `sign`.
  const signature = (await sign(Uint8Array.from(decoded.messageBytes))) as SignatureBytes
  const signatures = { ...decoded.signatures, [signer]: signature }
  return Uint8Array.from(getTransactionEncoder().encode({ ...decoded, signatures }))
}

/**
 * The decoded transaction, once it is sure that `address` is among its signers.
 *
 * @throws RpcError -32602 when the bytes are no transaction, 4100 when it does not ask for this signer.
 */
export function requireSigner(transaction: Uint8Array, address: string) {
  const decoded = decode(transaction)
  const signer = addressOf(address)
  if (!readMessage(Uint8Array.from(decoded.messageBytes))) throw notTransaction()
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
  { cluster, signed }: { cluster: SolanaCluster; signed: Uint8Array },
  report: (step: RequestStep) => void,
): Promise<{ signature: string; signatureBytes: Uint8Array }> {
  const [first] = Object.values(decode(signed).signatures)
  if (!first) throw new RpcError(-32602, { message: 'The transaction is not signed' })
  const signature = getBase58Decoder().decode(first)
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
  await jsonRpc(client.environment, clusterUrlOf(cluster), {
    method: 'sendTransaction',
    params: [toBase64(signed), options],
  })
  report({ step: 'submitted', hash: signature })
  if (client.options.confirm) void watchSignature(client, { cluster, signature }, report)
  return { signature, signatureBytes: Uint8Array.from(first) }
}

/** An unsigned transfer of `lamports` as wire bytes, valid for about a minute. */
export async function buildTransfer(
  client: SallyportClient,
  job: { from: string; to: string; lamports: bigint; cluster: SolanaCluster },
): Promise<Uint8Array> {
  const from = readAddress(job.from)
  const destination = readAddress(job.to)
  const amount = readLamports(job.lamports)
  const answer = await jsonRpc(client.environment, clusterUrlOf(job.cluster), {
    method: 'getLatestBlockhash',
    params: [{ commitment: 'confirmed' }],
  })
  const latest = contextValue(answer)
  if (!latest || typeof latest !== 'object' || !('blockhash' in latest)) throw new RpcError(-32603)
  const lifetime = {
    // The node's own answer; a wrong one is refused at broadcast.
    blockhash: String(latest.blockhash) as Blockhash,
    lastValidBlockHeight:
      'lastValidBlockHeight' in latest ? BigInt(Number(latest.lastValidBlockHeight)) : 0n,
  }
  const instruction = getTransferSolInstruction({
    source: createNoopSigner(from),
    destination,
    amount,
  })
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(from, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstruction(instruction, timed),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

/** The message inside wire bytes. @throws RpcError -32602. */
export function messageBytesOf(transaction: Uint8Array): Uint8Array {
  return Uint8Array.from(decode(transaction).messageBytes)
}

/** `bytes` as a transaction message, or null when they are something else. */
export function readMessage(bytes: Uint8Array): CompiledTransactionMessage | null {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(bytes)
    return message.staticAccounts.length > 0 ? message : null
  } catch {
    // Not a transaction message.
    return null
  }
}

function decode(transaction: Uint8Array) {
  try {
    return getTransactionDecoder().decode(transaction)
  } catch (cause) {
    throw notTransaction(cause)
  }
}

function notTransaction(cause?: unknown): RpcError {
  return new RpcError(-32602, { message: 'These bytes are not a Solana transaction', cause })
}

function readAddress(text: string): Address {
  const parsed = solanaAddress.safeParse(text)
  if (!parsed.success) throw new RpcError(-32602, { message: 'Invalid Solana address' })
  // Checked by the contract's rules.
  return parsed.data as Address
}

/** What a transfer can carry: a whole number of lamports in 64 bits. */
function readLamports(lamports: bigint): bigint {
  if (typeof lamports === 'bigint' && lamports >= 0n && lamports < 1n << 64n) return lamports
  throw new RpcError(-32602, { message: 'lamports must be a bigint from 0 to 2⁶⁴ − 1' })
}
