import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'
import { type DeadlineRow, deadlineCte, requireInTime } from './deadline.js'
import { toHex } from './hex.js'
import type { OneTimeCodeTable } from './schema.js'

/** Wrong tries a code survives, for each of the three ways a try can come. */
export const maxTries = 5

/** What a code is for. A code of one subject is never valid for another (EML-07). */
export interface CodeSubject {
  appId: string
  channel: OneTimeCodeTable['channel']
  purpose: OneTimeCodeTable['purpose']
  /** In canonical form. */
  address: string
  /** The signed-in user who asked, for a code that links; part of the code's hash. */
  userId?: string
}

/** A code to store. */
interface NewCode extends CodeSubject {
  codeHash: Uint8Array
  flowHash: Uint8Array
  networkHash: Uint8Array
  /** The link of a login's mail that has one. */
  link: { hash: Uint8Array; mac: Uint8Array; askedFrom: AskedFrom } | null
  nowMs: number
  expiresAtMs: number
}

/** Who asked for a mail with a link, for the page of the link. */
export interface AskedFrom {
  /** Browser and system in fixed words. */
  device: string | null
  /** IPv4 /24 or IPv6 /48. */
  network: string
}

/**
 * Stores the code of a flow in place of the flow's earlier one. Codes of other flows stay valid, so that a stranger's
 * request does not invalidate the code the user is typing (T-08). An earlier code requested from the same network is
 * valid only with its flow's cookie from now on (EML-08).
 */
export async function storeCode(db: Db, code: NewCode): Promise<void> {
  const { nowMs } = code
  const [flowHash, networkHash] = [Buffer.from(code.flowHash), Buffer.from(code.networkHash)]
  const linkHash = code.link && Buffer.from(code.link.hash)
  const linkMac = code.link && Buffer.from(code.link.mac)
  const askedFrom = code.link && JSON.stringify(code.link.askedFrom)
  // Rows are locked in the order of the primary key, so that two statements cannot deadlock.
  const { rows } = await sql<DeadlineRow>`
    with ${deadlineCte(db)}, held as materialized (
      select c.flow_hash from one_time_code c
      where ${ofSubject(code)} and (c.network_hash = ${networkHash} or c.flow_hash = ${flowHash})
        and (select in_time from deadline)
      order by c.flow_hash for update of c
    ), superseded as (
      update one_time_code c set network_hash = null, other_tries = ${maxTries}
      from held where ${ofSubject(code)} and c.flow_hash = held.flow_hash
        and c.flow_hash <> ${flowHash}
    ), stored as (
      insert into one_time_code (app_id, channel, purpose, address, flow_hash, network_hash,
        code_hash, link_hash, link_mac, asked_from, created_at, expires_at)
      select ${code.appId}, ${code.channel}, ${code.purpose}, ${code.address}, ${flowHash}::bytea,
        ${networkHash}::bytea, ${Buffer.from(code.codeHash)}::bytea, ${linkHash}::bytea,
        ${linkMac}::bytea, ${askedFrom}::jsonb, ${nowMs}::bigint, ${code.expiresAtMs}::bigint
      from (select count(*) from held) as locked where (select in_time from deadline)
      on conflict (app_id, channel, purpose, address, flow_hash) do update set
        network_hash = excluded.network_hash, code_hash = excluded.code_hash,
        link_hash = excluded.link_hash, link_mac = excluded.link_mac, asked_from = excluded.asked_from, approved_at = null, approved_mac = null, flow_tries = 0,
        network_tries = 0, other_tries = 0, used_at = null, created_at = excluded.created_at,
        expires_at = excluded.expires_at
    )
    select * from deadline`.execute(db)
  requireInTime(db, rows)
}

/** Deletes a code whose message was not delivered; a newer one of the flow stays. */
export async function withdrawCode(
  db: Db,
  code: Pick<NewCode, 'codeHash' | 'flowHash' | keyof CodeSubject>,
): Promise<void> {
  await sql`
    delete from one_time_code c where ${ofSubject(code)}
      and c.flow_hash = ${Buffer.from(code.flowHash)} and c.code_hash = ${Buffer.from(code.codeHash)}`.execute(
    db,
  )
}

/** A try with a code. */
export interface CodeTry extends CodeSubject {
  /** Of the code under each key that it may have been stored under. */
  codeHashes: readonly Uint8Array[]
  /** Of the flow cookie that came along; undefined when none did. */
  flowHash: Uint8Array | undefined
  networkHash: Uint8Array
  nowMs: number
  /** Counter that a right code resets. */
  triesKey: string
  /** Counters of failures; when one has reached its limit, only the flow itself and its network may try. */
  failures: readonly { key: string; points: number }[]
}

