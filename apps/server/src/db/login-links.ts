import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from './connect.js'
import type { OneTimeCodeTable } from './schema.js'

/** The mail of a login to an address. */
interface Subject {
  appId: string
  email: string
  nowMs: number
}

/** A code's row as its link is judged by. */
export type LinkRow = Pick<Selectable<OneTimeCodeTable>, (typeof columns)[number]>
const columns = [
  'app_id',
  'channel',
  'purpose',
  'address',
  'flow_hash',
  'link_hash',
  'link_mac',
  'asked_from',
  'approved_at',
  'approved_mac',
  'created_at',
  'expires_at',
] as const

/** The login that the browser of a flow asked for, while its code is valid. */
export async function findLinkOfFlow(
  db: Db,
  { flowHash, ...subject }: Subject & { flowHash: Uint8Array },
): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    select ${names} from one_time_code c
    where ${isOpen(subject)} and c.flow_hash = ${Buffer.from(flowHash)}`.execute(db)
  return rows[0]
}

/** The links to an address that wait for an answer; reading changes nothing, because mail scanners open links. */
export async function listLinks(db: Db, subject: Subject): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select ${names} from one_time_code c
    where ${isOpen(subject)} and c.link_hash is not null`.execute(db)
  return rows
}

/**
 * Uses up a link: approves the login it belongs to, or only ends the link. The code stays valid until the login.
 *
 * @param link  As it was read.
 * @param approval  See `authenticRows.loginApproval`; null to refuse the login.
 * @returns whether the link was still there.
 */
export async function useLink(
  db: Db,
  link: LinkRow,
  approval: { at: number; mac: Buffer } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_code')
    .set({
      link_hash: null,
      link_mac: null,
      approved_at: approval?.at ?? null,
      approved_mac: approval?.mac ?? null,
    })
    .where('app_id', '=', link.app_id)
    .where('channel', '=', link.channel)
    .where('purpose', '=', link.purpose)
    .where('address', '=', link.address)
    .where('flow_hash', '=', link.flow_hash)
    .where('link_hash', '=', link.link_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Tables of a statement that use up an approved login and its code, to be used with `deadlineCte`; one of them is `proof` with
 * the row (`place` 1, `proven boolean`).
 */
export function redeemApprovedCtes(
  input: Subject & { flowHash: Uint8Array; approvedMac: Buffer },
): RawBuilder<unknown> {
  return sql`
    used as (
      update one_time_code c set used_at = ${input.nowMs}::bigint
      where ${isOpen(input)} and c.flow_hash = ${Buffer.from(input.flowHash)}
        and c.approved_mac = ${input.approvedMac} and (select in_time from deadline)
      returning c.flow_hash
    ), proof as materialized (
      select 1 as place, exists (select from used) as proven
    )`
}

const names = sql.join(columns.map((name) => sql.ref(`c.${name}`)))

/** Condition on a row `c`: the code of a login that is not over. */
function isOpen({ appId, email, nowMs }: Subject): RawBuilder<unknown> {
  return sql`c.app_id = ${appId} and c.channel = 'email' and c.purpose = 'login'
    and c.address = ${email} and c.used_at is null and c.expires_at > ${nowMs}::bigint`
}
