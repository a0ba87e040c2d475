import type { TransactionReplacement } from '../types.js'

/** Blocks that one search looks through, newest first: it starts within seconds of the block it is after. */
const searchedBlocks = 10

/** What tells a sent transaction from another one of the same wallet. */
export interface SentTransaction {
  hash: string
  from: string
  nonce: number
  to?: string | undefined
  value?: bigint | undefined
  data?: string | undefined
}

/** A transaction as a block lists it (JSON-RPC): amounts are 0x hex, `to` is null where a contract is created. */
export interface ListedTransaction {
  hash: string
  from: string
  nonce: string
  to: string | null
  value: string
  input: string
}

/** A call to the chain's node; answers null where the node has nothing or does not answer. */
export type AskNode = (method: string, params: unknown[]) => Promise<unknown>

/**
 * The transaction in a block that took the nonce of `sent`; null while the nonce is free, or taken by `sent` itself.
 *
 * @see viem's `waitForTransactionReceipt`, which decides the same way.
 */
export async function findReplacement(
  ask: AskNode,
  sent: SentTransaction,
): Promise<ListedTransaction | null> {
  const count = await ask('eth_getTransactionCount', [sent.from, 'latest'])
  if (typeof count !== 'string' || Number(count) <= sent.nonce) return null
  let block = readBlock(await ask('eth_getBlockByNumber', ['latest', true]))
  for (let searched = 0; block && searched < searchedBlocks; searched += 1) {
    const found = block.transactions.find((each) => hasSameNonce(each, sent))
    if (found) return isSame(found.hash, sent.hash) ? null : found
    if (block.number === 0) return null
    const before = `0x${(block.number - 1).toString(16)}`
    block = readBlock(await ask('eth_getBlockByNumber', [before, true]))
  }
  return null
}

/** Why `replacement` took the place of `sent`: the same at another price, a transfer of nothing to oneself, or another. */
export function replacementReason(
  sent: SentTransaction,
  replacement: ListedTransaction,
): TransactionReplacement['reason'] {
  const value = BigInt(replacement.value)
  const isSameCall =
    isSame(replacement.to ?? '', sent.to ?? '') &&
    value === (sent.value ?? 0n) &&
    isSame(replacement.input, sent.data ?? '0x')
  if (isSameCall) return 'repriced'
  return isSame(replacement.to ?? '', replacement.from) && value === 0n ? 'cancelled' : 'replaced'
}

function hasSameNonce(listed: ListedTransaction, sent: SentTransaction): boolean {
  return isSame(listed.from, sent.from) && Number(listed.nonce) === sent.nonce
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}

function readBlock(answer: unknown): { number: number; transactions: ListedTransaction[] } | null {
  if (!answer || typeof answer !== 'object') return null
  if (!('number' in answer) || !('transactions' in answer)) return null
  const { number, transactions } = answer
  if (typeof number !== 'string' || !Array.isArray(transactions)) return null
  return { number: Number(number), transactions: transactions.filter(isListed) }
}

function isListed(entry: unknown): entry is ListedTransaction {
  if (!entry || typeof entry !== 'object') return false
  // The fields are checked on this line; `to` may be null.
  const { hash, from, nonce, value, input } = entry as Record<string, unknown>
  return [hash, from, nonce, value, input].every((each) => typeof each === 'string')
}
