import { api, type RouteRequest } from '@sallyport/contract'
import type { TransferInput } from '@sallyport/contract/wallet-api'
import type { App } from '../../apps/app.js'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import type { IntentRow } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement, type SignedRequest } from '../../http/implement.js'
import type { CarryOut } from '../../wallet-api/carry-out.js'
import { findWallet } from '../../wallet-api/find-wallet.js'
import { authorizeIntent, describe, rejectIntent } from '../../wallet-api/intents/authorize.js'
import { propose } from '../../wallet-api/intents/propose.js'
import { requireIntent } from '../../wallet-api/intents/signatures.js'
import { requireUsers } from '../../wallet-api/require-users.js'
import { listIntentsOf } from './list.js'

/** A proposal, before its type is known. */
interface Proposing {
  caller: { app: App }
  request: { signed: SignedRequest }
  params: object & { rule_id?: string }
}

/** How the calls themselves refuse what could not be carried out: no member is asked for it. */
interface ProposalChecks {
  rpc(
    deps: Deps,
    call: {
      app: App
      row: ServerWalletRow
      body: Record<string, unknown>
      signed: SignedRequest
    },
  ): void
  transfer(deps: Deps, transfer: { row: ServerWalletRow; body: TransferInput }): unknown
  changeOfWallet(
    deps: Deps,
    named: { appId: string; walletId: string },
    body: RouteRequest<typeof api.intents.updateWallet>['body'],
  ): Promise<unknown>
  changeOfQuorum(
    deps: Deps,
    named: { appId: string; quorumId: string },
    body: RouteRequest<typeof api.intents.updateKeyQuorum>['body'],
  ): Promise<unknown>
}

/** Requests that wait for signatures (wire reference §41). */
export function intentRoutes(
  deps: Deps,
  { carryOut, checks }: { carryOut: CarryOut; checks: ProposalChecks },
): Implementation[] {
  const begin = (
    type: IntentRow['intent_type'],
    resourceId: string,
    { caller: { app }, request, params }: Proposing,
  ) =>
    propose(deps, app, {
      ...{ type, resourceId, signed: request.signed },
      ...('rule_id' in params && { ruleId: params.rule_id }),
    })
  const ofWallet = ({
    caller: { app },
    params,
  }: Proposing & { params: { wallet_id: string } }) => ({
    appId: app.id,
    walletId: params.wallet_id,
  })

  return implement(api.intents, {
    rpc: async (call) => {
      const row = await findWallet(deps, ofWallet(call))
      const { caller, body, request } = call
      checks.rpc(deps, { app: caller.app, row, body, signed: request.signed })
      return begin('RPC', row.wallet_id, call)
    },
    transfer: async (call) => {
      const row = await findWallet(deps, ofWallet(call))
      checks.transfer(deps, { row, body: call.body })
      return begin('TRANSFER', row.wallet_id, call)
    },
    updateWallet: async (call) => {
      await checks.changeOfWallet(deps, ofWallet(call), call.body)
      return begin('WALLET', call.params.wallet_id, call)
    },
    updatePolicy: async (call) => {
      await requireUsers(deps, { appId: call.caller.app.id, body: call.body })
      return begin('POLICY', call.params.policy_id, call)
    },
    addRule: (call) => begin('RULE', call.params.policy_id, call),
    updateRule: (call) => begin('RULE', call.params.policy_id, call),
    removeRule: (call) => begin('RULE', call.params.policy_id, call),
    updateKeyQuorum: async (call) => {
      const { key_quorum_id: quorumId } = call.params
      await checks.changeOfQuorum(deps, { appId: call.caller.app.id, quorumId }, call.body)
      return begin('KEY_QUORUM', quorumId, call)
    },
    list: ({ caller: { app }, query }) => listIntentsOf(deps, app, query),
    find: async ({ caller: { app }, params: { intent_id: intentId } }) =>
      describe(deps, { app, row: await requireIntent(deps.db, { appId: app.id, intentId }) }),
    authorize: ({ caller: { app }, params: { intent_id: intentId }, body: { signature } }) =>
      authorizeIntent(deps, { app, intentId }, { signature, carryOut }),
    reject: ({ caller: { app }, params: { intent_id: intentId } }) =>
      rejectIntent(deps, { app, intentId }),
  })
}
