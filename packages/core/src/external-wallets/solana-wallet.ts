import { decodeBase58 } from '@sallyport/contract'
import { toBase64 } from '../bytes.js'
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { clusterUrlOf, requireCluster } from '../providers/chains.js'
import { jsonRpc } from '../providers/json-rpc.js'
import type { SolanaTransactionOptions, SolanaWallet } from '../providers/solana.js'
import { chainNames } from '../providers/wallet-standard.js'
import type { SolanaCluster } from '../types.js'
import type { SolanaConnection } from './connector.js'

/**
 * A connected account with the functions of an embedded wallet. The wallet itself asks the user. Transactions are sent by the
 * app's own RPC, so that local and private clusters work.
 */
export function solanaWalletOf(
  client: SallyportClient,
  { address, connection }: { address: string; connection: SolanaConnection },
): SolanaWallet {
  const sign = (transaction: Uint8Array, cluster: SolanaCluster) =>
    connection.signTransaction({ address, transaction, chain: chainNames[cluster.name] })
  return {
    address,
    signMessage: (message) => connection.signMessage({ address, message }),
    signTransaction: async (transaction, { cluster: name } = {}) =>
      sign(transaction, requireCluster(client, name)),
    async signAndSendTransaction(transaction, { cluster: name, transactionOptions } = {}) {
      const cluster = requireCluster(client, name)
      const signed = await sign(transaction, cluster)
      const signature = await send(client, { cluster, signed, options: transactionOptions })
      const signatureBytes = decodeBase58(signature)
      if (signatureBytes === undefined) throw new RpcError(-32603)
      return { signature, signatureBytes }
    },
  }
}

async function send(
  client: SallyportClient,
  job: {
    cluster: SolanaCluster
    signed: Uint8Array
    options: SolanaTransactionOptions | undefined
  },
): Promise<string> {
  const { cluster, signed, options = {} } = job
  const { preflightCommitment = 'confirmed', ...others } = options
  const signature = await jsonRpc(client.environment, clusterUrlOf(cluster), {
    method: 'sendTransaction',
    params: [toBase64(signed), { encoding: 'base64', preflightCommitment, ...others }],
  })
  if (typeof signature !== 'string') throw new RpcError(-32603)
  return signature
}
