import { receiptWait } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import type { SolanaCluster } from '../types.js'
import { clusterUrlOf } from './chains.js'
import { jsonRpc } from './json-rpc.js'
import { watchSignature } from './solana-status.js'

const retryEveryMs = 1_000

/** What the cluster tells about a transaction that it holds. */
export interface SolanaReceipt {
  /** The cluster's answer to `getTransaction` with `jsonParsed`; null when it gave none. */
  parsedTransaction: Record<string, unknown> | null
  /** The fee that was paid, in lamports; null when it is not known. */
  fees: bigint | null
}

/**
 * Waits until the cluster has confirmed or refused a sent transaction, at most 180 s, and reads it. Never throws: the
 * transaction is sent, whatever can be read of it.
 */
export async function readSent(
  client: SallyportClient,
  sent: { cluster: SolanaCluster; signature: string },
): Promise<SolanaReceipt> {
  let isInBlock = false
  await watchSignature(client, sent, ({ step }) => {
    isInBlock = step !== 'timed-out'
  })
  const parsedTransaction = isInBlock ? await readParsed(client, sent) : null
  return { parsedTransaction, fees: feesOf(parsedTransaction) }
}

/** Nodes list a transaction a moment after they confirm it. */
async function readParsed(
  { environment }: SallyportClient,
  { cluster, signature }: { cluster: SolanaCluster; signature: string },
): Promise<SolanaReceipt['parsedTransaction']> {
  const options = {
    encoding: 'jsonParsed',
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 0,
  }
  const call = { method: 'getTransaction', params: [signature, options] }
  for (let tries = 0; tries <= receiptWait.retries; tries += 1) {
    // A node that does not answer now may answer the next time.
    const answer = await jsonRpc(environment, clusterUrlOf(cluster), call).catch(() => null)
    // Checked to be an object on this line.
    if (answer && typeof answer === 'object') return answer as Record<string, unknown>
    await environment.clock.wait(retryEveryMs)
  }
  return null
}

function feesOf(parsed: SolanaReceipt['parsedTransaction']): bigint | null {
  const meta = parsed?.meta
  if (!meta || typeof meta !== 'object' || !('fee' in meta)) return null
  return Number.isSafeInteger(meta.fee) ? BigInt(Number(meta.fee)) : null
}
