import { ApiError, api } from '@sallyport/contract'
import { readTransaction } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { findWallet } from '../../wallet-api/find-wallet.js'
import { readBalance } from './balance.js'
import { callById } from './call-by-id.js'
import { listHistory } from './history.js'
import { signWith } from './rpc.js'
import { toWireTransfer, transferAsset } from './transfer.js'

/** What wallets sign and send (wire reference §36, §37). */
export function walletActionRoutes(deps: Deps): Implementation[] {
  return implement(api.walletActions, {
    rpc: ({ caller: { app }, params, body, request: { signed } }) =>
      callById(deps, { app, walletId: params.wallet_id, body, signed }),
    rawSign: async ({ caller: { app }, params, request: { signed } }) => {
      const row = await findWallet(deps, { appId: app.id, walletId: params.wallet_id })
      const { data } = await signWith(deps, { app, row, signed }, undefined)
      return {
        method: 'raw_sign',
        data: { signature: String(data.signature), encoding: 'hex' },
      } as const
    },
    transfer: async ({ caller: { app }, params, body, request: { signed } }) => {
      const row = await findWallet(deps, { appId: app.id, walletId: params.wallet_id })
      return transferAsset(deps, { app, row, signed }, body)
    },
    findAction: async ({ caller: { app }, params, query }) => {
      await findWallet(deps, { appId: app.id, walletId: params.wallet_id }, { archived: true })
      const named = { appId: app.id, transactionId: params.action_id }
      const transaction = await readTransaction(deps.db, named)
      if (transaction?.wallet_id !== params.wallet_id || transaction.transfer === null)
        throw new ApiError('not_found', { message: 'Action not found' })
      return toWireTransfer(transaction, { steps: query.include === 'steps' })
    },
    balance: async ({ caller: { app }, params, query }) => {
      const named = { appId: app.id, walletId: params.wallet_id }
      const row = await findWallet(deps, named, { archived: query.include_archived })
      return readBalance(deps, row, query)
    },
    transactions: async ({ caller: { app }, params, query }) => {
      const named = { appId: app.id, walletId: params.wallet_id }
      const row = await findWallet(deps, named, { archived: query.include_archived })
      return listHistory(deps, row, query)
    },
  })
}
