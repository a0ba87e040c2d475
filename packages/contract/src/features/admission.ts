import * as z from 'zod/mini'
import { accountId } from '../primitives/account-id.js'
import { requiredString, success } from '../primitives.js'
import { route } from '../route.js'

/** What an entry of the allow list names. */
export const allowlistTypes = ['email', 'phone', 'wallet', 'emailDomain'] as const
/** What an entry of the deny list names. */
export const denylistTypes = [...allowlistTypes, 'did'] as const

const params = z.object({ app_id: accountId })
const value = requiredString('A value must be provided').check(z.maxLength(256))
/** The newest back-end client writes this type with an underscore. */
const underscored = 'email_domain'
const problem = (types: readonly string[]) => `type must be one of ${types.join(', ')}`
const allowlistInput = z.object({
  type: z.pipe(
    z.enum([...allowlistTypes, underscored], problem(allowlistTypes)),
    z.transform((type) => (type === underscored ? 'emailDomain' : type)),
  ),
  value,
})
const denylistInput = z.object({
  type: z.pipe(
    z.enum([...denylistTypes, underscored], problem(denylistTypes)),
    z.transform((type) => (type === underscored ? 'emailDomain' : type)),
  ),
  value,
})
const allowlistEntry = z.object({
  id: z.string(),
  type: z.enum(allowlistTypes),
  value: z.string(),
  appId: z.string(),
  /** When a user with the account first logged in, in Unix seconds. */
  acceptedAt: z.nullable(z.number()),
})
const denylistEntry = z.object({
  id: z.string(),
  type: z.enum(denylistTypes),
  value: z.string(),
  appId: z.string(),
})
const testAccount = z.object({
  id: z.string(),
  name: z.optional(z.string()),
  email: z.string(),
  phone_number: z.string(),
  otp_code: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
})
const errors = ['invalid_data', 'missing_or_invalid_privy_app_id'] as const

/** Who may log in to an app: allow list, deny list (ours) and test accounts, for its back end (wire reference §23). */
export const admission = {
  allowlist: route({
    method: 'GET',
    path: '/apps/{app_id}/allowlist',
    auth: 'secret',
    summary: 'The allow list of the app',
    params,
    response: z.array(allowlistEntry),
    errors,
  }),
  allow: route({
    method: 'POST',
    path: '/apps/{app_id}/allowlist',
    auth: 'secret',
    summary: 'Add to the allow list; an entry that exists is answered as it is',
    params,
    body: allowlistInput,
    response: allowlistEntry,
    errors,
  }),
  disallow: route({
    method: 'DELETE',
    path: '/apps/{app_id}/allowlist',
    auth: 'secret',
    summary: 'Remove from the allow list',
    params,
    body: allowlistInput,
    response: z.object({ message: z.string() }),
    errors,
  }),
  denylist: route({
    method: 'GET',
    path: '/apps/{app_id}/denylist',
    auth: 'secret',
    summary: 'The deny list of the app',
    params,
    response: z.array(denylistEntry),
    errors,
  }),
  deny: route({
    method: 'POST',
    path: '/apps/{app_id}/denylist',
    auth: 'secret',
    summary: 'Add to the deny list: who it names cannot log in, and their sessions end',
    params,
    body: denylistInput,
    response: denylistEntry,
    errors: [...errors, 'max_denylist_entries_reached'],
  }),
  undeny: route({
    method: 'DELETE',
    path: '/apps/{app_id}/denylist',
    auth: 'secret',
    summary: 'Remove from the deny list',
    params,
    body: denylistInput,
    response: z.object({ message: z.string() }),
    errors,
  }),
  testCredentials: route({
    method: 'GET',
    path: '/apps/{app_id}/test_credentials',
    auth: 'secret',
    summary: 'The test accounts of the app; older clients read the first one from the top level',
    params,
    response: z.object({
      data: z.array(testAccount),
      email: z.optional(z.string()),
      phoneNumber: z.optional(z.string()),
      otpCode: z.optional(z.string()),
    }),
    errors,
  }),
  addTestAccount: route({
    method: 'POST',
    path: '/apps/{app_id}/test_credentials',
    auth: 'secret',
    summary: 'Make a test account: an address that gets no message, with a code that stays',
    params,
    body: z.object({ name: z.optional(z.string().check(z.maxLength(64))) }),
    response: testAccount,
    errors: [...errors, 'max_accounts_reached', 'feature_not_enabled'],
  }),
  removeTestAccount: route({
    method: 'DELETE',
    path: '/apps/{app_id}/test_credentials/{test_account_id}',
    auth: 'secret',
    summary: 'Remove a test account; its user stays',
    params: z.object({
      app_id: accountId,
      test_account_id: requiredString('An id must be provided'),
    }),
    response: success,
    errors,
  }),
}
