import * as z from 'zod/mini'
import { authorizedRequest, filledTransaction, signerResourceId } from './wallet-signing.js'

/*
 * What the API may ask the signer about policies, limits (aggregations) and condition sets (wire.md 27, 40): part of `signerCalls`. Bodies and
 * answers are the wire's, in snake case.
 */
const appId = z.string().check(z.maxLength(80))
const id = signerResourceId
const json = z.record(z.string(), z.unknown())
const ownerId = z.nullable(signerResourceId)

const policy = z.object({
  id,
  version: z.literal('1.0'),
  name: z.string(),
  chain_type: z.string(),
  /** Each with its id. */
  rules: z.array(json),
  created_at: z.number(),
  owner_id: ownerId,
})
/** What is suspicious about a policy that was saved. */
const notes = z.array(z.object({ path: z.string(), note: z.string() }))
const savedPolicy = z.object({ policy, notes })
const aggregation = z.object({ aggregation: json })
const conditionSet = z.object({
  conditionSet: z.object({ id, name: z.string(), owner_id: ownerId, created_at: z.number() }),
})
const item = z.object({
  id,
  condition_set_id: id,
  value: z.string(),
  created_at: z.number(),
})
const items = z.object({ items: z.array(item) })

const creation = z.strictObject({ appId, body: json })
const ofPolicy = { appId, policyId: id }
const ofAggregation = { appId, aggregationId: id }
const ofSet = { appId, conditionSetId: id }
const signed = { request: authorizedRequest }

/** Why a request was refused by a policy, in words and in parts. */
export const policyRefusal = z.object({
  reason: z.string(),
  policyId: z.nullable(z.string()),
  policyRevision: z.nullable(z.number()),
  rule: z.nullable(z.string()),
  field: z.nullable(z.string()),
  seen: z.nullable(z.string()),
  expected: z.nullable(z.string()),
  limitId: z.nullable(z.string()),
  left: z.nullable(z.string()),
})
export type PolicyRefusalDetails = z.output<typeof policyRefusal>

/** What a refusal says beside its code, for clients: `error.details` of an answer. */
export const refusalDetails = z.object({
  /** For people. */
  message: z.string(),
  /** The part of the body that is refused, such as `owner.public_key`. */
  field: z.optional(z.string()),
  /** Of a body that is not a policy: where, what and how to mend it. */
  problems: z.optional(
    z.array(z.object({ path: z.string(), problem: z.string(), mend: z.string() })),
  ),
  /** Of `policy_violation`. */
  refusal: z.optional(policyRefusal),
  /** Of `wrong_signature`: members that have signed, and how many have to. */
  votes: z.optional(z.object({ cast: z.number(), needed: z.number() })),
  /** The same signed request was carried out before: there is nothing left to do. */
  wasCarriedOut: z.optional(z.boolean()),
})
export type RefusalDetails = z.output<typeof refusalDetails>

