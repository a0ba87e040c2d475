import type {
  aggregations,
  conditionSets,
  intents,
  keyQuorums,
  policies,
} from '@sallyport/contract/wallet-api'
import type { Heads } from '../http/heads.js'

/** Calls on key quorums. */
export const quorumHeads: Heads<typeof keyQuorums> = {
  create: { method: 'POST', path: '/key_quorums', repeats: 'refused' },
  find: { method: 'GET', path: '/key_quorums/{key_quorum_id}', repeats: 'safe' },
  update: { method: 'PATCH', path: '/key_quorums/{key_quorum_id}', repeats: 'refused' },
  remove: { method: 'DELETE', path: '/key_quorums/{key_quorum_id}', repeats: 'refused' },
}

const rule = '/policies/{policy_id}/rules/{rule_id}'

/** Calls on policies and their rules. */
export const policyHeads: Heads<typeof policies> = {
  create: { method: 'POST', path: '/policies', repeats: 'keyed' },
  find: { method: 'GET', path: '/policies/{policy_id}', repeats: 'safe' },
  update: { method: 'PATCH', path: '/policies/{policy_id}', repeats: 'refused' },
  remove: { method: 'DELETE', path: '/policies/{policy_id}', repeats: 'refused' },
  addRule: { method: 'POST', path: '/policies/{policy_id}/rules', repeats: 'refused' },
  listRules: { method: 'GET', path: '/policies/{policy_id}/rules', repeats: 'safe' },
  findRule: { method: 'GET', path: rule, repeats: 'safe' },
  updateRule: { method: 'PATCH', path: rule, repeats: 'refused' },
  removeRule: { method: 'DELETE', path: rule, repeats: 'refused' },
  evaluate: { method: 'POST', path: '/policies/{policy_id}/evaluate', repeats: 'safe' },
  replay: { method: 'POST', path: '/policies/{policy_id}/replay', repeats: 'safe' },
}

/** Calls on limits. */
export const aggregationHeads: Heads<typeof aggregations> = {
  create: { method: 'POST', path: '/aggregations', repeats: 'refused' },
  find: { method: 'GET', path: '/aggregations/{aggregation_id}', repeats: 'safe' },
  update: { method: 'PATCH', path: '/aggregations/{aggregation_id}', repeats: 'refused' },
  remove: { method: 'DELETE', path: '/aggregations/{aggregation_id}', repeats: 'refused' },
}

const set = '/condition_sets/{condition_set_id}'
const items = `${set}/condition_set_items` as const

/** Calls on sets of values that conditions look up. */
export const conditionSetHeads: Heads<typeof conditionSets> = {
  create: { method: 'POST', path: '/condition_sets', repeats: 'refused' },
  find: { method: 'GET', path: set, repeats: 'safe' },
  update: { method: 'PATCH', path: set, repeats: 'refused' },
  remove: { method: 'DELETE', path: set, repeats: 'refused' },
  addItems: { method: 'POST', path: items, repeats: 'refused' },
  replaceItems: { method: 'PUT', path: items, repeats: 'refused' },
  listItems: { method: 'GET', path: items, repeats: 'safe' },
  removeItem: { method: 'DELETE', path: `${items}/{item_id}`, repeats: 'refused' },
}

const proposed = '/intents/policies/{policy_id}'

/** Calls on requests that wait for signatures. */
export const intentHeads: Heads<typeof intents> = {
  rpc: { method: 'POST', path: '/intents/wallets/{wallet_id}/rpc', repeats: 'refused' },
  transfer: { method: 'POST', path: '/intents/wallets/{wallet_id}/transfer', repeats: 'refused' },
  updateWallet: { method: 'PATCH', path: '/intents/wallets/{wallet_id}', repeats: 'refused' },
  updatePolicy: { method: 'PATCH', path: proposed, repeats: 'refused' },
  addRule: { method: 'POST', path: `${proposed}/rules`, repeats: 'refused' },
  updateRule: { method: 'PATCH', path: `${proposed}/rules/{rule_id}`, repeats: 'refused' },
  removeRule: { method: 'DELETE', path: `${proposed}/rules/{rule_id}`, repeats: 'refused' },
  updateKeyQuorum: {
    method: 'PATCH',
    path: '/intents/key_quorums/{key_quorum_id}',
    repeats: 'refused',
  },
  list: { method: 'GET', path: '/intents', repeats: 'safe' },
  find: { method: 'GET', path: '/intents/{intent_id}', repeats: 'safe' },
  authorize: { method: 'POST', path: '/intents/{intent_id}/authorize', repeats: 'refused' },
  reject: { method: 'POST', path: '/intents/{intent_id}/reject', repeats: 'refused' },
}
