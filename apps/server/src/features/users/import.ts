import {
  ApiError,
  type ImportUser,
  importUser,
  isApiError,
  isCustomProvider,
  userIdPrefix,
} from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { authenticRows } from '../../authority/authentic-rows.js'
import { rowMac } from '../../authority/row-mac.js'
import { insertUser } from '../../db/import-user.js'
import type { Deps } from '../../deps.js'
import type { UserRecord } from '../../identity/user.js'
import { randomId } from '../../ports/random.js'
import { readImportedAccount } from './imported-account.js'

/** An import makes no wallets: those of the browser are made there, and server wallets by a call of their own. */
const walletsAreMadeInTheBrowser = new ApiError('not_supported', {
  message:
    "Wallets are created in the user's browser: the server holds no keys. Set create_on_login instead",
})

/**
 * Creates a user with accounts that the app vouches for.
 *
 * @throws ApiError `invalid_data` for a provider that the app has not added, `linked_to_another_user`, `max_accounts_reached`, `not_supported` when a wallet is asked for.
 */
export async function importOne(
  deps: Deps,
  { app, user }: { app: App; user: ImportUser },
): Promise<UserRecord> {
  if (asksForWallet(user)) throw walletsAreMadeInTheBrowser
  checkProviders(app, user)
  const owner = { appId: app.id, userId: randomId(deps.random) }
  const { appId: app_id, userId: user_id } = owner
  const key = deps.keyEncryption
  const accounts = user.linked_accounts.map(readImportedAccount)
  const nowMs = deps.clock.nowMs()
  const result = await insertUser(deps.db, {
    ...owner,
    factorsMac: rowMac(key, authenticRows.userFactors, {
      app_id,
      id: user_id,
      mfa_methods: [],
      recovery_codes_at: null,
    }),
    accounts: accounts.map((account) => {
      const row = { app_id, user_id, ...account, credential: null }
      const age = { ...row, first_verified_at: nowMs, is_first: true }
      return {
        ...account,
        mac: rowMac(key, authenticRows.linkedAccount, row),
        ageMac: rowMac(key, authenticRows.loginAge, age),
      }
    }),
    customMetadata: user.custom_metadata,
    maxUsers: app.maxUsers,
    nowMs,
  })
  if (result === 'linked') throw new ApiError('linked_to_another_user')
  if (result === 'app is full') throw new ApiError('max_accounts_reached')
  return result
}

/** Refuses accounts of a provider that the app has not added: one added later by that name may be another issuer. */
function checkProviders(app: App, { linked_accounts }: ImportUser): void {
  const added = app.settings.custom_oauth_providers ?? []
  for (const { type } of linked_accounts) {
    if (isCustomProvider(type) && !added.some(({ provider }) => provider === type)) {
      throw new ApiError('invalid_data', { message: `The app has no provider ${type}` })
    }
  }
}

/** Whether an import asks for a wallet. Older clients send the booleans as false. */
function asksForWallet(user: ImportUser): boolean {
  const { linked_accounts: _, custom_metadata: __, wallets = [], ...creates } = user
  return wallets.length > 0 || Object.values(creates).some((value) => Boolean(value))
}

/** What happened to each user of a batch; a refused one does not keep the others out. */
export async function importMany(
  deps: Deps,
  { app, users }: { app: App; users: readonly unknown[] },
) {
  const results: ImportResult[] = []
  for (const [index, given] of users.entries())
    results.push(await importNth(deps, app, { index, given }))
  return results
}

type ImportResult = { action: 'create'; index: number } & (
  | { success: true; id: string }
  | { success: false; code: string; error: string }
)

async function importNth(
  deps: Deps,
  app: App,
  { index, given }: { index: number; given: unknown },
): Promise<ImportResult> {
  const parsed = importUser.safeParse(given)
  if (!parsed.success) {
    const error = parsed.error.issues[0]?.message || 'Invalid data'
    return { action: 'create', index, success: false, code: 'invalid_data', error }
  }
  try {
    const { id } = await importOne(deps, { app, user: parsed.data })
    return { action: 'create', index, success: true, id: userIdPrefix + id }
  } catch (error) {
    if (!isApiError(error)) throw error
    return { action: 'create', index, success: false, code: error.code, error: error.message }
  }
}
