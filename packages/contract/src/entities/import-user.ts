import * as z from 'zod/mini'
import { ethereumAddressShape } from '../primitives/ethereum-address.js'
import { type CustomProvider, isCustomProvider } from '../primitives/oauth-providers.js'
import { phoneNumber } from '../primitives/phone-number.js'
import { readPhoneNumber } from '../primitives/phone-reader.js'
import { solanaAddress } from '../primitives/solana-address.js'
import { customMetadata, emailAddress } from '../primitives.js'
import { optional, text } from './import-fields.js'
import { importedOAuthAccounts } from './oauth-accounts.js'

/*
 * A user as an app's back end imports it (wire reference §23). Every object is strict: a field that is not stored must
 * not seem to be.
 */

const email = z.strictObject({ type: z.literal('email'), address: emailAddress })
const phone = z.strictObject({ type: z.literal('phone'), number: phoneNumber(readPhoneNumber) })
const wallets = [
  z.strictObject({
    type: z.literal('wallet'),
    address: ethereumAddressShape,
    chain_type: z.literal('ethereum'),
  }),
  z.strictObject({
    type: z.literal('wallet'),
    address: solanaAddress,
    chain_type: z.literal('solana'),
  }),
] as const
const farcaster = z.strictObject({
  type: z.literal('farcaster'),
  fid: z.int('fid must be a whole number').check(z.minimum(1, 'fid must be a whole number')),
  owner_address: ethereumAddressShape,
  username: optional('username', 256),
  display_name: optional('display_name', 32),
  bio: optional('bio', 256),
  profile_picture_url: optional('profile_picture_url', 256),
  homepage_url: optional('homepage_url', 256),
})
const telegram = z.strictObject({
  type: z.literal('telegram'),
  telegram_user_id: text('telegram_user_id', 1, 255),
  first_name: optional('first_name', 255),
  last_name: optional('last_name', 255),
  username: optional('username', 255),
  photo_url: optional('photo_url', 255),
})
const customAuth = z.strictObject({
  type: z.literal('custom_auth'),
  custom_user_id: text('custom_user_id', 1, 256),
})

/** Of a provider that the app has added (our addition to the wire reference §23); the fields are those of its logins. */
const customOAuth = z.strictObject({
  type: z.custom<CustomProvider>(isCustomProvider),
  subject: text('subject', 1, 256),
  name: optional('name', 256),
  username: optional('username', 256),
  email: z.optional(emailAddress),
  profile_picture_url: optional('profile_picture_url', 256),
})

/** An account that an app's back end vouches for. */
export const importAccount = z.union(
  [
    email,
    phone,
    ...wallets,
    ...Object.values(importedOAuthAccounts),
    farcaster,
    telegram,
    customAuth,
    customOAuth,
  ],
  { error: describeAccountProblem },
)
export type ImportAccount = z.output<typeof importAccount>

/** A union says only that none of its parts fits: this says what is wrong with the part that `type` names. */
function describeAccountProblem(issue: {
  code?: string | undefined
  errors?: readonly (readonly { path: PropertyKey[]; message: string }[])[]
}): string {
  const problems = issue.errors ?? []
  const ofType = problems
    .filter((each) => each.every(({ path }) => path[0] !== 'type'))
    .sort((one, other) => one.length - other.length)
  return ofType[0]?.[0]?.message || 'Please specify a supported account type.'
}

/** Accounts that a user has one of at most; of wallets any number. */
const accounts = z
  .array(importAccount)
  .check(
    z.minLength(1, 'At least one linked account is required'),
    z.maxLength(20, 'At most 20 linked accounts can be imported'),
    z.refine(hasEachTypeOnce, 'Only one linked account of each type can be imported'),
  )

function hasEachTypeOnce(list: readonly { type: string }[]): boolean {
  const types = list.map(({ type }) => type).filter((type) => type !== 'wallet')
  return new Set(types).size === types.length
}

const count = z
  .int('The number of wallets must be from 1 to 10')
  .check(
    z.minimum(1, 'The number of wallets must be from 1 to 10'),
    z.maximum(10, 'The number of wallets must be from 1 to 10'),
  )

/** A wallet that an app asks the server to create. */
export const serverWallet = z.strictObject({
  chain_type: z.string(),
  policy_ids: z.optional(z.array(z.string()).check(z.maxLength(1))),
  additional_signers: z.optional(z.array(z.unknown())),
  create_smart_wallet: z.optional(z.boolean()),
})

/** Custom metadata within the limits of the server. */
export const boundedMetadata = customMetadata.check(
  z.refine(
    (value) => JSON.stringify(value).length <= 16_384,
    'Custom metadata must have at most 16 KB',
  ),
)

/** Body of an import (wire reference §23). */
export const importUser = z
  .strictObject(
    {
      linked_accounts: accounts,
      custom_metadata: z.optional(boundedMetadata),
      wallets: z.optional(z.array(serverWallet)),
      create_ethereum_wallet: z.optional(z.boolean()),
      create_solana_wallet: z.optional(z.boolean()),
      create_ethereum_smart_wallet: z.optional(z.boolean()),
      create_n_ethereum_wallets: z.optional(count),
      create_embedded_wallet: z.optional(z.boolean()),
      create_n_embedded_wallets: z.optional(count),
    },
    {
      error: ({ code, keys }) =>
        code === 'unrecognized_keys' ? `There is no field ${keys.join(', ')}` : undefined,
    },
  )
  .check(
    z.refine(
      (user) =>
        user.create_ethereum_smart_wallet !== true ||
        user.create_ethereum_wallet === true ||
        user.create_n_ethereum_wallets !== undefined,
      'A smart wallet needs an Ethereum wallet',
    ),
  )
export type ImportUser = z.output<typeof importUser>
