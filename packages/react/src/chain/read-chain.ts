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
  const answer = await post(client, chain, { jsonrpc: '2.0', id: 1, method, params })
  if (typeof answer === 'object' && answer !== null && 'result' in answer) return answer.result
  throw new RpcError(-32603)
}

/**
 * The results of several calls, asked in one request; undefined for each that the node refused.
 *
 * @throws as `readChain`, where the node refuses the request as a whole.
 */
export async function readChainAtOnce(
  client: SallyportClient,
  { chain, calls }: Pick<ChainReading, 'chain'> & { calls: readonly Omit<ChainReading, 'chain'>[] },
): Promise<unknown[]> {
  const answers = await post(
    client,
    chain,
    calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })),
  )
  if (!Array.isArray(answers)) throw new RpcError(-32603)
  // In any order (JSON-RPC 2.0, section 6).
  return calls.map((_, id) => answers.find((each) => each?.id === id)?.result)
}

async function post(
  client: SallyportClient,
  chain: ChainReading['chain'],
  body: object,
): Promise<unknown> {
  const response = await client.environment.fetch(await urlOf(client, chain), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  return response.json()
}

async function urlOf(client: SallyportClient, chain: Chain | SolanaCluster): Promise<string> {
  const { ethereum, solana } = await loadWallets()
  return 'id' in chain ? ethereum.rpcUrlOf(chain, client.options) : solana.clusterUrlOf(chain)
}
