import * as z from 'zod/mini'
import { accountId } from '../../primitives/account-id.js'
import { pagination } from '../../primitives/pagination.js'
import { success } from '../../primitives.js'
import { route } from '../../route.js'
import { aggregation, aggregationInput, aggregationUpdate } from '../aggregation.js'
import {
  conditionSet,
  conditionSetInput,
  conditionSetItem,
  conditionSetItems,
  conditionSetItemsInput,
  conditionSetUpdate,
} from '../condition-set.js'
import { resourceId } from '../fields.js'
import { keyQuorum, keyQuorumInput, keyQuorumUpdate } from '../key-quorum.js'
import {
  policy,
  policyEvaluation,
  policyInput,
  policyReplay,
  policyRule,
  policyRuleInput,
  policyUpdate,
} from '../policy.js'
import { settings, settingsUpdate } from '../settings.js'

const base = { auth: 'secret' } as const
const off = { code: 'feature_not_enabled', status: 400 } as const
const reads = ['invalid_data', 'not_found', off] as const
const signed = [
  'invalid_data',
  'not_found',
  'missing_or_invalid_token',
  'awaiting_approval',
  'too_many_requests',
  off,
] as const

/** Create, read, change and delete of one kind of resource; changes are signed by its owner. */
function resource<
  const P extends `/${string}`,
  const N extends string,
  I extends z.ZodMiniType,
  U extends z.ZodMiniType,
  A extends z.ZodMiniType,
>(of: { path: P; id: N; noun: string; input: I; update: U; answer: A }) {
  const params = z.object({ [of.id]: resourceId } as Record<N, typeof resourceId>)
  // The compiler does not see that it begins as `P` does.
  const one = `${of.path}/{${of.id}}` as `/${string}` & `${P}/{${N}}`
  return {
    create: route({
      ...base,
      method: 'POST',
      path: of.path,
      summary: `Create a ${of.noun}`,
      body: of.input,
      response: of.answer,
      errors: ['invalid_data', 'missing_or_invalid_token', 'too_many_requests', off],
    }),
    find: route({
      ...base,
      method: 'GET',
      path: one,
      summary: `A ${of.noun}`,
      params,
      response: of.answer,
      errors: reads,
    }),
    update: route({
      ...base,
      method: 'PATCH',
      path: one,
      summary: `Change a ${of.noun}, with signatures of its owner`,
      params,
      body: of.update,
      response: of.answer,
      errors: signed,
    }),
    remove: route({
      ...base,
      method: 'DELETE',
      path: one,
      summary: `Delete a ${of.noun}, with signatures of its owner`,
      params,
      response: success,
      errors: signed,
    }),
  }
}

/** Who has to sign for a resource (wire reference §26, §39). */
export const keyQuorums = resource({
  path: '/key_quorums',
  id: 'key_quorum_id',
  noun: 'key quorum',
  input: keyQuorumInput,
  update: keyQuorumUpdate,
  answer: keyQuorum,
})

const policyParams = z.object({ policy_id: resourceId })
const ruleParams = z.object({ policy_id: resourceId, rule_id: resourceId })

