import { sql } from 'kysely'
import { recordListChange } from '../audit/record-app-change.js'
import type { Db } from './connect.js'

/** Most entries of a deny list. */
export const maxDenylistEntries = 10_000
/** Most test accounts of an app. */
export const maxTestAccounts = 20

/** A list of an app: who may enter it, or who may not. */
export type AdmissionList = 'allowlist_entry' | 'denylist_entry'

/** An entry of a list, in canonical form. */
export interface ListEntry {
  type: string
  value: string
}

/** Whether one of the entries is on the deny list, and which are on the allow list. */
interface Admission {
  denied: boolean
  /** The entries of the allow list that name the account. */
  allowed: AllowedEntry[]
}

/** An entry of the allow list; the MAC in hex, see `authenticRows.allowlistEntry`. */
type AllowedEntry = ListEntry & { app_id: string; mac: string | null }

/**
 * Looks the entries of an account up in both lists. A user is denied by id as well, whatever account they log in with.
 */
export async function readAdmission(
  db: Db,
  asked: {
    appId: string
    account: { type: string; key: string }
    allow: readonly ListEntry[]
    deny: readonly ListEntry[]
  },
): Promise<Admission> {
  const { appId, account, allow, deny } = asked
  const { rows } = await sql<Admission>`
    select exists (
      select from unnest(${deny.map(({ type }) => type)}::text[], ${deny.map(({ value }) => value)}::text[])
        as asked (type, value)
      join denylist_entry d on d.app_id = ${appId} and d.type = asked.type and d.value = asked.value
    ) or exists (
      select from linked_account l
      join denylist_entry d on d.app_id = l.app_id and d.type = 'did' and d.value = l.user_id
      where l.app_id = ${appId} and l.type = ${account.type} and l.key = ${account.key}
    ) as denied, array(
      select jsonb_build_object('app_id', a.app_id, 'type', a.type, 'value', a.value, 'mac', encode(a.mac, 'hex'))
      from unnest(${allow.map(({ type }) => type)}::text[], ${allow.map(({ value }) => value)}::text[])
        as asked (type, value)
      join allowlist_entry a on a.app_id = ${appId} and a.type = asked.type and a.value = asked.value
    ) as allowed`.execute(db)
  return rows[0] ?? { denied: true, allowed: [] }
}

/** An entry with when a user with its account first logged in. */
export interface ListedEntry extends ListEntry {
  id: string
  accepted_at: number | null
}

/** The entries of a list, oldest first. */
export async function readList(db: Db, list: AdmissionList, appId: string): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    select e.id, e.type, e.value, (
      select min(l.first_verified_at) from linked_account l
      where l.app_id = e.app_id and l.type = e.type and l.key = e.value
    ) as accepted_at
    from ${sql.table(list)} e where e.app_id = ${appId} order by e.created_at, e.id`.execute(db)
  return rows
}

/**
 * Adds an entry unless the list holds it, and returns the one it holds; undefined when the list is full. The app's row is
 * locked, so that the limit is exact.
 */
export async function addEntry(
  db: Db,
  list: AdmissionList,
  entry: ListEntry & {
    appId: string
    id: string
    nowMs: number
    limit: number
    mac: Buffer | null
  },
): Promise<ListedEntry | undefined> {
  const { appId, type, value } = entry
  // The deny list has no MACs: an entry there admits no user.
  const [column, signed] =
    entry.mac === null ? [sql``, sql``] : [sql`, mac`, sql`, ${entry.mac}::bytea`]
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('app').select('id').where('id', '=', appId).forUpdate().execute()
    const { numAffectedRows = 0n } = await sql`
      insert into ${sql.table(list)} (app_id, type, value, id, created_at ${column})
      select ${appId}, ${type}, ${value}, ${entry.id}, ${entry.nowMs}::bigint ${signed}
      where (select count(*) from ${sql.table(list)} where app_id = ${appId}) < ${entry.limit}
      on conflict (app_id, type, value) do nothing`.execute(transaction)
    if (numAffectedRows > 0n) {
      const change = { appId, list, change: 'added', nowMs: entry.nowMs }
      await recordListChange(transaction, change)
      if (list === 'denylist_entry') await endDenied(transaction, entry)
    }
    const { rows } = await sql<ListedEntry>`
      select e.id, e.type, e.value, (
        select min(l.first_verified_at) from linked_account l
        where l.app_id = e.app_id and l.type = e.type and l.key = e.value
      ) as accepted_at
      from ${sql.table(list)} e
      where e.app_id = ${appId} and e.type = ${type} and e.value = ${value}`.execute(transaction)
    return rows[0]
  })
}

/** Removes an entry; false when the list does not hold it. */
export async function removeEntry(
  db: Db,
  list: AdmissionList,
  { appId, type, value }: ListEntry & { appId: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(list)}
    where app_id = ${appId} and type = ${type} and value = ${value}`.execute(db)
  return numAffectedRows > 0n
}

/** Ends the sessions of the users that an entry of the deny list names. */
async function endDenied(
  db: Db,
  { appId, type, value, nowMs }: ListEntry & { appId: string; nowMs: number },
): Promise<void> {
  const isNamed =
    type === 'did'
      ? sql`s.user_id = ${value}`
      : sql`exists (
          select from linked_account l
          where l.app_id = s.app_id and l.user_id = s.user_id and (
            (l.type = ${type} and l.key = ${value})
            or (${type} in ('email', 'emailDomain') and (l.type = 'email' or l.data ? 'email')
              and case when ${type} = 'email'
                then coalesce(l.data ->> 'email', l.key) = ${value}
                else split_part(coalesce(l.data ->> 'email', l.key), '@', 2) = ${value} end)
          )
        )`
  await sql`
    update session s set revoked_at = ${nowMs}, mac = null
    where s.app_id = ${appId} and s.revoked_at is null and ${isNamed}`.execute(db)
}
