import { takeOpenTransactions, type WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { readQuantity } from './fill.js'
import { broadcast, moveTransaction } from './send.js'

/** A transaction is looked at again after so long. */
const betweenMs = 2_000
const mostAtOnce = 50
/** So many blocks on a transaction's own, the network does not forget it. */
const depth = 12n
/** What was not signed by then was begun by a server that has stopped. */
const unsignedMs = 120_000
/** Blockhashes of Solana live for about 90 seconds. */
const solanaLifeMs = 180_000

/**
 * Follows what wallets have sent: sends again what the network may not have, and notes when it is in a block, is final, was undone by a
 * reorganisation of the chain or lost its nonce to another one.
 */
export async function trackTransactions(deps: Deps): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const taken = await takeOpenTransactions(deps.db, {
    nowMs,
    lookedBeforeMs: nowMs - betweenMs,
    most: mostAtOnce,
  })
  for (const row of taken)
    await look(deps, row).catch((error: unknown) => {
      if (!(error instanceof BroadcastError)) throw error
    })
}

async function look(deps: Deps, row: WalletTransactionRow): Promise<void> {
  const ageMs = deps.clock.nowMs() - row.created_at
  if (row.signed === null || row.hash === null) {
    if (ageMs > unsignedMs) await moveTransaction(deps, row, 'failed', { failure: 'Not signed' })
    return
  }
  if (!deps.broadcast.supports(row.caip2)) return
  if (row.status === 'pending') {
    await broadcast(deps, row)
    return
  }
  if (row.caip2.startsWith('eip155:')) await lookAtEthereum(deps, row)
  else await lookAtSolana(deps, row, ageMs)
}

async function lookAtEthereum(deps: Deps, row: WalletTransactionRow): Promise<void> {
  const { caip2, hash, nonce, sender } = row
  const ask = (method: string, params: readonly unknown[]) =>
    deps.broadcast.ask({ caip2, method, params })
  const receipt = await ask('eth_getTransactionReceipt', [hash])
  if (isRecord(receipt)) {
    const block = readQuantity(receipt.blockNumber)
    if (row.status === 'broadcasted') {
      const status = receipt.status === '0x0' ? 'execution_reverted' : 'confirmed'
      await moveTransaction(deps, row, status, { block_number: Number(block) })
      return
    }
    const head = readQuantity(await ask('eth_blockNumber', []))
    if (head - block >= depth) await moveTransaction(deps, row, 'finalized')
    return
  }
  if (row.status === 'confirmed') {
    // Its block is not part of the chain any more.
    await moveTransaction(deps, row, 'broadcasted', { block_number: null })
    return
  }
  const used = readQuantity(await ask('eth_getTransactionCount', [sender, 'latest']))
  const isUsed = nonce !== null && used > BigInt(nonce)
  // Between the two questions it may have got into a block.
  if (isUsed && !isRecord(await ask('eth_getTransactionReceipt', [hash]))) {
    await moveTransaction(deps, row, 'replaced')
    return
  }
  if (isUsed || isRecord(await ask('eth_getTransactionByHash', [hash]))) return
  await deps.broadcast.send({ caip2, signed: row.signed ?? '' })
}

async function lookAtSolana(deps: Deps, row: WalletTransactionRow, ageMs: number): Promise<void> {
  const answer = await deps.broadcast.ask({
    caip2: row.caip2,
    method: 'getSignatureStatuses',
    params: [[row.hash], { searchTransactionHistory: true }],
  })
  const [found] = isRecord(answer) && Array.isArray(answer.value) ? answer.value : []
  if (!isRecord(found)) {
    if (ageMs > solanaLifeMs)
      await moveTransaction(deps, row, 'failed', { failure: 'Its blockhash has expired' })
    return
  }
  if (found.err != null) {
    await moveTransaction(deps, row, 'execution_reverted')
    return
  }
  const status = found.confirmationStatus === 'finalized' ? 'finalized' : 'confirmed'
  const isNews = status !== row.status && found.confirmationStatus !== 'processed'
  if (isNews) await moveTransaction(deps, row, status)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
