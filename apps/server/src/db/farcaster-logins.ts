import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'

/** The browser that a login belongs to: by its flow cookie, or without one by its network. Null: of a back end. */
interface FarcasterCaller {
  flowHash: Uint8Array | null
  networkHash: Uint8Array | null
}

/** A login that has begun. */
interface NewFarcasterLogin extends FarcasterCaller {
  appId: string
  nonce: string
  /** Of the channel's token; null for a login without a channel. */
  channelHash: Uint8Array | null
  nowMs: number
  expiresAtMs: number
}

/** What the relay says of a finished login. */
export interface FarcasterAnswer {
  message: string
  signature: string
  fid: number
  username: string
  display_name: string
  bio: string
  pfp_url: string
  /** Ethereum addresses that the profile names; absent in answers of earlier versions. */
  verifications?: readonly string[]
}

/** Stores a login that has begun. */
export async function storeFarcasterLogin(db: Db, input: NewFarcasterLogin): Promise<void> {
  await db
    .insertInto('farcaster_login')
    .values({
      app_id: input.appId,
      nonce: input.nonce,
      channel_hash: toBuffer(input.channelHash),
      flow_hash: toBuffer(input.flowHash),
      network_hash: toBuffer(input.networkHash),
      answer: null,
      used_at: null,
      created_at: input.nowMs,
      expires_at: input.expiresAtMs,
    })
    .execute()
}

/** Finds a login of the caller. */
export interface FarcasterLookup extends FarcasterCaller {
  appId: string
  channelHash: Uint8Array | null
  nowMs: number
}

/** A login, and what the relay said of it. */
interface FoundLogin {
  app_id: string
  nonce: string
  answer: FarcasterAnswer | null
  /** See `authenticRows.farcasterAnswer`. */
  answer_mac: Buffer | null
}

/** The login of a channel, if it is the caller's (FAR-04) and its time is not over. */
export async function findFarcasterLogin(
  db: Db,
  lookup: FarcasterLookup,
): Promise<FoundLogin | undefined> {
  const { rows } = await sql<FoundLogin>`
    select f.app_id, f.nonce, f.answer, f.answer_mac from farcaster_login f where ${isCallers(lookup)}`.execute(
    db,
  )
  return rows[0]
}

/** Keeps the relay's answer, which it gives once. */
export async function keepFarcasterAnswer(
  db: Db,
  {
    appId,
    nonce,
    answer,
    mac,
  }: { appId: string; nonce: string; answer: FarcasterAnswer; mac: Buffer },
): Promise<void> {
  await db
    .updateTable('farcaster_login')
    .set({ answer: JSON.stringify(answer), answer_mac: mac })
    .where('app_id', '=', appId)
    .where('nonce', '=', nonce)
    .execute()
}

/**
 * Tables of a statement that use up a login's nonce, to be used with `deadlineCte`; one of them is `proof` with the row
 * (`place` 1, `proven boolean`).
 */
export function redeemFarcasterCtes(
  attempt: FarcasterLookup & { nonce: string },
): RawBuilder<unknown> {
  return sql`
    used as (
      update farcaster_login f set used_at = ${attempt.nowMs}::bigint
      where ${isCallers(attempt)} and f.nonce = ${attempt.nonce} and f.used_at is null
        and (select in_time from deadline)
      returning f.nonce
    ), proof as materialized (
      select 1 as place, exists (select from used) as proven
    )`
}

/** Deletes logins whose time is over. */
export async function dropExpiredFarcasterLogins(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('farcaster_login').where('expires_at', '<=', nowMs).execute()
}

/** Condition on a row `f`: with a flow cookie only that browser's login, without one those of the same network. */
function isCallers(lookup: FarcasterLookup): RawBuilder<unknown> {
  const { appId, nowMs } = lookup
  const [flowHash, networkHash] = [toBuffer(lookup.flowHash), toBuffer(lookup.networkHash)]
  return sql`f.app_id = ${appId} and f.expires_at > ${nowMs}::bigint
    and f.channel_hash is not distinct from ${toBuffer(lookup.channelHash)}::bytea
    and case when f.network_hash is null then true
      when ${flowHash}::bytea is not null then f.flow_hash = ${flowHash}::bytea
      else f.network_hash = ${networkHash}::bytea end`
}

function toBuffer(bytes: Uint8Array | null): Buffer | null {
  return bytes === null ? null : Buffer.from(bytes)
}
