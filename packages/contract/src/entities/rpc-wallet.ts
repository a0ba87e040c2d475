import * as z from 'zod/mini'

/** A wallet of the wallet API (specification §3). */
export const rpcWallet = z.object({
  id: z.string(),
  address: z.string(),
  chain_type: z.enum(['ethereum', 'solana']),
  authorization_threshold: z.optional(z.number()),
})
export type RpcWallet = z.output<typeof rpcWallet>

const keyIdsText = 'authorization_key_ids must be a list of ids'
const thresholdText =
  'If specified, authorization_threshold must be an integer between 1 and the length of authorization_key_ids.'

/** Body that makes a wallet of the wallet API (specification §3, §5). */
export const rpcWalletInput = z
  .object({
    chain_type: z.enum(['ethereum', 'solana'], "chain_type must be 'ethereum' or 'solana'"),
    policy_id: z.optional(z.string('policy_id must be text')),
    authorization_key_ids: z.optional(z.array(z.string(keyIdsText), keyIdsText)),
    authorization_threshold: z.optional(z.number(thresholdText)),
  })
  .check(
    z.refine(
      ({ authorization_threshold: threshold, authorization_key_ids: ids = [] }) =>
        threshold === undefined ||
        (Number.isInteger(threshold) && threshold >= 1 && threshold <= ids.length),
      { error: thresholdText, path: ['authorization_threshold'] },
    ),
  )
export type RpcWalletInput = z.output<typeof rpcWalletInput>

/** A wallet's id: there, and text that is not empty (specification §5). */
export const walletId = z
  .string({
    error: (issue) =>
      issue.input === undefined ? 'Wallet ID must be provided' : 'Wallet ID is not a valid string',
  })
  .check(z.minLength(1, 'Wallet ID must be provided'))

/** Names one wallet of the wallet API. */
export const rpcWalletLookup = z.object({ wallet_id: walletId })
