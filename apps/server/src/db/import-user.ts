import { sql } from 'kysely'
import type { ProvenAccount } from '../identity/proven-account.js'
import type { UserRecord } from '../identity/user.js'
import { recordUserEvent } from './app-events.js'
import { lockApp } from './apps.js'
import type { Db } from './connect.js'
import { countProvenUsers, readUser } from './users.js'

/** A user to create with accounts that the app vouches for. */
interface NewUser {
  appId: string
  userId: string
  /** Of no factors: see `authenticRows.userFactors`. */
  factorsMac: Buffer
  /** `mac`, `ageMac`: see `authenticRows.linkedAccount` and `loginAge`. */
  accounts: readonly (Pick<ProvenAccount, 'type' | 'key' | 'data'> & {
    mac: Buffer
    ageMac: Buffer
  })[]
  customMetadata: Record<string, string | number | boolean> | undefined
  /** Refused when the app has this number of users. */
  maxUsers: number | undefined
  nowMs: number
}

/** Creates a user with all of the accounts, or, when one belongs to another user or the app is full, nothing. */
export async function insertUser(
  db: Db,
  user: NewUser,
): Promise<UserRecord | 'linked' | 'app is full'> {
  return db.transaction().execute(async (transaction) => {
    if (user.maxUsers !== undefined) {
      await lockApp(transaction, user.appId)
      const count = await countProvenUsers(transaction, user.appId)
      if (count >= user.maxUsers) return 'app is full'
    }
    if (await isAnyLinked(transaction, user)) return 'linked'
    await insertRows(transaction, user)
    const created = await readUser(transaction, { appId: user.appId, userId: user.userId })
    if (created === undefined) throw new Error('A user that was created does not exist')
    const { appId, userId, nowMs } = user
    await recordUserEvent(transaction, { appId, userId, type: 'user.created', nowMs })
    return created
  })
}

/** Locks the accounts in the order of their keys, so that two imports cannot deadlock, and says whether one exists. */
async function isAnyLinked(db: Db, { appId, accounts }: NewUser): Promise<boolean> {
  const names = accounts.map(({ type, key }) => `${appId}\n${type}\n${key}`).sort()
  for (const name of names) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
  }
  const { rows } = await sql`
    select from linked_account l, unnest(
      ${accounts.map(({ type }) => type)}::text[], ${accounts.map(({ key }) => key)}::text[]
    ) as asked (type, key)
    where l.app_id = ${appId} and l.type = asked.type and l.key = asked.key limit 1`.execute(db)
  return rows.length > 0
}

async function insertRows(db: Db, user: NewUser): Promise<void> {
  const { appId, userId, accounts, customMetadata, nowMs } = user
  await db
    .insertInto('user_account')
    .values({
      app_id: appId,
      id: userId,
      is_guest: false,
      terms_accepted_at: null,
      custom_metadata: customMetadata === undefined ? null : JSON.stringify(customMetadata),
      created_at: nowMs,
      factors_mac: user.factorsMac,
    })
    .execute()
  await db
    .insertInto('linked_account')
    .values(
      accounts.map(({ type, key, data, mac, ageMac }) => ({
        app_id: appId,
        user_id: userId,
        type,
        key,
        data: JSON.stringify(data),
        mac,
        first_verified_at: nowMs,
        is_first: true,
        age_mac: ageMac,
        latest_verified_at: nowMs,
      })),
    )
    .execute()
}
