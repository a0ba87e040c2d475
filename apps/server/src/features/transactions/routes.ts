import { ApiError, api } from '@sallyport/contract'
import { readTransaction } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'

/** What wallets have sent, and how it fares (wire reference §24, §37). */
export function transactionRoutes(deps: Deps): Implementation[] {
  return implement(api.transactions, {
    find: async ({ caller: { app }, params }) => {
      const named = { appId: app.id, transactionId: params.transaction_id }
      const row = await readTransaction(deps.db, named)
      if (row === undefined) throw new ApiError('not_found', { message: 'Transaction not found' })
      return {
        id: row.transaction_id,
        wallet_id: row.wallet_id,
        caip2: row.caip2,
        transaction_hash: row.hash,
        status: row.status,
        created_at: row.created_at,
        reference_id: row.reference_id,
      }
    },
  })
}