const evaluation = z.object({
  allowed: z.boolean(),
  /** The rule of the policy that allows the request, of several parts the first; null where it is refused. */
  rule: z.nullable(z.string()),
  /** Null where it is allowed. */
  refusal: z.nullable(policyRefusal),
  /** The limits that rules of the policies refer to. */
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
const draft = z.optional(json)

/** What holds for every server wallet of an app. */
const walletSettings = z.object({
  /** At most one for each kind of chain: a wallet's policy and the app's must allow. */
  policy_ids: z.array(id),
  /** Whether new wallets need an owner. */
  require_owner: z.boolean(),
  /** Whether tokens of users are exchanged for keys that sign. */
  user_keys: z.boolean(),
  confirmations: z.number(),
  replace_after_seconds: z.nullable(z.number()),
  sponsor_wei_per_day: z.nullable(z.string()),
  owner_id: ownerId,
})

/** The calls on what wallets may sign. Changes are requests that the thing's owner has signed. */
export const policyCalls = {
  /** Makes a policy. What is wrong with it is in `details.problems` of `invalid_request`. */
  createPolicy: { input: creation, output: savedPolicy },
  readPolicy: { input: z.strictObject(ofPolicy), output: z.object({ policy }) },
  updatePolicy: { input: z.strictObject({ ...ofPolicy, ...signed }), output: savedPolicy },
  /** `invalid_request` while a wallet, a signer or the app has it. */
  deletePolicy: { input: z.strictObject({ ...ofPolicy, ...signed }), output: z.object({}) },
  /** `POST …/policies/{id}/rules`. */
  addRule: {
    input: z.strictObject({ ...ofPolicy, ...signed }),
    output: z.object({ rule: json, notes }),
  },
  updateRule: {
    input: z.strictObject({ ...ofPolicy, ruleId: id, ...signed }),
    output: z.object({ rule: json, notes }),
  },
  deleteRule: {
    input: z.strictObject({ ...ofPolicy, ruleId: id, ...signed }),
    output: z.object({}),
  },
  /** Judges a body of rpc by a policy (or a draft of one), and by the wallet's limits where one is named. Signs and takes nothing. */
  evaluatePolicy: {
    input: z.strictObject({
      ...ofPolicy,
      draft,
      walletId: z.optional(id),
      /** Body of rpc. */
      body: json,
      filled: z.optional(z.array(filledTransaction).check(z.maxLength(50))),
    }),
    output: z.object({ evaluation }),
  },
  /** Judges the requests of the last 31 days of wallets with a policy by a draft of it. */
  replayPolicy: {
    input: z.strictObject({ ...ofPolicy, draft: json }),
    output: z.object({
      judged: z.number(),
      /** Were allowed, and would be refused; and the other way round. */
      newlyRefused: z.number(),
      newlyAllowed: z.number(),
      /** Of the changes the latest, 100 at most. */
      changes: z.array(
        z.object({
          at: z.number(),
          walletId: id,
          method: z.string(),
          wasAllowed: z.boolean(),
          reason: z.nullable(z.string()),
        }),
      ),
    }),
  },
  createAggregation: { input: creation, output: aggregation },
  readAggregation: { input: z.strictObject(ofAggregation), output: aggregation },
  updateAggregation: {
    input: z.strictObject({ ...ofAggregation, ...signed }),
    output: aggregation,
  },
  /** `invalid_request` while a rule refers to it. */
  deleteAggregation: {
    input: z.strictObject({ ...ofAggregation, ...signed }),
    output: z.object({}),
  },
  createConditionSet: { input: creation, output: conditionSet },
  readConditionSet: { input: z.strictObject(ofSet), output: conditionSet },
  updateConditionSet: { input: z.strictObject({ ...ofSet, ...signed }), output: conditionSet },
  deleteConditionSet: { input: z.strictObject({ ...ofSet, ...signed }), output: z.object({}) },
  /** `POST …/condition_set_items`; the body is a list. */
  addConditionSetItems: { input: z.strictObject({ ...ofSet, ...signed }), output: items },
  /** `PUT …/condition_set_items`. */
  replaceConditionSetItems: { input: z.strictObject({ ...ofSet, ...signed }), output: items },
  deleteConditionSetItem: {
    input: z.strictObject({ ...ofSet, itemId: id, ...signed }),
    output: z.object({}),
  },
  listConditionSetItems: {
    input: z.strictObject({
      ...ofSet,
      /** The id of the last item of the page before. */
      after: z.optional(id),
      limit: z.int().check(z.minimum(1), z.maximum(100)),
    }),
    output: z.object({ items: z.array(item), next: z.nullable(id) }),
  },
  readWalletSettings: {
    input: z.strictObject({ appId }),
    output: z.object({ settings: walletSettings }),
  },
  /** `PATCH …/apps/{app id}/wallet_settings`, signed by the settings' owner where they have one. */
  updateWalletSettings: {
    input: z.strictObject({ appId, ...signed }),
    output: z.object({ settings: walletSettings }),
  },
} as const
