import { messageOf } from './draft-solana.js'
import type { Draft, Quote } from './preview.js'

type Read = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Asks the cluster what a transaction costs, what the wallet holds, and whether it would work. Never rejects. */
export async function quoteSolana(
  request: { address: string; transaction: string },
  deps: { read: Read; draft: Draft },
): Promise<Quote> {
  const { read, draft } = deps
  const commitment = { commitment: 'confirmed' }
  const rehearsal = {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    ...commitment,
  }
  const [balance, fee, outcome] = await Promise.all([
    answerTo(() => read('getBalance', [request.address, commitment])),
    answerTo(() => read('getFeeForMessage', [messageOf(request.transaction), commitment])),
    answerTo(() => read('simulateTransaction', [request.transaction, rehearsal])),
  ])
  const money = { fee: lamportsOf(fee), balance: lamportsOf(balance) }
  const covered = money.balance !== null && money.balance >= draft.spent.units + (money.fee ?? 0n)
  return { ...money, token: null, likelyFails: covered && hasError(outcome) }
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
