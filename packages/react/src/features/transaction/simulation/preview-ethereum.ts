import type { Chain, SallyportClient } from '@sallyport/core'
import { readChain } from '../../../chain/read-chain.js'
import type { Draft, ShownChange, Simulation } from '../preview.js'
import { tokenOnChain } from '../token-on-chain.js'
import { type Change, changesOf, compare, type Effects, isSame } from './effects.js'
import { expectEthereum } from './expectation.js'
import { type SimulatedCall, simulateEthereum } from './simulate-ethereum.js'

/** Tokens whose contracts are asked for name and decimals; changes of further ones are shown in smallest units. */
const mostTokens = 8

const unknownToken = { symbol: '', decimals: null, isListed: false }

/** Simulates a transaction on the app's node and compares it with its draft; null when the node cannot. Never rejects. */
export async function previewEthereum(
  request: { address: string; chain: Chain },
  deps: { client: SallyportClient; draft: Draft },
): Promise<Simulation | null> {
  const { address: wallet, chain } = request
  const { client, draft } = deps
  const effects = await simulateEthereum(
    { wallet, calls: (draft.calls ?? [draft]).map(callOf) },
    { read: (method, params) => readChain(client, { chain, method, params }) },
  )
  if (effects === null) return null
  return {
    changes: await shownChanges(changesOf(effects, wallet), { client, chain, wallet }),
    approvals: effects.approvals.map(({ token, party }) => ({ token, party })),
    lost: effects.lost,
    disagreements: compare(expectEthereum(draft), effects, wallet),
  }
}

/** The call that a draft was read from. */
function callOf({ call, spent }: Draft): SimulatedCall {
  return { to: call?.to ?? null, data: call?.data ?? '0x', value: spent.units }
}

async function shownChanges(
  changes: Effects['changes'],
  given: { client: SallyportClient; chain: Chain; wallet: string },
): Promise<ShownChange[]> {
  const { client, chain, wallet } = given
  const all = changes.flatMap(({ token, id }) => (token === null || id !== null ? [] : [token]))
  const tokens = [...new Set(all)].slice(0, mostTokens)
  const known = await Promise.all(
    tokens.map((token) => tokenOnChain(client, { chain, token, holder: wallet })),
  )
  return changes.map((change: Change): ShownChange => {
    const { token, id: item, units } = change
    if (token === null) return { token, item, units, ...coinOf(chain) }
    const at = tokens.findIndex((each) => isSame(each, token))
    const { symbol, decimals, isListed } = known[at] ?? unknownToken
    return { token, item, units, symbol, decimals, isUnverified: !isListed }
  })
}

function coinOf({ nativeCurrency: { symbol, decimals } }: Chain) {
  return { symbol, decimals }
}
