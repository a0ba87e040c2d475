import { createHash } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import { readServerWallet } from '../../db/server-wallets.js'
import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { readQuantity } from './fill.js'
import type { Following } from './follow.js'
import { higherFees } from './raise-fees.js'
import { send } from './send.js'
import { signNoop } from './sign-noop.js'

/** A nonce that is missing was refused, or was begun by a server that has stopped: another send may take it by then. */
const leastAgeMs = 30_000

/**
 * Sends a transaction that does nothing with the nonce that the network waits for, where one that was sent after it waits because nothing
 * has that nonce. A new send takes such a nonce by itself.
 */
export async function fillGap(
  deps: Deps,
  row: WalletTransactionRow,
  { settings }: Following,
): Promise<void> {
  const { nonce, signed_by: signedBy, filled, caip2, sender } = row
  const fees = row.attempts[0]?.fees
  const isOld = deps.clock.nowMs() - row.created_at > leastAgeMs
  if (nonce === null || signedBy === null || !fees || filled?.nonce === undefined || !isOld) return
  if ((await settings()).replaceAfterSeconds === null) return
  const params = [sender, 'pending']
  const waiting = readQuantity(
    await deps.broadcast.ask({ caip2, method: 'eth_getTransactionCount', params }),
  )
  if (waiting >= BigInt(nonce)) return
  const wallet = await readServerWallet(deps.db, { appId: row.app_id, walletId: row.wallet_id })
  if (wallet === undefined) return
  const gap = { caip2, sender, nonce: waiting.toString(), behind: row.transaction_id }
  await send(deps, {
    appId: row.app_id,
    walletId: row.wallet_id,
    chainType: row.chain_type,
    address: wallet.address ?? '',
    caip2,
    digest: createHash('sha256')
      .update(JSON.stringify(['gap', gap]))
      .digest(),
    referenceId: undefined,
    transfer: undefined,
    signedBy: null,
    prepare: async (lane) => {
      if (lane.freeNonce(waiting) !== waiting) throw new NoGap()
      const raised = await higherFees(deps.broadcast, row, { first: fees, newest: fees })
      const chain_id = caip2.slice('eip155:'.length)
      return {
        filled: { chain_id, nonce: waiting.toString(), gas_limit: '21000', ...(raised ?? fees) },
        nonces: { first: waiting, last: waiting },
      }
    },
    sign: ({ filled: numbers }) => signNoop(deps, { wallet, request: signedBy.request, numbers }),
  }).catch((error: unknown) => {
    if (!(error instanceof NoGap) && !(error instanceof ApiError)) throw error
  })
}

/** The nonce has been taken meanwhile. */
class NoGap extends Error {
  override readonly name = 'NoGap'
}
