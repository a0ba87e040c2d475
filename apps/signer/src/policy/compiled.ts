import type { LimitScope, PolicyOperator } from '@sallyport/contract/wallet-api'
import type { AbiFunction } from 'ox'
import type { ChainFamily } from './facts.js'
import type { FieldKind, FieldSource, RuleMethod } from './field-table.js'

/** Which field of an action is read, and what its value is. */
export interface CompiledField {
  source: FieldSource
  field: string
  kind: FieldKind
  /** Of `ethereum_calldata`: the functions that `field` may be of. */
  functions?: readonly AbiFunction.AbiFunction[]
  /** Of `ethereum_typed_data_message`: the types that must be signed. */
  typed?: { primaryType: string; types: string }
}

/** A condition with its values in the spelling in which they are compared. */
export interface CompiledCondition extends CompiledField {
  operator: PolicyOperator
  /** One, except for `in`. Of `in_condition_set` the id of the set. */
  values: readonly (string | bigint)[]
  /** The place in the policy, such as `rules[0].conditions[1]`. */
  path: string
}

/** A rule. */
export interface CompiledRule {
  name: string
  method: RuleMethod
  action: 'ALLOW' | 'DENY'
  conditions: readonly CompiledCondition[]
  /** Conditions on limits: what may be spent beside the request in hand, and with it. */
  limits: readonly { limitId: string; most: bigint }[]
}

/** A policy, ready to judge. */
export interface CompiledPolicy {
  id: string
  /** Counts the changes of the policy. */
  revision: number
  name: string
  chain: ChainFamily
  rules: readonly CompiledRule[]
}

/** A limit over several requests. */
export interface CompiledLimit {
  id: string
  name: string
  method: RuleMethod
  /** Null counts requests. */
  sumOf: CompiledField | null
  windowMs: number
  /** What is signed for others to carry out may be valid for so long at most: what is kept back and carried out together would pass the limit. */
  validMs: number
  scope: LimitScope
  conditions: readonly CompiledCondition[]
  groupBy: readonly CompiledField[]
}

/** What is wrong with a policy: where, what, and how to mend it. */
export interface PolicyProblem {
  path: string
  problem: string
  mend: string
}