/** What wallets may sign (wire reference §27, §40; docs/features/policies.md). */
export const policies = {
  ...resource({
    path: '/policies',
    id: 'policy_id',
    noun: 'policy',
    input: policyInput,
    update: policyUpdate,
    answer: policy,
  }),
  addRule: route({
    ...base,
    method: 'POST',
    path: '/policies/{policy_id}/rules',
    summary: 'Add a rule to a policy',
    params: policyParams,
    body: policyRuleInput,
    response: policyRule,
    errors: signed,
  }),
  // server-auth 1.32 asks for one rule here, without its id (wire reference §40).
  listRules: route({
    ...base,
    method: 'GET',
    path: '/policies/{policy_id}/rules',
    summary: 'The rules of a policy',
    params: policyParams,
    response: z.object({ rules: z.array(policyRule) }),
    errors: reads,
  }),
  findRule: route({
    ...base,
    method: 'GET',
    path: '/policies/{policy_id}/rules/{rule_id}',
    summary: 'A rule of a policy',
    params: ruleParams,
    response: policyRule,
    errors: reads,
  }),
  updateRule: route({
    ...base,
    method: 'PATCH',
    path: '/policies/{policy_id}/rules/{rule_id}',
    summary: 'Change a rule of a policy',
    params: ruleParams,
    body: policyRuleInput,
    response: policyRule,
    errors: signed,
  }),
  removeRule: route({
    ...base,
    method: 'DELETE',
    path: '/policies/{policy_id}/rules/{rule_id}',
    summary: 'Delete a rule of a policy',
    params: ruleParams,
    response: success,
    errors: signed,
  }),
  // Ours.
  evaluate: route({
    ...base,
    method: 'POST',
    path: '/policies/{policy_id}/evaluate',
    summary: 'Judge a request by a policy, and sign nothing',
    params: policyParams,
    body: z.strictObject({
      wallet_id: z.optional(resourceId),
      request: z.record(z.string(), z.unknown()),
      draft: z.optional(z.record(z.string(), z.unknown())),
    }),
    response: policyEvaluation,
    errors: [...reads, 'too_many_requests'],
  }),
  // Ours.
  replay: route({
    ...base,
    method: 'POST',
    path: '/policies/{policy_id}/replay',
    summary: 'Judge the requests of the last 31 days by a draft of a policy',
    params: policyParams,
    body: z.strictObject({ draft: z.record(z.string(), z.unknown()) }),
    response: policyReplay,
    errors: [...reads, 'too_many_requests'],
  }),
}

/** Limits over several requests (wire reference §40). */
export const aggregations = resource({
  path: '/aggregations',
  id: 'aggregation_id',
  noun: 'limit',
  input: aggregationInput,
  update: aggregationUpdate,
  answer: aggregation,
})

const setParams = z.object({ condition_set_id: resourceId })
const items = '/condition_sets/{condition_set_id}/condition_set_items' as const

/** Lists of values that conditions look up (wire reference §40). */
export const conditionSets = {
  ...resource({
    path: '/condition_sets',
    id: 'condition_set_id',
    noun: 'condition set',
    input: conditionSetInput,
    update: conditionSetUpdate,
    answer: conditionSet,
  }),
  addItems: route({
    ...base,
    method: 'POST',
    path: items,
    summary: 'Add values to a set',
    params: setParams,
    body: conditionSetItemsInput,
    response: z.array(conditionSetItem),
    errors: signed,
  }),
  replaceItems: route({
    ...base,
    method: 'PUT',
    path: items,
    summary: 'Replace all values of a set',
    params: setParams,
    body: conditionSetItemsInput,
    response: z.array(conditionSetItem),
    errors: signed,
  }),
  listItems: route({
    ...base,
    method: 'GET',
    path: items,
    summary: 'The values of a set',
    params: setParams,
    query: pagination,
    response: conditionSetItems,
    errors: reads,
  }),
  removeItem: route({
    ...base,
    method: 'DELETE',
    path: `${items}/{item_id}`,
    summary: 'Remove a value from a set',
    params: z.object({ condition_set_id: resourceId, item_id: resourceId }),
    response: success,
    errors: signed,
  }),
}

const settingsParams = z.object({ app_id: accountId })

/** What holds for every wallet of an app (ours; docs/features/server-wallets.md). */
export const walletSettings = {
  find: route({
    ...base,
    method: 'GET',
    path: '/apps/{app_id}/wallet_settings',
    summary: 'What holds for every wallet of the app',
    params: settingsParams,
    response: settings,
    errors: [...reads, 'missing_or_invalid_privy_app_id'],
  }),
  update: route({
    ...base,
    method: 'PATCH',
    path: '/apps/{app_id}/wallet_settings',
    summary: 'Change what holds for every wallet, with signatures of the settings’ owner',
    params: settingsParams,
    body: settingsUpdate,
    response: settings,
    errors: [...signed, 'missing_or_invalid_privy_app_id'],
  }),
}
