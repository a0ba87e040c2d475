import type { CompiledCondition, CompiledPolicy, CompiledRule } from './compiled.js'
import { unlimited } from './facts.js'
import type { FieldSource, RuleMethod } from './field-table.js'

/** What is suspicious about a policy that can be saved. */
export interface PolicyNote {
  path: string
  note: string
}

/** What a rule for one of these methods lets through where nothing else bounds it. */
const openMethods: Readonly<Partial<Record<RuleMethod, string>>> = {
  '*': 'lets every method through, raw digests and exports of the key included',
  personal_sign: 'lets messages through that can log in or move money elsewhere',
  signMessage: 'lets messages through that can log in or move money elsewhere',
  bitcoin_signMessage: 'lets messages through that can log in or move money elsewhere',
  eth_signTypedData_v4: 'lets typed data through that can move money, such as permits and orders',
  secp256k1_sign: 'lets digests through that can move money: nothing about them is known',
  raw_sign: 'lets digests through that can move money: nothing about them is known',
  eth_sign7702Authorization: 'lets any contract take control of the wallet',
  exportPrivateKey: 'lets the private key leave',
  exportSeedPhrase: 'lets the phrase leave',
}

const movingMethods: readonly RuleMethod[] = [
  'eth_signTransaction',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'eth_signUserOperation',
  'signTransaction',
  'signAndSendTransaction',
  'bitcoin_signPsbt',
  'bitcoin_sendPsbt',
  'transfer',
]

/** Sources that a request of a method can have; of others a condition never holds. */
const sourcesOf: Readonly<Partial<Record<FieldSource, readonly RuleMethod[]>>> = {
  ethereum_transaction: [
    'eth_signTransaction',
    'eth_sendTransaction',
    'wallet_sendCalls',
    'eth_signUserOperation',
    // An operation of entry point 0.8 and later.
    'eth_signTypedData_v4',
    'transfer',
  ],
  ethereum_calldata: [
    'eth_signTransaction',
    'eth_sendTransaction',
    'wallet_sendCalls',
    'eth_signUserOperation',
    'eth_signTypedData_v4',
    'transfer',
  ],
  ethereum_typed_data_domain: ['eth_signTypedData_v4'],
  ethereum_typed_data_message: ['eth_signTypedData_v4'],
  ethereum_typed_data_meaning: ['eth_signTypedData_v4'],
  ethereum_7702_authorization: [
    'eth_sign7702Authorization',
    'eth_signTransaction',
    'eth_sendTransaction',
  ],
  ethereum_user_operation: ['eth_signUserOperation', 'eth_signTypedData_v4'],
  solana_program_instruction: ['signTransaction', 'signAndSendTransaction', 'transfer'],
  solana_system_program_instruction: ['signTransaction', 'signAndSendTransaction', 'transfer'],
  solana_token_program_instruction: ['signTransaction', 'signAndSendTransaction', 'transfer'],
  solana_transaction: ['signTransaction', 'signAndSendTransaction', 'transfer'],
  bitcoin_transaction: ['bitcoin_signPsbt', 'bitcoin_sendPsbt', 'transfer'],
  bitcoin_output: ['bitcoin_signPsbt', 'bitcoin_sendPsbt', 'transfer'],
  message: ['personal_sign', 'signMessage', 'bitcoin_signMessage'],
  action_request_body: ['transfer'],
}

/** The limits of an app: which method each counts. */
type Counted = ReadonlyMap<string, { name: string; method: string }>

/** What is suspicious about a policy, by place. It can be saved all the same. */
export function lintPolicy(policy: CompiledPolicy, limits: Counted = new Map()): PolicyNote[] {
  return policy.rules.flatMap((rule, at) => {
    const path = `rules[${at}]`
    const before = policy.rules.slice(0, at)
    const notes = [
      ...neverMatches(rule, path),
      ...(rule.action === 'ALLOW'
        ? [...lintAllow(rule), ...uncountedBy(rule, limits), ...neverReached(rule, policy.rules)]
        : []),
      ...before
        .filter((each) => isSame(each, rule))
        .map((each) => `repeats the rule "${each.name}"`),
    ]
    return notes.map((note) => ({ path, note: `Rule ${at + 1} "${rule.name}" ${note}.` }))
  })
}

function lintAllow(rule: CompiledRule): string[] {
  const { method, conditions } = rule
  const open = openMethods[method]
  const meant = conditions.filter(({ source }) => source !== 'system')
  if (open !== undefined && meant.length === 0) return [open]
  if (!movingMethods.includes(method)) return lintApproval(rule)
  if (meant.length === 0 && rule.limits.length === 0) return ['lets every transaction through']
  return lintApproval(rule)
}

