import { takeOpenTransactions, type WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { broadcastTransaction } from './broadcast-transaction.js'
import { fillGap } from './fill-gap.js'
import type { Follow, Following } from './follow.js'
import { followBitcoin } from './follow-bitcoin.js'
import { followEthereum } from './follow-ethereum.js'
import { followOperation } from './follow-operation.js'
import { followSolana } from './follow-solana.js'
import { moveTransaction } from './move.js'
import { createSendSettings } from './send-settings.js'

/** A transaction is looked at again after so long. */
const betweenMs = 2_000
const mostAtOnce = 50
/** What was not signed by then was begun by a server that has stopped. */
const unsignedMs = 120_000

/** How a transaction is followed, by the namespace of its network. */
const follows: Readonly<Record<string, Follow>> = {
  eip155: followEthereum,
  solana: followSolana,
  bip122: followBitcoin,
}

/**
 * Follows what wallets have sent: sends again what the network may not have, and notes when it is in a block, is final, was undone by a
 * reorganisation of the chain or lost its place to another one.
 */
export async function trackTransactions(deps: Deps): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const taken = await takeOpenTransactions(deps.db, {
    nowMs,
    lookedBeforeMs: nowMs - betweenMs,
    most: mostAtOnce,
  })
  const settingsOf = createSendSettings(deps)
  for (const row of taken)
    await look(deps, row, { settings: () => settingsOf(row.app_id) }).catch((error: unknown) => {
      if (error instanceof BroadcastError) return
      // The others are followed all the same.
      const reason = error instanceof Error ? error.name : 'unknown'
      deps.logger.warn({ reason, caip2: row.caip2 }, 'a transaction will be looked at again')
    })
}

async function look(deps: Deps, row: WalletTransactionRow, following: Following): Promise<void> {
  if (row.signed === null) {
    const ageMs = deps.clock.nowMs() - row.created_at
    if (ageMs > unsignedMs) await moveTransaction(deps, row, 'failed', { failure: 'Not signed' })
    return
  }
  if (!deps.broadcast.supports(row.caip2)) return
  if (row.status === 'pending') {
    await broadcastTransaction(deps, row, { isRepeated: true })
    return
  }
  const follow =
    row.user_operation_hash === null ? follows[row.caip2.split(':')[0] ?? ''] : followOperation
  await follow?.(deps, row, following)
  if (row.status === 'broadcasted') await fillGap(deps, row, following)
}
