import { listUnsettled } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'

/** What an account has under way on a network, seen by the one that holds its lane. */
export interface LaneView {
  /**
   * The first of `count` nonces in a row that nothing under way has, from the one that the node waits for: a gap is filled before
   * the end is extended.
   */
  freeNonce(waiting: bigint, count?: bigint): bigint
  /** Outputs that are being spent, `txid:index`. */
  spending: ReadonlySet<string>
}

/** Reads what an account has under way. Hold its lane until what is built on it is stored. */
export async function viewLane(
  { db }: Pick<Deps, 'db'>,
  lane: { caip2: string; sender: string },
): Promise<LaneView> {
  const open = await listUnsettled(db, lane)
  const taken = new Set<bigint>()
  for (const { nonce, last_nonce: last } of open)
    if (nonce !== null)
      for (let each = BigInt(nonce); each <= BigInt(last ?? nonce); each += 1n) taken.add(each)
  return {
    freeNonce: (waiting, count = 1n) => {
      const isFree = (first: bigint) => {
        for (let each = first; each < first + count; each += 1n) if (taken.has(each)) return false
        return true
      }
      let first = waiting
      while (!isFree(first)) first += 1n
      return first
    },
    spending: new Set(open.flatMap(({ outpoints }) => outpoints ?? [])),
  }
}
