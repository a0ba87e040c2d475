import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { readQuantity } from './fill.js'
import { moveTransaction } from './move.js'
import { sendOperation } from './operation-carrier.js'

/**
 * Sends the bytes of a transaction, and notes what the node says.
 *
 * @param isRepeated  It may have been sent before: that its nonce is used is then no proof that it was not taken.
 * @returns the transaction; still `pending` where the node did not answer.
 * @throws BroadcastError when the node refuses it: it is `failed` from then on.
 */
export async function broadcastTransaction(
  deps: Deps,
  row: WalletTransactionRow,
  { isRepeated = false }: { isRepeated?: boolean } = {},
): Promise<WalletTransactionRow> {
  try {
    await carry(deps, row)
  } catch (error) {
    if (!(error instanceof BroadcastError)) throw error
    const { caip2 } = row
    deps.logger.warn({ caip2, code: error.code }, 'a transaction of a server wallet was not taken')
    if (error.isUncertain) return row
    if (isRepeated && (await isNonceUsed(deps, row)))
      return (await moveTransaction(deps, row, 'broadcasted')) ?? row
    await moveTransaction(deps, row, 'failed', { failure: error.message })
    throw error
  }
  return (await moveTransaction(deps, row, 'broadcasted')) ?? row
}

/** Hands the bytes of a transaction to its node or bundler, however often. @throws BroadcastError */
async function carry(deps: Deps, row: WalletTransactionRow): Promise<void> {
  const { caip2 } = row
  // What was signed last: a higher fee, or what takes its place.
  const signed = row.attempts.at(-1)?.signed ?? row.signed
  if (signed === null) throw new Error('A transaction that is not signed is not sent')
  if (row.user_operation_hash === null) await deps.broadcast.send({ caip2, signed })
  else await sendOperation(deps, row)
}

/** Whether a block has a transaction with its nonce: which one, following it finds out. */
async function isNonceUsed(
  { broadcast }: Pick<Deps, 'broadcast'>,
  { caip2, sender, nonce }: WalletTransactionRow,
): Promise<boolean> {
  if (nonce === null || !caip2.startsWith('eip155:')) return false
  const params = [sender, 'latest']
  const count = await broadcast.ask({ caip2, method: 'eth_getTransactionCount', params })
  return readQuantity(count) > BigInt(nonce)
}
