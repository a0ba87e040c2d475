import * as z from 'zod/mini'
import { onRampAddressCount } from '../limits.js'
import { requiredString } from '../primitives.js'

/** Chains the second on-ramp delivers on (specification §5). */
export const onRampChains = [
  'ethereum',
  'bitcoin',
  'base',
  'avacchain',
  'optimism',
  'solana',
  'polygon',
  'arbitrum',
  'stellar',
] as const

/** Assets it delivers to an Ethereum wallet; clients write the first either way. */
export const onRampEthereumAssets = ['eth', 'ETH', 'USDC'] as const
/** Assets it delivers to a Solana wallet. */
export const onRampSolanaAssets = ['SOL', 'USDC'] as const

const countText = 'Exactly one address must be provided.'
const chainText = 'Please specify a supported blockchain.'
const assetText = 'Please specify a supported asset.'
const addressText = 'The address is not one of these blockchains.'

/** What an address of a chain looks like: a purchase to another kind of address would be lost. */
const addressForms = {
  ethereum: /^0x[0-9a-f]{40}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bitcoin: /^(?:bc1[02-9ac-hj-np-z]{8,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  stellar: /^G[A-Z2-7]{55}$/,
} as const
const otherForms: Readonly<Partial<Record<(typeof onRampChains)[number], RegExp>>> = {
  solana: addressForms.solana,
  bitcoin: addressForms.bitcoin,
  stellar: addressForms.stellar,
}

/** Body of `POST /funding/coinbase_on_ramp/init` (specification §5). */
export const coinbaseOnRampInit = z
  .object({
    addresses: z
      .array(
        z.object({
          address: requiredString('address must be provided'),
          blockchains: z
            .array(z.enum(onRampChains, chainText), chainText)
            .check(z.minLength(1, chainText)),
        }),
        countText,
      )
      .check(z.length(onRampAddressCount, countText)),
    assets: z.optional(
      z.array(z.enum([...onRampEthereumAssets, ...onRampSolanaAssets], assetText), assetText),
    ),
  })
  .check(
    z.refine(
      // What is missing has a text of its own.
      ({ addresses: [entry] }) =>
        !entry?.address ||
        entry.blockchains.every((chain) =>
          (otherForms[chain] ?? addressForms.ethereum).test(entry.address),
        ),
      { error: addressText, path: ['addresses', 0, 'address'] },
    ),
    z.refine(
      ({ addresses: [entry], assets = [] }) => {
        const solana = entry?.blockchains.includes('solana') ?? false
        const allowed: readonly string[] = solana ? onRampSolanaAssets : onRampEthereumAssets
        return assets.every((asset) => allowed.includes(asset))
      },
      { error: assetText, path: ['assets'] },
    ),
  )
export type CoinbaseOnRampInit = z.output<typeof coinbaseOnRampInit>

/** Its answer: what the provider's page is opened with. */
export const coinbaseOnRampSession = z.object({
  app_id: z.string(),
  session_token: z.string(),
  channel_id: z.string(),
  partner_user_id: z.string(),
})
export type CoinbaseOnRampSession = z.output<typeof coinbaseOnRampSession>

/** How far a purchase has come (specification §4). */
export const coinbaseOnRampStatus = z.object({ status: z.enum(['pending', 'success', 'failure']) })
export type CoinbaseOnRampStatus = z.output<typeof coinbaseOnRampStatus>
