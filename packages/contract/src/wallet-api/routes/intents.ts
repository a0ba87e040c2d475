import * as z from 'zod/mini'
import { route } from '../../route.js'
import { resourceId } from '../fields.js'
import { intent, intentAuthorization, intentPage, intentQuery } from '../intent.js'
import { keyQuorumUpdate } from '../key-quorum.js'
import { policyRuleInput, policyUpdate } from '../policy.js'
import { transaction } from '../transaction.js'
import { transferInput } from '../transfer.js'
import { walletUpdate } from '../wallet.js'

const off = { code: 'feature_not_enabled', status: 400 } as const
const base = {
  auth: 'secret',
  response: intent,
  errors: ['invalid_data', 'not_found', 'too_many_requests', off],
} as const
/** What is proposed is checked as the call itself is. */
const runs = [...base.errors, 'not_supported'] as const
const wallet = z.object({ wallet_id: resourceId })
const policy = z.object({ policy_id: resourceId })
const rule = z.object({ policy_id: resourceId, rule_id: resourceId })
const params = z.object({ intent_id: resourceId })

/** Requests that wait for signatures (wire reference §41). */
export const intents = {
  rpc: route({
    ...base,
    method: 'POST',
    path: '/intents/wallets/{wallet_id}/rpc',
    summary: 'Propose that a wallet signs',
    params: wallet,
    body: z.record(z.string(), z.unknown()),
    errors: runs,
  }),
  transfer: route({
    ...base,
    method: 'POST',
    path: '/intents/wallets/{wallet_id}/transfer',
    summary: 'Propose a transfer',
    params: wallet,
    body: transferInput,
    errors: runs,
  }),
  updateWallet: route({
    ...base,
    method: 'PATCH',
    path: '/intents/wallets/{wallet_id}',
    summary: 'Propose a change of a wallet',
    params: wallet,
    body: walletUpdate,
  }),
  updatePolicy: route({
    ...base,
    method: 'PATCH',
    path: '/intents/policies/{policy_id}',
    summary: 'Propose a change of a policy',
    params: policy,
    body: policyUpdate,
  }),
  addRule: route({
    ...base,
    method: 'POST',
    path: '/intents/policies/{policy_id}/rules',
    summary: 'Propose a rule',
    params: policy,
    body: policyRuleInput,
  }),
  updateRule: route({
    ...base,
    method: 'PATCH',
    path: '/intents/policies/{policy_id}/rules/{rule_id}',
    summary: 'Propose a change of a rule',
    params: rule,
    body: policyRuleInput,
  }),
  removeRule: route({
    ...base,
    method: 'DELETE',
    path: '/intents/policies/{policy_id}/rules/{rule_id}',
    summary: 'Propose to delete a rule',
    params: rule,
  }),
  updateKeyQuorum: route({
    ...base,
    method: 'PATCH',
    path: '/intents/key_quorums/{key_quorum_id}',
    summary: 'Propose a change of a key quorum',
    params: z.object({ key_quorum_id: resourceId }),
    body: keyQuorumUpdate,
  }),
  list: route({
    ...base,
    method: 'GET',
    path: '/intents',
    summary: 'The intents of the app',
    query: intentQuery,
    response: intentPage,
  }),
  find: route({
    ...base,
    method: 'GET',
    path: '/intents/{intent_id}',
    summary: 'An intent',
    params,
  }),
  authorize: route({
    ...base,
    method: 'POST',
    path: '/intents/{intent_id}/authorize',
    summary: 'Add one signature; the last one that is needed carries it out',
    params,
    body: intentAuthorization,
    errors: [...base.errors, 'missing_or_invalid_token'],
  }),
  reject: route({
    ...base,
    method: 'POST',
    path: '/intents/{intent_id}/reject',
    summary: 'Reject an intent',
    params,
  }),
}

/** What wallets have sent (wire reference §24, §37). */
export const transactions = {
  find: route({
    ...base,
    method: 'GET',
    path: '/transactions/{transaction_id}',
    summary: 'A transaction and its state',
    params: z.object({ transaction_id: resourceId }),
    response: transaction,
  }),
}
