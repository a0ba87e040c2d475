import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { isRecord } from './json.js'
import { moveTransaction, settleTransaction } from './move.js'

/** So many blocks, its own among them, the network does not undo. */
const finalBlocks = 6

/** Follows a transaction on Bitcoin until six blocks confirm it, or another one that spends the same. */
export async function followBitcoin(deps: Deps, row: WalletTransactionRow): Promise<void> {
  const read = (path: string) => deps.broadcast.read({ caip2: row.caip2, path })
  const own = blockOf(await read(`/tx/${row.hash}/status`))
  if (own === undefined) return notePlaceTaken(deps, row, read)
  if (own === null) {
    if (row.status === 'broadcasted') return
    // Its block is not part of the chain any more, or what had taken its place is not.
    await moveTransaction(deps, row, 'broadcasted', { block_number: null })
    return
  }
  if (row.status !== 'confirmed' || row.block_number !== own) {
    await moveTransaction(deps, row, 'confirmed', { block_number: own })
    return
  }
  if (await isFinal(own, read)) await moveTransaction(deps, row, 'finalized')
}

type Read = (path: string) => Promise<unknown>

/** The node does not know it: another transaction spends one of its outputs, or it was forgotten. */
async function notePlaceTaken(deps: Deps, row: WalletTransactionRow, read: Read): Promise<void> {
  const { hash: own } = row
  for (const outpoint of row.outpoints ?? []) {
    const [txid, index] = outpoint.split(':')
    const spent = await read(`/tx/${txid}/outspend/${index}`)
    if (!isRecord(spent) || spent.spent !== true || spent.txid === own) continue
    if (row.status !== 'replaced') {
      await moveTransaction(deps, row, 'replaced', { block_number: null })
      return
    }
    const block = blockOf(spent.status)
    if (typeof block === 'number' && (await isFinal(block, read)))
      await settleTransaction(deps, row)
    return
  }
  if (row.status !== 'broadcasted')
    await moveTransaction(deps, row, 'broadcasted', { block_number: null })
  else await deps.broadcast.send({ caip2: row.caip2, signed: row.signed ?? '' })
}

/** The height of a transaction's block; null while it waits for one, undefined where it is not known. */
function blockOf(status: unknown): number | null | undefined {
  if (!isRecord(status)) return undefined
  return status.confirmed === true && typeof status.block_height === 'number'
    ? status.block_height
    : null
}

async function isFinal(block: number, read: Read): Promise<boolean> {
  return Number(await read('/blocks/tip/height')) - block + 1 >= finalBlocks
}
