import { ApiError, api, paginationMaxLimit } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { type IntentRow, listIntents, orderOf } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement, type SignedRequest } from '../../http/implement.js'
import type { CarryOut } from '../../wallet-api/carry-out.js'
import { readCursor, toPage } from '../../wallet-api/page.js'
import { authorizeIntent, describe, rejectIntent, requireIntent } from './authorize.js'
import { propose } from './propose.js'

/** Requests that wait for signatures (wire reference §41). */
export function intentRoutes(deps: Deps, carryOut: CarryOut): Implementation[] {
  const begin = (
    type: IntentRow['intent_type'],
    resourceId: string,
    { caller: { app }, request }: { caller: { app: App }; request: { signed: SignedRequest } },
  ) => propose(deps, app, { type, resourceId, signed: request.signed })

  return implement(api.intents, {
    rpc: (call) => begin('RPC', call.params.wallet_id, call),
    transfer: (call) => begin('TRANSFER', call.params.wallet_id, call),
    updateWallet: (call) => begin('WALLET', call.params.wallet_id, call),
    updatePolicy: (call) => begin('POLICY', call.params.policy_id, call),
    addRule: (call) => begin('RULE', call.params.policy_id, call),
    updateRule: (call) => begin('RULE', call.params.policy_id, call),
    removeRule: (call) => begin('RULE', call.params.policy_id, call),
    updateKeyQuorum: (call) => begin('KEY_QUORUM', call.params.key_quorum_id, call),
    list: async ({ caller: { app }, query }) => {
      const { cursor, limit = paginationMaxLimit, sort_by: order = 'created_at_desc' } = query
      if (query.pending_member_id !== undefined || query.current_user_has_signed !== undefined)
        throw new ApiError('invalid_data', {
          message: 'Intents are not filtered by members: filter by resource_id',
        })
      const isOthers = query.created_by_id !== undefined && query.created_by_id !== app.id
      const filter = { ...query, appId: app.id, order, nowMs: deps.clock.nowMs() }
      const found = isOthers
        ? []
        : await listIntents(deps.db, { ...filter, after: readCursor(cursor), limit: limit + 1 })
      const { data, next_cursor } = toPage(found, {
        limit,
        cursorOf: (row) => ({ createdAtMs: row[orderOf(order)], id: row.intent_id }),
      })
      const shown = []
      for (const row of data) shown.push(await describe(deps, { app, row }))
      return { data: shown, next_cursor }
    },
    find: async ({ caller: { app }, params: { intent_id: intentId } }) =>
      describe(deps, { app, row: await requireIntent(deps.db, { appId: app.id, intentId }) }),
    authorize: ({ caller: { app }, params: { intent_id: intentId }, body: { signature } }) =>
      authorizeIntent(deps, { app, intentId }, { signature, carryOut }),
    reject: ({ caller: { app }, params: { intent_id: intentId } }) =>
      rejectIntent(deps, { app, intentId }),
  })
}
