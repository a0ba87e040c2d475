import * as z from 'zod/mini'
import { requiredString } from '../primitives.js'
import { atLeastOne, displayName, milliseconds, oneOwner, ownership, resourceId } from './fields.js'

/** How the value of a field is held against the value of a condition. */
export const policyOperators = [
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'in_condition_set',
  'contains',
  'starts_with',
  'ends_with',
] as const
export type PolicyOperator = (typeof policyOperators)[number]

/** Most conditions of a rule, rules of a policy, and values of one condition. */
export const policyLimits = { conditions: 50, rules: 100, values: 100, valueLength: 1_024 } as const

const text = z.string().check(z.maxLength(policyLimits.valueLength))
/** An ABI or the types of typed data: JSON that the compiler of policies reads. */
const json = z.unknown()

const snakeCondition = z.strictObject({
  field_source: requiredString('field_source must be provided').check(z.maxLength(64)),
  field: requiredString('field must be provided').check(z.maxLength(256)),
  operator: z.enum(policyOperators, `Must be one of ${policyOperators.join(', ')}`),
  value: z.union(
    [text, z.array(text).check(z.minLength(1), z.maxLength(policyLimits.values))],
    'value must be text, or a list of texts for in',
  ),
  abi: z.optional(json),
  typed_data: z.optional(z.strictObject({ types: json, primary_type: z.string() })),
})

/** The names that server-auth 1.32 gives a condition when it adds or changes one rule. */
const camelNames = { fieldSource: 'field_source', typedData: 'typed_data' } as const

const policyConditionSchema = z.pipe(
  z.transform((given: unknown) => snake(given)),
  snakeCondition,
)
type PolicyConditionForm = typeof policyConditionSchema
/** Named, so that the declarations of routes refer to it. */
export interface PolicyConditionSchema extends PolicyConditionForm {}
/** A condition with the names of the wire. Both spellings of the clients are taken. */
export const policyCondition: PolicyConditionSchema = policyConditionSchema
export type PolicyCondition = z.output<typeof policyCondition>

function snake(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const condition: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const own = Object.hasOwn(camelNames, name) ? camelNames[name as keyof typeof camelNames] : name
    // Both spellings at once: the schema refuses the camel one.
    const key = own !== name && Object.hasOwn(given, own) ? name : own
    condition[key] = key === 'typed_data' ? snakeTypes(value) : value
  }
  return condition
}

function snakeTypes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'primaryType'))
    return value
  const { primaryType, ...rest } = value as Record<string, unknown>
  return Object.hasOwn(rest, 'primary_type') ? value : { ...rest, primary_type: primaryType }
}

const rule = {
  name: displayName.check(z.minLength(1)),
  method: requiredString('method must be provided').check(z.maxLength(64)),
  conditions: z.array(policyCondition).check(z.maxLength(policyLimits.conditions)),
  action: z.enum(['ALLOW', 'DENY'], 'action must be ALLOW or DENY'),
}

const policyRuleInputSchema = z.strictObject({ ...rule, id: z.optional(resourceId) })
type PolicyRuleInputForm = typeof policyRuleInputSchema
/** Named, so that the declarations of routes refer to it. */
export interface PolicyRuleInputSchema extends PolicyRuleInputForm {}
/** Body that adds or changes a rule. */
export const policyRuleInput: PolicyRuleInputSchema = policyRuleInputSchema
export type PolicyRuleInput = z.output<typeof policyRuleInput>

/** Ours: where a policy that was saved looks like a mistake. Only of answers to a creation or a change. */
const notes = z.optional(z.array(z.object({ path: z.string(), note: z.string() })))

const policyRuleSchema = z.object({ ...rule, id: z.string(), notes })
type PolicyRuleForm = typeof policyRuleSchema
/** Named, so that the declarations of routes refer to it. */
export interface PolicyRuleSchema extends PolicyRuleForm {}
/** A rule of a stored policy. */
export const policyRule: PolicyRuleSchema = policyRuleSchema

const rules = z.array(policyRuleInput).check(z.maxLength(policyLimits.rules))

const policyInputSchema = z
  .strictObject({
    version: z.literal('1.0', "version must be '1.0'"),
    name: displayName.check(z.minLength(1)),
    chain_type: z.string('chain_type must be provided').check(z.minLength(1), z.maxLength(32)),
    rules,
    ...ownership,
  })
  .check(oneOwner())
type PolicyInputForm = typeof policyInputSchema
/** Named, so that the declarations of routes refer to it. */
export interface PolicyInputSchema extends PolicyInputForm {}
/** Body that creates a policy. Rules, fields and values are checked by the compiler, which names the place and the mend. */
export const policyInput: PolicyInputSchema = policyInputSchema

const policyUpdateSchema = z
  .strictObject({
    name: z.optional(displayName.check(z.minLength(1))),
    rules: z.optional(rules),
    ...ownership,
  })
  .check(atLeastOne(), oneOwner())
type PolicyUpdateForm = typeof policyUpdateSchema
/** Named, so that the declarations of routes refer to it. */
export interface PolicyUpdateSchema extends PolicyUpdateForm {}
/** Body that changes a policy. */
export const policyUpdate: PolicyUpdateSchema = policyUpdateSchema

const policySchema = z.object({
  id: z.string(),
  version: z.literal('1.0'),
  name: z.string(),
  chain_type: z.string(),
  rules: z.array(policyRule),
  created_at: milliseconds,
  owner_id: z.nullable(z.string()),
  notes,
})
type PolicyForm = typeof policySchema
/** Named, so that the declarations of routes refer to it. */
export interface PolicySchema extends PolicyForm {}
/** A policy. */
export const policy: PolicySchema = policySchema
export type Policy = z.output<typeof policy>

/** What a dry run answers: the judgement of a request that is not signed. */
export const policyEvaluation = z.object({
  allowed: z.boolean(),
  /** Why not, in words; null where it is allowed. */
  reason: z.nullable(z.string()),
  /** The rule that allows the request, or the one that refuses it. */
  rule: z.nullable(z.string()),
  field: z.nullable(z.string()),
  seen: z.nullable(z.string()),
  expected: z.nullable(z.string()),
  /** The limits that rules of the policy (and of the app's own) refer to: what each may hold, what is left of it, and what the request asks. */
  limits: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scope: z.string(),
      most: z.string(),
      left: z.string(),
      asked: z.string(),
    }),
  ),
})
/** What a draft of a policy would have changed: the time machine. */
export const policyReplay = z.object({
  judged: z.number(),
  newly_refused: z.number(),
  newly_allowed: z.number(),
  /** The latest 100 at most. */
  changes: z.array(
    z.object({
      at: milliseconds,
      wallet_id: z.string(),
      method: z.string(),
      was_allowed: z.boolean(),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type PolicyRule = z.output<typeof policyRule>
export type PolicyInput = z.output<typeof policyInput>
export type PolicyUpdate = z.output<typeof policyUpdate>
