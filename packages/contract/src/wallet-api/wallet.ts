import * as z from 'zod/mini'
import { pagination } from '../primitives/pagination.js'
import { userId } from '../primitives/user-id.js'
import { chainType } from '../primitives.js'
import {
  atLeastOne,
  displayName,
  externalId,
  flag,
  milliseconds,
  oneOwner,
  ownership,
  publicKey,
  resourceId,
} from './fields.js'

/** A quorum that may sign beside the owner, under its own policy where it has one. */
const signer = z.strictObject({
  signer_id: resourceId,
  override_policy_ids: z.optional(z.array(resourceId).check(z.maxLength(1))),
})
const signers = z.array(signer).check(z.maxLength(10))
const policyIds = z.array(resourceId).check(z.maxLength(1, 'A wallet has one policy at most'))

const walletSchema = z.object({
  id: z.string(),
  address: z.string(),
  chain_type: chainType,
  public_key: z.optional(z.string()),
  policy_ids: z.array(z.string()),
  additional_signers: z.array(
    z.object({ signer_id: z.string(), override_policy_ids: z.optional(z.array(z.string())) }),
  ),
  owner_id: z.nullable(z.string()),
  created_at: milliseconds,
  exported_at: z.nullable(milliseconds),
  imported_at: z.nullable(milliseconds),
  archived_at: z.optional(z.nullable(milliseconds)),
  authorization_threshold: z.optional(z.number()),
  display_name: z.optional(z.string()),
  external_id: z.optional(z.string()),
})
type WalletForm = typeof walletSchema
/** Named, so that the declarations of routes refer to it. */
export interface WalletSchema extends WalletForm {}
/** A wallet of the wallet API. Times are Unix milliseconds; the two lists are always there: clients map over them. */
export const wallet: WalletSchema = walletSchema
export type Wallet = z.output<typeof wallet>

const thresholdText =
  'If specified, authorization_threshold must be an integer between 1 and the length of authorization_key_ids.'
const keyIds = z.optional(z.array(resourceId).check(z.maxLength(10)))

/** Keys and threshold of the older form of a wallet (specification §5). */
const keys = {
  authorization_key_ids: keyIds,
  /** As server-auth 1.17 spells it. */
  authorization_keys_ids: keyIds,
  authorization_threshold: z.optional(z.number(thresholdText)),
}
type Keys = z.output<z.ZodMiniObject<typeof keys>>

function fittingThreshold() {
  return z.refine<Keys>(
    ({ authorization_threshold: threshold, ...ids }) => {
      const { length } = ids.authorization_key_ids ?? ids.authorization_keys_ids ?? []
      return (
        threshold === undefined ||
        (Number.isInteger(threshold) && threshold >= 1 && threshold <= length)
      )
    },
    { error: thresholdText, path: ['authorization_threshold'] },
  )
}

function oneKindOfSigners() {
  return z.refine<Keys & { additional_signers?: unknown }>(
    (body) =>
      body.additional_signers === undefined ||
      (body.authorization_key_ids === undefined && body.authorization_keys_ids === undefined),
    {
      error: 'Give additional_signers or authorization_key_ids, not both',
      path: ['additional_signers'],
    },
  )
}

const settings = {
  ...ownership,
  additional_signers: z.optional(signers),
  policy_ids: z.optional(policyIds),
  external_id: z.optional(externalId),
}
const entity = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  type: z.enum(['user', 'organization']),
})
const created = {
  // Any text: a chain that is not offered is refused by name.
  chain_type: z.string('chain_type must be provided').check(z.minLength(1), z.maxLength(32)),
  ...settings,
  ...keys,
  /** As the oldest clients name the one policy. */
  policy_id: z.optional(resourceId),
  display_name: z.optional(displayName),
  entity: z.optional(z.nullable(entity)),
}

const walletInputSchema = z
  .strictObject(created)
  .check(oneOwner(), fittingThreshold(), oneKindOfSigners())
type WalletInputForm = typeof walletInputSchema
/** Named, so that the declarations of routes refer to it. */
export interface WalletInputSchema extends WalletInputForm {}
/** Body that creates a wallet. */
export const walletInput: WalletInputSchema = walletInputSchema
export type WalletInput = z.output<typeof walletInput>

/** Body that creates several: each succeeds or fails by itself. */
export const walletBatchInput = z.strictObject({
  wallets: z.array(z.unknown()).check(z.minLength(1), z.maxLength(100)),
})

/** Results in the order of the request. */
export const walletBatch = z.object({
  results: z.array(
    z.union([
      z.object({ index: z.int(), success: z.literal(true), wallet }),
      z.object({ index: z.int(), success: z.literal(false), code: z.string(), error: z.string() }),
    ]),
  ),
})

const walletUpdateSchema = z
  .strictObject({ ...settings, ...keys, display_name: z.optional(z.nullable(displayName)) })
  .check(atLeastOne(), oneOwner(), fittingThreshold(), oneKindOfSigners())
type WalletUpdateForm = typeof walletUpdateSchema
/** Named, so that the declarations of routes refer to it. */
export interface WalletUpdateSchema extends WalletUpdateForm {}
/** Body that changes a wallet. */
export const walletUpdate: WalletUpdateSchema = walletUpdateSchema

/** Query of the list of wallets. */
export const walletQuery = z
  .extend(pagination, {
    chain_type: z.optional(chainType),
    user_id: z.optional(userId),
    address: z.optional(z.string().check(z.minLength(1), z.maxLength(90))),
    authorization_key: z.optional(publicKey),
    external_id: z.optional(externalId),
    entity_id: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    include_archived: z.optional(flag),
  })
  .check(
    z.refine(
      ({ user_id: user, authorization_key: key }) => user === undefined || key === undefined,
      { error: 'Give user_id or authorization_key, not both', path: ['authorization_key'] },
    ),
  )

/** A page of wallets. A page without wallets never has a cursor: clients would stop there. */
export const walletPage = z.object({ data: z.array(wallet), next_cursor: z.nullable(z.string()) })

/** Body that finds a wallet by its address. */
export const walletByAddress = z.strictObject({
  address: z
    .string('Address must be provided')
    .check(z.minLength(1, 'Address must be provided'), z.maxLength(90)),
  include_archived: z.optional(z.boolean()),
})

/** Body that ties a wallet to one of the app's own entities. */
export const walletEntityInput = entity
/** What it answers. */
export const walletEntity = z.object({
  id: z.string(),
  wallet_id: z.string(),
  entity,
  created_at: milliseconds,
  updated_at: milliseconds,
})

/** Body that creates wallets for a user, ahead of the first login too. */
export const userWalletsInput = z.strictObject({
  wallets: z
    .array(
      z.strictObject({
        chain_type: created.chain_type,
        policy_ids: created.policy_ids,
        additional_signers: created.additional_signers,
        external_id: created.external_id,
        create_smart_wallet: z.optional(z.boolean()),
      }),
    )
    .check(z.minLength(1), z.maxLength(10)),
})
export type WalletUpdate = z.output<typeof walletUpdate>