/** Limits that a rule refers to for methods that they do not count. */
function uncountedBy({ method, limits }: CompiledRule, counted: Counted): string[] {
  return limits.flatMap(({ limitId }) => {
    const limit = counted.get(limitId)
    if (!limit || limit.method === '*' || limit.method === method) return []
    const others = method === '*' ? 'other methods pass' : `${method} passes`
    return [
      `refers to the limit "${limit.name}", which counts ${limit.method}: ${others} uncounted`,
    ]
  })
}

function lintApproval({ method, conditions }: CompiledRule): string[] {
  const ofMoves = conditions.filter(({ source }) => source === 'token_transfer')
  const isMoving =
    movingMethods.includes(method) || method === 'eth_signTypedData_v4' || method === '*'
  if (!isMoving || ofMoves.length === 0) return []
  const notes: string[] = []
  const kinds = ofMoves.find(
    ({ field, operator }) => field === 'kind' && (operator === 'eq' || operator === 'in'),
  )
  const asset = ofMoves.find(
    ({ field, operator }) => field === 'asset' && operator !== 'in_condition_set',
  )
  // The network's own coin has no approvals.
  const isNative = asset?.values.every((each) => each === 'native') ?? false
  const isApproving =
    !isNative && (!kinds || kinds.values.some((each) => each === 'approval' || each === 'operator'))
  const isBounded = ofMoves.some(
    ({ field, operator, values }) =>
      field === 'amount' &&
      ['eq', 'lt', 'lte', 'in'].includes(operator) &&
      values.every((each) => typeof each === 'bigint' && each < unlimited),
  )
  if (isApproving && !isBounded)
    notes.push('allows unlimited approvals: add a condition on token_transfer.amount or kind')
  if (!ofMoves.some(({ field }) => field === 'asset'))
    notes.push('names no asset: an amount of one coin is nothing like that of another')
  return notes
}

function neverMatches(rule: CompiledRule, path: string): string[] {
  const foreign = rule.conditions.find(({ source }) => {
    const methods = sourcesOf[source]
    return rule.method !== '*' && methods !== undefined && !methods.includes(rule.method)
  })
  if (foreign)
    return [
      `can never match: ${rule.method} has no ${foreign.source} (${foreign.path.slice(path.length + 1)})`,
    ]
  return contradicts(rule.conditions)
    ? ['can never match: two of its conditions exclude each other']
    : []
}

/** Whether numbers or values that one field should have exclude each other. */
function contradicts(conditions: readonly CompiledCondition[]): boolean {
  const byField = new Map<string, CompiledCondition[]>()
  for (const each of conditions) {
    const key = `${each.source}.${each.field}`
    byField.set(key, [...(byField.get(key) ?? []), each])
  }
  return [...byField.values()].some((group) => excludes(group))
}

function excludes(group: readonly CompiledCondition[]): boolean {
  const bounds = group.flatMap(boundOf)
  const allows = (value: bigint) =>
    bounds.every(
      ({ least, most }) => (least === null || value >= least) && (most === null || value <= most),
    )
  const ends = bounds.flatMap(({ least, most }) => [least, most]).filter((end) => end !== null)
  // Of bounds alone some end of them is allowed, or nothing is.
  if (ends.length > 0 && !ends.some(allows)) return true
  const lists = group.filter(({ operator }) => operator === 'eq' || operator === 'in')
  const [first, ...others] = lists
  if (!first) return false
  return !first.values.some(
    (value) =>
      others.every((each) => each.values.includes(value)) &&
      (typeof value !== 'bigint' || allows(value)),
  )
}

function boundOf({ operator, values: [value] }: CompiledCondition) {
  if (typeof value !== 'bigint') return []
  const least = operator === 'gt' ? value + 1n : operator === 'gte' ? value : null
  const most = operator === 'lt' ? value - 1n : operator === 'lte' ? value : null
  return least === null && most === null ? [] : [{ least, most }]
}

/** A DENY without conditions on the same method leaves an ALLOW nothing. */
function neverReached(rule: CompiledRule, rules: readonly CompiledRule[]): string[] {
  const over = rules.find(
    (each) =>
      each.action === 'DENY' &&
      each.conditions.length === 0 &&
      each.limits.length === 0 &&
      (each.method === '*' || each.method === rule.method),
  )
  return over ? [`can never allow anything: the rule "${over.name}" denies all of it`] : []
}

function isSame(one: CompiledRule, other: CompiledRule): boolean {
  return spell(one) === spell(other)
}

function spell({ method, action, conditions, limits }: CompiledRule): string {
  const bare = conditions.map(({ source, field, operator, values }) => [
    source,
    field,
    operator,
    values.map(String),
  ])
  return JSON.stringify([
    method,
    action,
    bare,
    limits.map((each) => [each.limitId, String(each.most)]),
  ])
}
