import { ApiError, api, type RouteResponse } from '@sallyport/contract'
import type { walletActions } from '@sallyport/contract/wallet-api'
import { readTransaction } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { oncePerKey } from '../../http/once-per-key.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { findDelegated } from '../../wallet-api/find-delegated.js'
import { findWallet } from '../../wallet-api/find-wallet.js'
import { cancelTransaction } from '../../wallet-api/send/cancel.js'
import { toWireTransaction } from '../../wallet-api/wire-transaction.js'
import { readBalance } from './balance.js'
import { callDelegated } from './delegated.js'
import { listHistory } from './history.js'
import { callWallet, signWith } from './rpc.js'
import { toWireTransfer, transferAsset } from './transfer.js'

type RpcAnswer = RouteResponse<typeof walletActions.rpc>

/** What wallets sign and send (wire reference §36, §37). */
export function walletActionRoutes(deps: Deps): Implementation[] {
  return implement(api.walletActions, {
    rpc: async ({ caller: { app }, params, body, request: { signed } }) => {
      const named = { appId: app.id, walletId: params.wallet_id }
      const keyed = {
        appId: app.id,
        key: signed.idempotencyKey,
        request: { url: signed.url, body },
        // Signatures are not kept: the signer gives the same ones again, while they are still allowed.
        isKept: (answer: RpcAnswer) => 'hash' in answer.data,
      }
      const wallet = await findDelegated(deps, named)
      if (wallet !== undefined)
        return oncePerKey(
          deps,
          keyed,
          () => callDelegated(deps, { app, wallet, body, signed }) as Promise<RpcAnswer>,
        )
      const row = await findWallet(deps, named)
      // The answers' schema is the one of each method together; `strip` checks them.
      return oncePerKey(
        deps,
        keyed,
        () => callWallet(deps, { app, row, body, signed }) as Promise<RpcAnswer>,
      )
    },
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
