import type { Chain, SallyportClient } from '@sallyport/core'
import { loadWallets } from '../../load-wallets.js'
import type { Draft, Quote, Simulation, Token } from './preview.js'
import { tokenOnChain } from './token-on-chain.js'

/** A transaction as an app asked for it. */
interface EthereumRequest {
  address: string
  chain: Chain
  transaction: Record<string, unknown>
}

/** Asks the network what a transaction costs, what the wallet holds, and whether it would work. Never rejects. */
export async function quoteEthereum(
  request: EthereumRequest,
  deps: { client: SallyportClient; draft: Draft },
): Promise<Quote> {
  const unknown = { fee: null, balance: null, likelyFails: false, unusual: [] }
  const [costs, token, simulation] = await Promise.all([
    // Not knowing is a state of its own on the screen.
    costsOf(request, deps).catch(() => unknown),
    tokenOf(request, deps),
    previewOf(request, deps),
  ])
  return { ...costs, token, simulation }
}

/** What a simulation on the app's node says about the calls of a draft. Never rejects. */
export function previewOf(
  request: { address: string; chain: Chain },
  deps: { client: SallyportClient; draft: Draft },
): Promise<Simulation | null> {
  return (
    import('./simulation/preview-ethereum.js')
      .then((it) => it.previewEthereum(request, deps))
      // A failed load is like a node that cannot simulate.
      .catch(() => null)
  )
}

async function costsOf(request: EthereumRequest, { client }: { client: SallyportClient }) {
  const { ethereum } = await loadWallets()
  const prepared = await ethereum.prepareTransaction(client, request)
  const { maxFeeWei, balanceWei, isInsufficient, problem, unusual, transaction } = prepared
  const likelyFails = problem !== null && !isInsufficient
  return {
    ...{ fee: maxFeeWei, balance: balanceWei, likelyFails, unusual },
    ...{ nonce: BigInt(transaction.nonce), gasLimit: transaction.gas },
    problem: likelyFails ? problem : null,
  }
}

async function tokenOf(
  { chain, address }: EthereumRequest,
  { client, draft }: { client: SallyportClient; draft: Draft },
): Promise<Token | null> {
  const { action } = draft
  if (!['send-token', 'move-token', 'approve-token'].includes(action.kind)) return null
  if (!('token' in action)) return null
  return tokenOnChain(client, { chain, token: action.token, holder: address })
}
