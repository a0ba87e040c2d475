import * as z from 'zod/mini'
import { boundedMetadata, importUser } from '../entities/import-user.js'
import { linkedAccountTypes } from '../entities/linked-account.js'
import { user } from '../entities/user.js'
import { unlinkErrors } from '../link-errors.js'
import { accountId } from '../primitives/account-id.js'
import { type CustomProvider, isCustomProvider } from '../primitives/oauth-providers.js'
import { pagination } from '../primitives/pagination.js'
import { phoneNumber } from '../primitives/phone-number.js'
import { readPhoneNumber } from '../primitives/phone-reader.js'
import { userId } from '../primitives/user-id.js'
import { emailAddress, requiredString } from '../primitives.js'
import { route } from '../route.js'
import { userWalletsInput } from '../wallet-api/wallet.js'

/*
 * What an app's back end does with the app's users (wire reference §23). A 404 means "no such user" to every client, so
 * nothing here answers 404 for another reason.
 */

const params = z.object({ user_id: userId })
const page = z.object({ data: z.array(user), next_cursor: z.nullable(z.string()) })
const maxSearched = 100
/** A text that accounts are searched by: as long as the longest email address. */
const searched = z.string().check(z.maxLength(256))
const list = z.optional(z.array(searched).check(z.maxLength(maxSearched)))

/** A look-up of the user of one account. */
function lookUp<const P extends `/users/${string}`, B extends z.ZodMiniType>(path: P, body: B) {
  return route({
    method: 'POST',
    path,
    auth: 'secret',
    summary: `The user of an account (${path.split('/').slice(2).join(' ')})`,
    body,
    response: user,
    errors: ['invalid_data', 'user_does_not_exist'],
  })
}

const username = z.object({ username: requiredString('Username must be provided') })
const address = z.object({ address: requiredString('Address must be provided') })
const textOrNumber = z.pipe(
  z.union([z.int(), requiredString('An id must be provided')]),
  z.transform(String),
)
/** What refuses an account that an app's rules do not admit. */
const importErrors = [
  'invalid_data',
  'not_supported',
  'linked_to_another_user',
  'max_accounts_reached',
] as const
const importResult = z.union([
  z.object({
    action: z.literal('create'),
    index: z.number(),
    success: z.literal(true),
    id: z.string(),
  }),
  z.object({
    action: z.literal('create'),
    index: z.number(),
    success: z.literal(false),
    code: z.string(),
    error: z.string(),
  }),
])

/** Users, for an app's back end. */
export const users = {
  list: route({
    method: 'GET',
    path: '/users',
    auth: 'secret',
    summary: 'The users of the app, newest first, in pages',
    query: pagination,
    response: page,
    errors: ['invalid_data'],
  }),
  import: route({
    method: 'POST',
    path: '/users',
    auth: 'secret',
    summary: 'Create a user with accounts that the app vouches for',
    body: importUser,
    response: user,
    errors: importErrors,
  }),
  importMany: route({
    method: 'POST',
    path: '/users/batch',
    auth: 'secret',
    summary: 'Create up to 20 users; each is created or refused on its own',
    body: z.strictObject({
      users: z
        .array(z.unknown())
        .check(z.minLength(1), z.maxLength(20, 'At most 20 users can be imported at once')),
    }),
    response: z.object({ results: z.array(importResult) }),
    errors: ['invalid_data'],
  }),
  search: route({
    method: 'POST',
    path: '/users/search',
    auth: 'secret',
    summary: 'Users by a part of what their accounts are named by, or by lists of accounts',
    body: z.object({
      searchTerm: z.optional(searched.check(z.minLength(1))),
      emails: list,
      phoneNumbers: list,
      walletAddresses: list,
      cursor: z.optional(z.nullable(z.string())),
    }),
    response: page,
    errors: ['invalid_data'],
  }),
  byEmail: lookUp('/users/email/address', z.object({ address: emailAddress })),
  byPhone: lookUp('/users/phone/number', z.object({ number: phoneNumber(readPhoneNumber) })),
  byWallet: lookUp('/users/wallet/address', address),
  bySmartWallet: lookUp('/users/smart_wallet/address', address),
  byFarcaster: lookUp('/users/farcaster/fid', z.object({ fid: textOrNumber })),
  byDiscord: lookUp('/users/discord/username', username),
  byGithub: lookUp('/users/github/username', username),
  byTwitter: lookUp('/users/twitter/username', username),
  byTwitterSubject: lookUp(
    '/users/twitter/subject',
    z.object({ subject: requiredString('Subject must be provided') }),
  ),
  byTelegram: lookUp(
    '/users/telegram/telegram_user_id',
    z.object({ telegram_user_id: textOrNumber }),
  ),
  byTelegramUsername: lookUp('/users/telegram/username', username),
  byCustomAuth: lookUp(
    '/users/custom_auth/id',
    z.object({ custom_user_id: requiredString('Custom user ID must be provided') }),
  ),
  get: route({
    method: 'GET',
    path: '/users/{user_id}',
    auth: 'secret',
    summary: 'A user by id',
    params,
    response: user,
    errors: ['invalid_data', 'user_does_not_exist'],
  }),
  delete: route({
    method: 'DELETE',
    path: '/users/{user_id}',
    auth: 'secret',
    summary:
      'Delete a user: sessions end at once, accounts are free again, shares are held for a while',
    params,
    noContent: true,
    response: z.undefined(),
    errors: ['invalid_data', 'user_does_not_exist'],
  }),
  setCustomMetadata: route({
    method: 'POST',
    path: '/users/{user_id}/custom_metadata',
    auth: 'secret',
    summary: 'Replace the custom metadata of a user',
    params,
    body: z.object({ custom_metadata: boundedMetadata }),
    response: user,
    errors: ['invalid_data', 'user_does_not_exist'],
  }),
  unlink: route({
    method: 'POST',
    path: '/users/{user_id}/accounts/unlink',
    auth: 'secret',
    summary:
      'Unlink an account of a user, by the handle it is looked up by, and end their sessions',
    params,
    body: z.object({
      type: z.union([z.enum(linkedAccountTypes), z.custom<CustomProvider>(isCustomProvider)]),
      /** Address, number, subject or id of the account. */
      handle: requiredString('A handle must be provided').check(z.maxLength(1024)),
      provider: z.optional(z.nullable(z.string())),
    }),
    response: user,
    // Clients of back ends read a 404 as "no such user".
    errors: [
      ...unlinkErrors.filter(
        // A back end has no login of the user's.
        (code) => code !== 'linked_account_not_found' && code !== 'older_login_required',
      ),
      { code: 'linked_account_not_found', status: 400 },
      'user_does_not_exist',
    ],
  }),
  createWallet: route({
    method: 'POST',
    path: '/apps/{app_id}/users/wallet',
    auth: 'secret',
    summary: 'Create server wallets for a user, as server-auth asks for them',
    params: z.object({ app_id: accountId }),
    body: z.object({
      user_id: userId,
      create_ethereum_wallet: z.optional(z.boolean()),
      number_of_ethereum_wallets_to_create: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
      create_ethereum_smart_wallet: z.optional(z.boolean()),
      create_solana_wallet: z.optional(z.boolean()),
      wallets: z.optional(userWalletsInput.shape.wallets),
    }),
    response: user,
    errors: [
      'invalid_data',
      'not_supported',
      'user_does_not_exist',
      'missing_or_invalid_privy_app_id',
      'too_many_requests',
      { code: 'feature_not_enabled', status: 400 },
    ],
  }),
}
