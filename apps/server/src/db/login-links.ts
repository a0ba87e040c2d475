import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'
import type { AskedFrom } from './one-time-codes.js'

/** The mail of a login to an address. */
interface Subject {
  appId: string
  email: string
  nowMs: number
}

/** How far a link has come. */
interface LinkRow {
  link_hash: Buffer | null
  approved_at: number | null
}

/** The link that the browser of a flow asked for, while its code is valid. */
export async function findLinkOfFlow(
  db: Db,
  { flowHash, ...subject }: Subject & { flowHash: Uint8Array },
): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    select c.link_hash, c.approved_at from one_time_code c
    where ${isOpen(subject)} and c.flow_hash = ${Buffer.from(flowHash)}`.execute(db)
  return rows[0]
}

/** A link that waits for an answer; `flow_hash` as in the code's row. */
interface AskedLink {
  asked_from: AskedFrom
  asked_at: number
  flow_hash: Buffer
}

/** What the page of a link shows; reading changes nothing, because mail scanners open links. */
export async function findLink(
  db: Db,
  { linkHash, ...subject }: Subject & { linkHash: Uint8Array },
): Promise<AskedLink | undefined> {
  const { rows } = await sql<AskedLink>`
    select c.asked_from, c.created_at as asked_at, c.flow_hash from one_time_code c
    where ${isOpen(subject)} and c.link_hash = ${Buffer.from(linkHash)}`.execute(db)
  return rows[0]
}

/**
 * Uses up a link: approves the login it belongs to, or only ends the link. The code stays valid until the login.
 *
 * @returns whether there was such a link.
 */
export async function useLink(
  db: Db,
  input: Subject & {
    linkHash: Uint8Array
    /** See `approvalMac`; null to refuse the login. */
    approval: Buffer | null
  },
): Promise<boolean> {
  const { linkHash, approval, ...subject } = input
  const { rows } = await sql`
    update one_time_code c set link_hash = null,
      approved_mac = ${approval}::bytea,
      approved_at = ${approval === null ? null : subject.nowMs}::bigint
    where ${isOpen(subject)} and c.link_hash = ${Buffer.from(linkHash)}
    returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Tables of a statement that use up an approved login and its code, to be used with `deadlineCte`; one of them is `proof` with
 * the row (`place` 1, `proven boolean`).
 */
export function redeemApprovedCtes(
  input: Subject & { flowHash: Uint8Array; approval: Buffer },
): RawBuilder<unknown> {
  return sql`
    used as (
      update one_time_code c set used_at = ${input.nowMs}::bigint
      where ${isOpen(input)} and c.flow_hash = ${Buffer.from(input.flowHash)}
        and c.approved_mac = ${input.approval} and (select in_time from deadline)
      returning c.flow_hash
    ), proof as materialized (
      select 1 as place, exists (select from used) as proven
    )`
}

/** Condition on a row `c`: the code of a login that is not over. */
function isOpen({ appId, email, nowMs }: Subject): RawBuilder<unknown> {
  return sql`c.app_id = ${appId} and c.channel = 'email' and c.purpose = 'login'
    and c.address = ${email} and c.used_at is null and c.expires_at > ${nowMs}::bigint`
}
