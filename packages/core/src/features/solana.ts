import type { SallyportClient } from '../client.js'
import { requireCluster } from '../providers/chains.js'
import type { SolanaDescription } from '../providers/solana-description.js'
import type { SolanaReceipt } from '../providers/solana-receipt.js'
import type { SolanaCluster } from '../types.js'

export { clustersOf, clusterUrlOf, requireCluster } from '../providers/chains.js'
export {
  getWallet,
  type SolanaRequestOptions,
  type SolanaTransactionOptions,
  type SolanaWallet,
} from '../providers/solana.js'
export type { SolanaDescription, SolanaInstruction } from '../providers/solana-description.js'
export type { SolanaReceipt } from '../providers/solana-receipt.js'
export { register } from '../providers/wallet-standard.js'

/**
 * An unsigned transfer of `lamports`, as wire bytes for `signAndSendTransaction`; valid for about a minute. Loads the chain
 * library on first use.
 *
 * @throws RpcError -32602 for an invalid address; ClientError when the cluster cannot be reached.
 */
export async function transfer(
  client: SallyportClient,
  job: { from: string; to: string; lamports: bigint; cluster?: SolanaCluster['name'] },
): Promise<Uint8Array> {
  const cluster = requireCluster(client, job.cluster)
  const { buildTransfer } = await import('../providers/solana-build.js')
  return buildTransfer(client, { ...job, cluster })
}

/**
 * What a transaction (wire bytes, base64) would do and cost, for a screen that asks. Amounts in lamports.
 *
 * @throws RpcError -32602 when it is not a transaction.
 */
export async function describeTransaction(
  client: SallyportClient,
  request: { transaction: string; cluster: SolanaCluster },
): Promise<SolanaDescription> {
  const { describe } = await import('../providers/solana-description.js')
  return describe(client, request)
}

/**
 * Waits until the cluster has confirmed or refused a sent transaction, at most 180 s, and reads it. What the cluster does
 * not tell is null.
 */
export async function readReceipt(
  client: SallyportClient,
  sent: { cluster: SolanaCluster; signature: string },
): Promise<SolanaReceipt> {
  const { readSent } = await import('../providers/solana-receipt.js')
  return readSent(client, sent)
}