/**
 * Tables of a statement that try codes of different subjects, to be used with `deadlineCte`; one of them is `proof` with a row
 * (`place` from 1, `proven boolean`) for each. A code is right once, within its tries and before its end.
 *
 * A try with a flow cookie is compared with the code of that flow only (T-25). Without a cookie it is compared with the
 * codes of the same network, and with those requested elsewhere. Each of the three has its own count of tries, so that
 * one caller cannot use up the tries of another (T-08).
 */
export function redeemCodeCtes(tries: readonly CodeTry[]): RawBuilder<unknown> {
  const places = [...tries.entries()].sort(([, a], [, b]) =>
    subjectKey(a) < subjectKey(b) ? -1 : 1,
  )
  const attempts = places.map(([index, one]) => ({
    place: index + 1,
    app_id: one.appId,
    channel: one.channel,
    purpose: one.purpose,
    address: one.address,
    code_hashes: one.codeHashes.map(toHex),
    flow_hash: one.flowHash === undefined ? null : toHex(one.flowHash),
    network_hash: toHex(one.networkHash),
    now_ms: one.nowMs,
    tries_key: one.triesKey,
    failures: one.failures.map(({ key, points }) => ({ key, points })),
  }))
  const isOfAttempt = sql`c.app_id = a.app_id and c.channel = a.channel and c.purpose = a.purpose
    and c.address = a.address`
  // Rows are locked in the order of their keys, so that two statements cannot deadlock.
  return sql`
    attempt as materialized (
      select place, app_id, channel, purpose, address, code_hashes,
        decode(flow_hash, 'hex') as flow_hash, decode(network_hash, 'hex') as network_hash, now_ms,
        tries_key, failures
      from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as attempt (place integer,
        app_id text, channel text, purpose text, address text, code_hashes text[], flow_hash text,
        network_hash text, now_ms bigint, tries_key text, failures jsonb)
    ), throttled as materialized (
      select a.place from attempt a
      cross join lateral jsonb_to_recordset(a.failures) as f (key text, points bigint)
      join rate_limit r on r.key = f.key
      where r.points >= f.points and r.reset_at > a.now_ms
    ), candidate as materialized (
      select a.*, c.flow_hash as row_flow_hash, encode(c.code_hash, 'hex') = any (a.code_hashes) as is_right,
        case when a.flow_hash is not null then 'flow' when c.network_hash = a.network_hash then 'network'
          else 'other' end as origin
      from attempt a cross join lateral (
        select c.flow_hash, c.code_hash, c.network_hash from one_time_code c
        where ${isOfAttempt} and c.used_at is null and c.expires_at > a.now_ms
          and (select in_time from deadline)
          and case when a.flow_hash is not null
              then c.flow_hash = a.flow_hash and c.flow_tries < ${maxTries}
            when c.network_hash = a.network_hash then c.network_tries < ${maxTries}
            else c.other_tries < ${maxTries} and a.place not in (select place from throttled) end
        order by c.flow_hash for update of c
      ) c
    ), tried as (
      update one_time_code c set
        used_at = case when a.is_right then a.now_ms end,
        flow_tries = c.flow_tries + (a.origin = 'flow')::integer,
        network_tries = c.network_tries + (a.origin = 'network')::integer,
        other_tries = c.other_tries + (a.origin = 'other')::integer
      from candidate a where ${isOfAttempt} and c.flow_hash = a.row_flow_hash
        and (a.is_right or not exists (
          select from candidate other where other.place = a.place and other.is_right
        ))
      returning a.place, a.is_right
    ), proof as materialized (
      select a.place, coalesce(bool_or(tried.is_right), false) as proven
      from attempt a left join tried on tried.place = a.place group by a.place
    ), counter as materialized (
      select r.key from rate_limit r where r.key in (
        select a.tries_key from attempt a join proof on proof.place = a.place where proof.proven
      ) order by r.key for update
    ), forgiven as (
      update rate_limit r set points = 0 from counter where r.key = counter.key
    )`
}

/** Tells the subjects of codes apart. */
export function subjectKey({ appId, channel, purpose, address }: CodeSubject): string {
  return [appId, channel, purpose, address].join('\n')
}

/** Deletes codes whose time is over. */
export async function dropExpiredCodes(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('one_time_code').where('expires_at', '<=', nowMs).execute()
}

/** Condition on a row `c` of `one_time_code`. */
function ofSubject({ appId, channel, purpose, address }: CodeSubject): RawBuilder<unknown> {
  return sql`c.app_id = ${appId} and c.channel = ${channel} and c.purpose = ${purpose}
    and c.address = ${address}`
}
