import { listedToken, shorten } from '@sallyport/contract/requests'
import type { SolanaCluster } from '@sallyport/core'
import { draftSolana, messageOf, tablesOf } from './draft-solana.js'
import { type Draft, movesToken, type Quote, type Token } from './preview.js'
import { readLookupTables } from './read-lookup-tables.js'

type Read = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Asks the cluster what a transaction costs, what the wallet holds, and whether it would work. Never rejects. */
export async function quoteSolana(
  request: { address: string; cluster: SolanaCluster; transaction: string },
  { read }: { read: Read },
): Promise<Quote> {
  const tables = tablesOf(request.transaction)
  const draft = draftSolana(request, await readLookupTables(read, tables))
  const commitment = { commitment: 'confirmed' }
  const addresses = draft.solana?.writable ?? []
  const simulation = {
    encoding: 'base64',
    accounts: { encoding: 'base64', addresses },
    sigVerify: false,
    replaceRecentBlockhash: true,
    ...commitment,
  }
  const [balance, fee, outcome, before, token] = await Promise.all([
    answerTo(() => read('getBalance', [request.address, commitment])),
    answerTo(() => read('getFeeForMessage', [messageOf(request.transaction), commitment])),
    answerTo(() => read('simulateTransaction', [request.transaction, simulation])),
    answerTo(() => read('getMultipleAccounts', [addresses, { encoding: 'base64', ...commitment }])),
    tokenOf({ read, draft }),
  ])
  const money = { fee: lamportsOf(fee), balance: lamportsOf(balance) }
  const covered = money.balance !== null && money.balance >= draft.spent.units + (money.fee ?? 0n)
  const likelyFails = covered && hasError(outcome)
  const given = { outcome, accountsBefore: before, fee: money.fee, read }
  const preview = await import('./simulation/preview-solana.js')
    .then((it) => it.previewSolana(draft, given))
    // A failed load is like a node that cannot simulate.
    .catch(() => null)
  return { ...money, token, likelyFails, draft, simulation: preview }
}

async function tokenOf({ read, draft }: { read: Read; draft: Draft }): Promise<Token | null> {
  const { action, tokenAccount } = draft
  if (!movesToken(action) || tokenAccount === undefined) return null
  const held = await answerTo(() =>
    read('getTokenAccountBalance', [tokenAccount, { commitment: 'confirmed' }]),
  )
  if (typeof held !== 'object' || held === null) return null
  const { amount, decimals }: { amount?: unknown; decimals?: unknown } = held
  if (typeof amount !== 'string' || !/^\d+$/.test(amount)) return null
  if (typeof decimals !== 'number' || decimals < 0 || decimals > 36) return null
  const listed = listedToken('solana', action.token)
  const symbol = listed?.symbol ?? shorten(action.token)
  return { symbol, decimals, isListed: listed !== null, balance: BigInt(amount) }
}

async function answerTo(read: () => Promise<unknown>): Promise<unknown> {
  try {
    const answer = await read()
    return typeof answer === 'object' && answer !== null && 'value' in answer
      ? answer.value
      : answer
  } catch {
    // Not knowing is a state of its own on the screen.
    return null
  }
}

function lamportsOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : null
}

function hasError(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'err' in outcome && outcome.err !== null
}
