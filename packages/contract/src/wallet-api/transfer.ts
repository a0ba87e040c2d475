import * as z from 'zod/mini'
import { referenceId } from './fields.js'
import { spellTransferChain } from './transfer-chains.js'

/** A decimal number of whole tokens. */
const amount = z
  .string()
  .check(
    z.maxLength(80),
    z.regex(/^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/, 'Must be a decimal number, such as "1.5"'),
    z.regex(/[1-9]/, 'Must be more than zero'),
  )
const name = z.string().check(z.minLength(1), z.maxLength(64))
/*
 * Policies and limits compare what was signed: an asset and a network have one spelling, else each other one would be another asset to them.
 */
const assetName = name.check(
  z.refine((text) => text === text.toLowerCase(), 'Must be in lower case, such as "usdc"'),
)
const chainName = name.check(
  z.refine((text) => text === spellTransferChain(text), {
    error: ({ input }) => `Must be written as "${spellTransferChain(String(input))}"`,
  }),
)
const address = z.string().check(z.minLength(1), z.maxLength(128))

const transferInputSchema = z
  .strictObject({
    source: z.strictObject({
      asset: z.optional(assetName),
      asset_address: z.optional(address),
      /** Ours: decimal places of a token that is named by its address. Who signs the request says so how much `amount` is. */
      asset_decimals: z.optional(z.int().check(z.minimum(0), z.maximum(36))),
      chain: chainName,
      /** Where older clients put it. */
      amount: z.optional(amount),
    }),
    destination: z.strictObject({
      address,
      asset: z.optional(assetName),
      chain: z.optional(chainName),
    }),
    amount: z.optional(amount),
    amount_type: z.optional(z.enum(['exact_input', 'exact_output'])),
    slippage_bps: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
    reference_id: z.optional(referenceId),
    nonce: z.optional(z.string().check(z.minLength(24), z.maxLength(256))),
    fee_configuration: z.optional(z.unknown()),
    custody_options: z.optional(z.unknown()),
    // node 0.35 sends these headers of other calls within the body (wire reference §37).
    idempotency_key: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
    request_expiry: z.optional(z.union([z.int(), z.string().check(z.maxLength(20))])),
  })
  .check(
    z.refine(
      ({ source: { asset, asset_address: contract } }) =>
        (asset === undefined) !== (contract === undefined),
      { error: 'Give source.asset or source.asset_address', path: ['source', 'asset'] },
    ),
    z.refine(
      ({ source }) => source.asset_decimals === undefined || source.asset_address !== undefined,
      { error: 'Give it with source.asset_address only', path: ['source', 'asset_decimals'] },
    ),
    z.refine((body) => (body.amount === undefined) !== (body.source.amount === undefined), {
      error: 'Give amount',
      path: ['amount'],
    }),
  )
type TransferInputForm = typeof transferInputSchema
/** Named, so that the declarations of routes refer to it. */
export interface TransferInputSchema extends TransferInputForm {}
/** Body of a transfer. What goes across assets or chains is refused by name where it is handled. */
export const transferInput: TransferInputSchema = transferInputSchema
export type TransferInput = z.output<typeof transferInput>

/** States of a transfer. */
export const transferStatuses = ['pending', 'succeeded', 'rejected', 'failed'] as const

const transferSchema = z.object({
  id: z.string(),
  type: z.literal('transfer'),
  status: z.enum(transferStatuses),
  wallet_id: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  source_chain: z.string(),
  source_asset: z.optional(z.string()),
  source_asset_address: z.optional(z.string()),
  source_asset_decimals: z.optional(z.number()),
  source_amount: z.optional(z.string()),
  destination_address: z.string(),
  destination_amount: z.nullable(z.string()),
  destination_asset: z.optional(z.string()),
  destination_chain: z.optional(z.string()),
  amount_type: z.optional(z.enum(['exact_input', 'exact_output'])),
  reference_id: z.optional(z.string()),
  failure_reason: z.optional(z.object({ message: z.string(), details: z.optional(z.unknown()) })),
  steps: z.optional(z.array(z.looseObject({ type: z.string(), status: z.string() }))),
})
type TransferForm = typeof transferSchema
/** Named, so that the declarations of routes refer to it. */
export interface TransferSchema extends TransferForm {}
/** A transfer and what became of it. */
export const transfer: TransferSchema = transferSchema
export type Transfer = z.output<typeof transfer>
