import { ApiError } from '@sallyport/contract'
import { readServerWallet } from '../../db/server-wallets.js'
import { changeTransaction, type WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import type { Broadcast } from '../../ports/broadcast.js'
import { askNode } from './fill.js'
import type { Following } from './follow.js'
import { moveTransaction, recordTransactionEvent } from './move.js'
import { signSending } from './sign-sending.js'
import { transactionRequest } from './transaction-request.js'

/** Most signatures for one transaction. */
const mostAttempts = 8
/** Fees are raised to so many times the first ones at most: the signer refuses more. */
const mostTimes = 5n

/**
 * Signs and sends a transaction again with higher fees and the same nonce, when it has waited as long as its app has set. Only where the
 * server has chosen the fees.
 *
 * @returns whether it did.
 */
export async function raiseFees(
  deps: Deps,
  row: WalletTransactionRow,
  { settings }: Following,
): Promise<boolean> {
  const [first, newest] = [row.attempts[0], row.attempts.at(-1)]
  const isOurs = row.signed_by !== null && newest?.fees != null && newest.kind !== 'cancel'
  if (!first?.fees || !newest?.fees || !isOurs || row.attempts.length >= mostAttempts) return false
  const { replaceAfterSeconds } = await settings()
  if (replaceAfterSeconds === null) return false
  const nowMs = deps.clock.nowMs()
  const afterMs = replaceAfterSeconds * 1_000
  if (nowMs < (row.next_attempt_at ?? newest.at + afterMs)) return false
  const noted = await noteWaiting(deps, row, nowMs + afterMs)
  const fees = await higherFees(deps.broadcast, row, { first: first.fees, newest: newest.fees })
  if (noted === undefined || fees === null) return false
  const raised = await signRaised(deps, noted, fees)
  if (raised === undefined) return false
  await deps.broadcast.send({ caip2: row.caip2, signed: raised.signed ?? '' })
  await moveTransaction(deps, raised, 'broadcasted')
  return true
}

/** Tells that it still waits, and when it is looked at for this again. */
async function noteWaiting(
  { db, clock }: Deps,
  row: WalletTransactionRow,
  nextMs: number,
): Promise<WalletTransactionRow | undefined> {
  const transaction_request = transactionRequest(row)
  return db.transaction().execute(async (inside) => {
    const noted = await changeTransaction(inside, row, { next_attempt_at: nextMs })
    if (noted !== undefined)
      await recordTransactionEvent(inside, noted, {
        ...{ name: 'still_pending', nowMs: clock.nowMs() },
        more: { transaction_request },
      })
    return noted
  })
}

async function signRaised(
  deps: Deps,
  row: WalletTransactionRow,
  fees: Record<string, string>,
): Promise<WalletTransactionRow | undefined> {
  const wallet = await readServerWallet(deps.db, { appId: row.app_id, walletId: row.wallet_id })
  if (wallet === undefined || row.signed_by === null) return undefined
  const draft = { filled: { ...row.filled, ...fees }, built: row.draft ?? undefined }
  try {
    const { bytes: signed } = await signSending(deps, {
      ...{ wallet, draft, signedBy: row.signed_by },
      replaces: true,
    })
    const hash = await deps.broadcast.idOf({ caip2: row.caip2, signed })
    const attempt = { kind: 'bump' as const, hash, signed, at: deps.clock.nowMs(), fees }
    return changeTransaction(deps.db, row, { signed, hash, attempts: [...row.attempts, attempt] })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    deps.logger.warn({ code: error.code }, 'the fees of a transaction were not raised')
    return undefined
  }
}

/**
 * Fees that nodes take in the place of others: an eighth more, or what the network asks by now. Null where that is more than so many
 * times the first ones.
 */
export async function higherFees(
  broadcast: Broadcast,
  { caip2, sender }: Pick<WalletTransactionRow, 'caip2' | 'sender'>,
  { first, newest }: { first: Record<string, string>; newest: Record<string, string> },
): Promise<Record<string, string> | null> {
  const node = askNode(broadcast, { caip2, sender, asked: {} })
  const [base, tip] = [await node.baseFee(), await node.tip()]
  const wanted: Record<string, bigint> = {
    gas_price: 2n * base + tip,
    max_fee_per_gas: 2n * base + tip,
    max_priority_fee_per_gas: tip,
  }
  const fees: Record<string, string> = {}
  for (const [name, before] of Object.entries(newest)) {
    const least = (BigInt(before) * 9n) / 8n + 1n
    // A fee of zero has no multiple.
    const most = BigInt(first[name] ?? before) * mostTimes + mostTimes
    if (least > most) return null
    const asked = wanted[name] ?? 0n
    const raised = asked > least ? asked : least
    fees[name] = (raised < most ? raised : most).toString()
  }
  return fees
}
