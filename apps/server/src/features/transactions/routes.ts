import { ApiError, api } from '@sallyport/contract'
import { readTransaction } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { toWireTransaction } from '../../wallet-api/wire-transaction.js'

/** What wallets have sent, and how it fares (wire reference §24, §37). */
export function transactionRoutes(deps: Deps): Implementation[] {
  return implement(api.transactions, {
    find: async ({ caller: { app }, params }) => {
      const named = { appId: app.id, transactionId: params.transaction_id }
      const row = await readTransaction(deps.db, named)
      if (row === undefined) throw new ApiError('not_found', { message: 'Transaction not found' })
      return toWireTransaction(row)
    },
  })
}
