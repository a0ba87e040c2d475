import { api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { IntentRow } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement, type SignedRequest } from '../../http/implement.js'
import type { CarryOut } from '../../wallet-api/carry-out.js'
import { authorizeIntent, describe, rejectIntent } from '../../wallet-api/intents/authorize.js'
import { propose } from '../../wallet-api/intents/propose.js'
import { requireIntent } from '../../wallet-api/intents/signatures.js'
import { listIntentsOf } from './list.js'

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
    list: ({ caller: { app }, query }) => listIntentsOf(deps, app, query),
    find: async ({ caller: { app }, params: { intent_id: intentId } }) =>
      describe(deps, { app, row: await requireIntent(deps.db, { appId: app.id, intentId }) }),
    authorize: ({ caller: { app }, params: { intent_id: intentId }, body: { signature } }) =>
      authorizeIntent(deps, { app, intentId }, { signature, carryOut }),
    reject: ({ caller: { app }, params: { intent_id: intentId } }) =>
      rejectIntent(deps, { app, intentId }),
  })
}
