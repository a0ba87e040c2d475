import { ApiError, api } from '@sallyport/contract'
import { readTransaction } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { findWallet } from '../../wallet-api/find-wallet.js'
import { cancelTransaction } from '../../wallet-api/send/cancel.js'
import { toWireTransaction } from '../../wallet-api/wire-transaction.js'
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
    cancel: async ({ caller: { app }, params, request: { signed } }) => {
      const wallet = await findWallet(deps, { appId: app.id, walletId: params.wallet_id })
      const named = { appId: app.id, transactionId: params.transaction_id }
      const row = await readTransaction(deps.db, named)
      if (row?.wallet_id !== params.wallet_id)
        throw new ApiError('not_found', { message: 'Transaction not found' })
      const request = authorizedRequest(app.id, signed)
      return toWireTransaction(await cancelTransaction(deps, { row, wallet, request }))
    },
  })
}
