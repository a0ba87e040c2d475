import { ApiError, api, paginationMaxLimit, type User } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { writeCustomMetadata } from '../../db/custom-metadata.js'
import { deleteUser } from '../../db/delete-user.js'
import { type AccountQuery, findUserByAccount, listUsers } from '../../db/find-users.js'
import { readUser } from '../../db/users.js'
import type { Deps } from '../../deps.js'
import { type AppCaller, type Implementation, implement } from '../../http/implement.js'
import { walletEntry } from '../../identity/list-entries.js'
import { toWireUser, type UserRecord } from '../../identity/user.js'
import { readCursor, writeCursor } from './cursor.js'
import { importMany, importOne } from './import.js'
import { type AskedWallet, walletsOf } from './older-wallets.js'
import { search } from './search.js'
import { unlinkForBackEnd } from './unlink.js'

/** Creates server wallets that a user owns. */
type CreateWallets = (app: App, asked: { userId: string; wallets: AskedWallet[] }) => Promise<User>

/** Calls of an app's back end on the app's users (wire reference §23). */
export function usersRoutes(deps: Deps, createWallets: CreateWallets): Implementation[] {
  const find = async ({ app }: AppCaller, query: AccountQuery) =>
    toWireUser(requireUser(await findUserByAccount(deps.db, app.id, query)))
  const read = async ({ app }: AppCaller, userId: string) =>
    toWireUser(requireUser(await readUser(deps.db, { appId: app.id, userId })))
  return implement(api.users, {
    list: async ({ caller: { app }, query }) => {
      const { cursor, limit = paginationMaxLimit } = query
      const page = { appId: app.id, after: readCursor(cursor), limit: limit + 1 }
      return toPage(await listUsers(deps.db, page), limit)
    },
    search: async ({ caller: { app }, body }) => {
      const found = await search(deps, { app, body, limit: paginationMaxLimit + 1 })
      return toPage(found, paginationMaxLimit)
    },
    import: async ({ caller: { app }, body }) =>
      toWireUser(await importOne(deps, { app, user: body })),
    importMany: async ({ caller: { app }, body }) => ({
      results: await importMany(deps, { app, users: body.users }),
    }),
    byEmail: ({ caller, body }) => find(caller, { type: 'email', key: body.address }),
    byPhone: ({ caller, body }) => find(caller, { type: 'phone', key: body.number }),
    byWallet: ({ caller, body }) =>
      find(caller, { type: 'wallet', key: readWalletKey(body.address) }),
    bySmartWallet: ({ caller, body }) =>
      find(caller, { type: 'smart_wallet', key: readWalletKey(body.address) }),
    byFarcaster: ({ caller, body }) => find(caller, { type: 'farcaster', key: body.fid }),
    byDiscord: ({ caller, body }) => find(caller, byUsername('discord_oauth', body.username)),
    byGithub: ({ caller, body }) => find(caller, byUsername('github_oauth', body.username)),
    byTwitter: ({ caller, body }) => find(caller, byUsername('twitter_oauth', body.username)),
    byTwitterSubject: ({ caller, body }) =>
      find(caller, { type: 'twitter_oauth', key: body.subject }),
    byTelegram: ({ caller, body }) =>
      find(caller, { type: 'telegram', key: body.telegram_user_id }),
    byTelegramUsername: ({ caller, body }) => find(caller, byUsername('telegram', body.username)),
    byCustomAuth: ({ caller, body }) =>
      find(caller, { type: 'custom_auth', key: body.custom_user_id }),
    get: ({ caller, params }) => read(caller, params.user_id),
    delete: async ({ caller: { app }, params }) => {
      const user = { appId: app.id, userId: params.user_id, nowMs: deps.clock.nowMs() }
      if (!(await deleteUser(deps.db, user))) throw new ApiError('user_does_not_exist')
      return undefined
    },
    setCustomMetadata: async ({ caller, params, body }) => {
      const change = {
        appId: caller.app.id,
        userId: params.user_id,
        metadata: body.custom_metadata,
      }
      if (!(await writeCustomMetadata(deps.db, change))) throw new ApiError('user_does_not_exist')
      return read(caller, params.user_id)
    },
    unlink: ({ caller: { app }, params, body, request }) =>
      unlinkForBackEnd(deps, { app, userId: params.user_id, body, request }),
    createWallet: ({ caller, params, body }) => {
      if (params.app_id !== caller.app.id) throw new ApiError('missing_or_invalid_privy_app_id')
      return createWallets(caller.app, { userId: body.user_id, wallets: walletsOf(body) })
    },
  })
}

function requireUser(user: UserRecord | undefined): UserRecord {
  if (user === undefined) throw new ApiError('user_does_not_exist')
  return user
}

/** A page out of one record more than it holds, which tells whether there is a next one. */
function toPage(found: readonly UserRecord[], limit: number) {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = found.length > limit && last !== undefined
  return { data: shown.map(toWireUser), next_cursor: hasMore ? writeCursor(last) : null }
}

function byUsername(type: string, username: string): AccountQuery {
  return { type, field: 'username', value: username }
}

/** Key of a wallet by its address, whose form tells the chain. @throws ApiError `invalid_data` */
function readWalletKey(address: string): string {
  const key = walletEntry(address)
  if (key === undefined) throw new ApiError('invalid_data', { message: 'Invalid wallet address' })
  return key
}
