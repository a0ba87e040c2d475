import { type RawBuilder, sql } from 'kysely'
import type { UserRecord } from '../identity/user.js'
import type { Db } from './connect.js'
import { userColumns } from './users.js'

/** Where a page of users goes on: after the user with this time and id. */
export interface UserCursor {
  createdAtMs: number
  id: string
}

/** A page of users, newest first. */
interface UserPage {
  appId: string
  after: UserCursor | undefined
  limit: number
}

/** The users of an app, newest first; `limit` at most. */
export async function listUsers(db: Db, page: UserPage): Promise<UserRecord[]> {
  const { rows } = await sql<UserRecord>`
    select ${userColumns} from user_account u
    where u.app_id = ${page.appId} and u.deleted_at is null and ${isAfter(page.after)}
    order by u.created_at desc, u.id desc limit ${page.limit}`.execute(db)
  return rows
}

/** What a search looks for: users with one of the accounts, or with one that contains `term`. */
interface UserSearch extends UserPage {
  term: string | undefined
  accounts: readonly { type: string; keys: readonly string[] }[]
}

/** Users that match a search, newest first. */
export async function searchUsers(db: Db, search: UserSearch): Promise<UserRecord[]> {
  const { term, accounts } = search
  const pairs = accounts.flatMap(({ type, keys }) => keys.map((key) => ({ type, key })))
  const types = pairs.map(({ type }) => type)
  const keys = pairs.map(({ key }) => key)
  const pattern = term === undefined ? null : `%${escapePattern(term.toLowerCase())}%`
  const { rows } = await sql<UserRecord>`
    select ${userColumns} from user_account u
    where u.app_id = ${search.appId} and u.deleted_at is null and ${isAfter(search.after)}
      and exists (
        select from linked_account l
        where l.app_id = u.app_id and l.user_id = u.id and l.type <> 'guest' and (
          exists (
            select from unnest(${types}::text[], ${keys}::text[]) as asked (type, key)
            where asked.type = l.type and asked.key = l.key
          )
          or (${pattern}::text is not null and lower(concat_ws(' ', l.key, l.data ->> 'address',
            l.data ->> 'phoneNumber', l.data ->> 'username', l.data ->> 'name', l.data ->> 'email'
          )) like ${pattern}::text)
        )
      )
    order by u.created_at desc, u.id desc limit ${search.limit}`.execute(db)
  return rows
}

/** An account of a type by its key, or by one of its fields. */
export type AccountQuery =
  | { type: string; key: string }
  | { type: string; field: 'username'; value: string }

/** The user of an account. Of several accounts with the same field it is the one verified last. */
export async function findUserByAccount(
  db: Db,
  appId: string,
  query: AccountQuery,
): Promise<UserRecord | undefined> {
  const isAccount =
    'key' in query
      ? sql`l.key = ${query.key}`
      : sql`lower(l.data ->> ${query.field}) = lower(${query.value})`
  const { rows } = await sql<UserRecord>`
    with found as (
      select l.app_id, l.user_id from linked_account l
      where l.app_id = ${appId} and l.type = ${query.type} and ${isAccount}
      order by l.latest_verified_at desc, l.id desc limit 1
    )
    select ${userColumns} from found
    join user_account u on u.app_id = found.app_id and u.id = found.user_id
    where u.deleted_at is null`.execute(db)
  return rows[0]
}

function isAfter(after: UserCursor | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  return sql`(u.created_at, u.id) < (${after.createdAtMs}::bigint, ${after.id}::text)`
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
}
