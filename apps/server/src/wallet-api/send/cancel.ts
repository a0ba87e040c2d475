import { ApiError } from '@sallyport/contract'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import { changeTransaction, type WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { higherFees } from './raise-fees.js'
import { signNoop } from './sign-noop.js'
import { feesOf } from './transaction-request.js'

/**
 * Sends a transaction that does nothing with the nonce of one that waits. Which of the two comes into a block is the network's choice:
 * the transaction is `replaced` when it is the one that does nothing.
 *
 * @throws ApiError `not_supported` where there is no nonce, `invalid_data` for one that does not wait; what the signer refuses.
 */
export async function cancelTransaction(
  deps: Deps,
  {
    row,
    wallet,
    request,
  }: { row: WalletTransactionRow; wallet: ServerWalletRow; request: AuthorizedRequest },
): Promise<WalletTransactionRow> {
  requireWaiting(row)
  const { caip2, nonce, attempts } = row
  const [first, newest] = [attempts[0], attempts.at(-1)]
  if (first === undefined || newest === undefined || nonce === null) throw notWaiting()
  const fees = await feesAfter(deps, row)
  const chain_id = caip2.slice('eip155:'.length)
  const numbers = { chain_id, nonce: String(nonce), gas_limit: '21000', ...fees }
  const { bytes: signed } = await signNoop(deps, { wallet, request, numbers })
  const hash = await deps.broadcast.idOf({ caip2, signed })
  const attempt = { kind: 'cancel' as const, hash, signed, at: deps.clock.nowMs(), fees }
  const stored = await changeTransaction(deps.db, row, { attempts: [...attempts, attempt] })
  if (stored === undefined) throw notWaiting()
  await deps.broadcast.send({ caip2, signed }).catch((error: unknown) => {
    // It is stored: following the transaction sends it again, or finds out why not.
    if (!(error instanceof BroadcastError)) throw error
  })
  return stored
}

function requireWaiting({ caip2, nonce, status, attempts, ...row }: WalletTransactionRow): void {
  if (!caip2.startsWith('eip155:') || nonce === null || row.user_operation_hash !== null)
    throw new ApiError('not_supported', {
      message: 'Only transactions of an account on Ethereum have a nonce that another one can take',
    })
  const waits = status === 'pending' || status === 'broadcasted'
  if (!waits || attempts.length === 0) throw notWaiting()
}

async function feesAfter(deps: Deps, row: WalletTransactionRow): Promise<Record<string, string>> {
  const newest = row.attempts.at(-1)
  const chosen = feesOf(row)
  const fees = await higherFees(deps.broadcast, row, {
    first: row.attempts[0]?.fees ?? chosen,
    newest: newest?.fees ?? chosen,
  })
  if (fees !== null) return fees
  throw new ApiError('invalid_data', { message: 'Its fees have been raised as far as they may be' })
}

function notWaiting(): ApiError {
  return new ApiError('invalid_data', { message: 'The transaction does not wait for a block' })
}
