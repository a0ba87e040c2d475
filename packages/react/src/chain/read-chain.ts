import { type Chain, RpcError, type SallyportClient, type SolanaCluster } from '@sallyport/core'
import { loadWallets } from '../load-wallets.js'

/** A read-only call to a node. */
interface ChainReading {
  chain: Chain | SolanaCluster
  method: string
  params: readonly unknown[]
}

/**
 * The result of one JSON-RPC call to the chain's node; nothing is signed.
 *
 * @throws RpcError -32603 when the node refuses, TypeError when it cannot be reached.
 */
export async function readChain(
  client: SallyportClient,
  { chain, method, params }: ChainReading,
): Promise<unknown> {
  const response = await client.environment.fetch(await urlOf(client, chain), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  })
  const answer: unknown = await response.json()
  if (typeof answer === 'object' && answer !== null && 'result' in answer) return answer.result
  throw new RpcError(-32603)
}

async function urlOf(client: SallyportClient, chain: Chain | SolanaCluster): Promise<string> {
  const { ethereum, solana } = await loadWallets()
  return 'id' in chain ? ethereum.rpcUrlOf(chain, client.options) : solana.clusterUrlOf(chain)
}
