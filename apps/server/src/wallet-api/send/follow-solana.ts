import {
  messageOfTransaction,
  readSolanaMessage,
  solanaPrograms,
  toBase58,
} from '@sallyport/contract/requests'
import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { isRecord } from './json.js'
import { moveTransaction } from './move.js'

/**
 * A blockhash that is younger may not be known at the depth where blocks are final. One that such a block does not take any more has
 * ended.
 */
const leastLifeMs = 60_000
/** Instruction of the system program that uses up a durable nonce. */
const advanceNonce = 4

/**
 * Follows a transaction on Solana until it is final, and sends it again while its blockhash lasts. What no final block has when the
 * blockhash has ended in the final ones never will be in one.
 */
export async function followSolana(deps: Deps, row: WalletTransactionRow): Promise<void> {
  const node = nodeOf(deps, row)
  // In this order: a transaction that comes into a block between the two questions is found by the second.
  const hasEnded = deps.clock.nowMs() - row.created_at > leastLifeMs && !(await node.canStillCome())
  const found = await node.status()
  if (found === null) {
    if (hasEnded) {
      await moveTransaction(deps, row, 'failed', { failure: 'Its blockhash has expired' })
      return
    }
    if (row.status !== 'broadcasted') {
      // Its fork was left.
      await moveTransaction(deps, row, 'broadcasted')
      return
    }
    await deps.broadcast.send({ caip2: row.caip2, signed: row.signed ?? '' })
    return
  }
  if (found.level === 'processed') return
  const isFinal = found.level === 'finalized'
  if (found.isReverted) {
    const settled = isFinal ? { settled_at: deps.clock.nowMs() } : {}
    if (row.status !== 'execution_reverted' || isFinal)
      await moveTransaction(deps, row, 'execution_reverted', settled)
    return
  }
  const status = isFinal ? 'finalized' : 'confirmed'
  if (status !== row.status) await moveTransaction(deps, row, status)
}

function nodeOf({ broadcast }: Deps, { caip2, hash, signed }: WalletTransactionRow) {
  const ask = (method: string, params: readonly unknown[]) =>
    broadcast.ask({ caip2, method, params })
  const resultOf = (answer: unknown) => (isRecord(answer) ? answer.value : undefined)
  return {
    status: async () => {
      const params = [[hash], { searchTransactionHistory: true }]
      const statuses = resultOf(await ask('getSignatureStatuses', params))
      const [found] = Array.isArray(statuses) ? statuses : []
      if (!isRecord(found)) return null
      return { level: String(found.confirmationStatus), isReverted: found.err != null }
    },
    canStillCome: async () => {
      const { blockhash: value, nonceAccount } = lifeOf(signed ?? '')
      if (nonceAccount !== null) {
        const params = [nonceAccount, { encoding: 'base64', commitment: 'finalized' }]
        const account = resultOf(await ask('getAccountInfo', params))
        return isRecord(account) && nonceIn(account.data) === value
      }
      const params = [value, { commitment: 'finalized' }]
      return resultOf(await ask('isBlockhashValid', params)) !== false
    },
  }
}

/** What a transaction lives by: a recent blockhash, or the value of a durable nonce. */
function lifeOf(signed: string): { blockhash: string; nonceAccount: string | null } {
  const bytes = Uint8Array.from(Buffer.from(signed, 'base64'))
  const message = readSolanaMessage(messageOfTransaction(bytes))
  if (message === null) throw new Error('A transaction that was signed is not readable')
  const { blockhash, instructions } = message
  const [first] = instructions
  const isDurable = first?.program === solanaPrograms.system && first.data[0] === advanceNonce
  return { blockhash, nonceAccount: isDurable ? (first.accounts[0] ?? null) : null }
}

/** The value in an account of a nonce: after version, state and authority. */
function nonceIn(data: unknown): string | undefined {
  const [base64] = Array.isArray(data) ? data : []
  if (typeof base64 !== 'string') return undefined
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length < 72 ? undefined : toBase58(bytes.subarray(40, 72))
}
