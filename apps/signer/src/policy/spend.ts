import { type Kysely, sql } from 'kysely'
import type { Reservation } from './limits.js'

/** A window has so many slots: an amount counts for the window and at most one slot longer. */
const slots = 60

/**
 * Tables of limits, in the schema of the signer. `spending_window` has one row for each limit and key, with amounts by slot of time:
 * one row is what makes a reservation one conditional statement. `spending` says what each request has taken.
 */
export const spendingTables = [
  `create table spending_window (
    limit_id text not null,
    scope_key text not null,
    slots jsonb not null,
    primary key (limit_id, scope_key)
  )`,
  `create table spending (
    wallet_id text not null,
    request bytea not null,
    limit_id text not null,
    scope_key text not null,
    slot bigint not null,
    amount numeric not null,
    primary key (wallet_id, request, limit_id, scope_key)
  )`,
] as const

/** A limit that a request would pass. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached'
  readonly limitId: string
  readonly asked: bigint
  readonly most: bigint
  readonly left: bigint

  constructor({
    limitId,
    asked,
    most,
    left,
  }: { limitId: string; asked: bigint; most: bigint; left: bigint }) {
    super('A limit would be passed')
    this.limitId = limitId
    this.asked = asked
    this.most = most
    this.left = left
  }
}

/** A request that is about to be signed. */
export interface SpendingRequest {
  walletId: string
  /** Hash of what was authorized: the same request again takes nothing more. */
  request: Uint8Array
  reservations: readonly Reservation[]
}

/**
 * Takes what a request asks from its limits, in the caller's transaction, which also holds the wallet's row: what is signed is in the
 * same commit. Each limit is one conditional statement on one row, so requests that run at once wait for each other and never
 * pass it together.
 *
 * @throws LimitReached when one of them does not allow it; the caller rolls everything back.
 */
export async function reserveSpending<T>(
  db: Kysely<T>,
  { walletId, request, reservations }: SpendingRequest,
  nowMs: number,
): Promise<void> {
  const digest = Buffer.from(request)
  const known = await sql`select from spending
    where wallet_id = ${walletId} and request = ${digest} limit 1`.execute(db)
  if (known.rows.length > 0) return
  // In one order everywhere: two requests with two limits never wait for each other.
  const ordered = [...reservations].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  for (const reservation of ordered) {
    const slot = slotAt(nowMs, reservation.windowMs)
    const isTaken = await take(db, { walletId, digest, reservation, slot })
    if (!isTaken) throw await reached(db, reservation, slot)
  }
}

/** The one conditional statement. The condition is checked on the newest row, which is locked. */
async function take<T>(
  db: Kysely<T>,
  {
    walletId,
    digest,
    reservation,
    slot,
  }: { walletId: string; digest: Buffer; reservation: Reservation; slot: bigint },
): Promise<boolean> {
  const { limitId, scopeKey } = reservation
  const amount = sql`${String(reservation.amount)}::numeric`
  const most = sql`${reservation.most === null ? null : String(reservation.most)}::numeric`
  const oldest = sql`${oldestOf(slot)}::bigint`
  const { rows } = await sql`
    with taken as (
      insert into spending_window as w (limit_id, scope_key, slots)
      select ${limitId}, ${scopeKey}, jsonb_build_object(${String(slot)}::text, ${amount}::text)
      -- An empty window is checked here, one with amounts below.
      where ${most} is null or ${amount} <= ${most}
      on conflict (limit_id, scope_key) do update set slots = (
        select jsonb_object_agg(slot, total::text) from (
          select slot, sum(taken) as total from (
            select key as slot, value::numeric as taken from jsonb_each_text(w.slots)
              where key::bigint >= ${oldest}
            union all select ${String(slot)}::text, ${amount}
          ) each group by slot
        ) kept)
      where ${most} is null or (
        select coalesce(sum(value::numeric), 0) from jsonb_each_text(w.slots)
          where key::bigint >= ${oldest}
      ) + ${amount} <= ${most}
      returning limit_id, scope_key
    )
    insert into spending (wallet_id, request, limit_id, scope_key, slot, amount)
    select ${walletId}, ${digest}, limit_id, scope_key, ${slot}::bigint, ${amount} from taken
    returning 1`.execute(db)
  return rows.length > 0
}

async function reached<T>(
  db: Kysely<T>,
  { limitId, scopeKey, amount, most }: Reservation,
  slot: bigint,
): Promise<LimitReached> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(value::numeric), 0)::text as total
    from spending_window, jsonb_each_text(slots)
    where limit_id = ${limitId} and scope_key = ${scopeKey} and key::bigint >= ${oldestOf(slot)}::bigint`.execute(
    db,
  )
  const highest = most ?? 0n
  return new LimitReached({
    limitId,
    asked: amount,
    most: highest,
    left: highest - BigInt(rows[0]?.total ?? '0'),
  })
}

/**
 * Gives back what a request took, once it is proven that nothing happened: it was refused before it was signed, or its nonce was
 * used by another transaction that is final.
 */
export async function giveBackSpending<T>(
  db: Kysely<T>,
  { walletId, request }: Pick<SpendingRequest, 'walletId' | 'request'>,
): Promise<void> {
  await sql`
    with gone as (
      delete from spending where wallet_id = ${walletId} and request = ${Buffer.from(request)}
      returning limit_id, scope_key, slot, amount
    )
    update spending_window w set slots = jsonb_set(w.slots, array[gone.slot::text],
      to_jsonb(((w.slots ->> gone.slot::text)::numeric - gone.amount)::text))
    from gone
    where w.limit_id = gone.limit_id and w.scope_key = gone.scope_key and w.slots ? gone.slot::text`.execute(
    db,
  )
}

function placeOf({ limitId, scopeKey }: Reservation): string {
  return `${limitId}\n${scopeKey}`
}

function slotAt(nowMs: number, windowMs: number): bigint {
  return BigInt(Math.floor(nowMs / slotMs(windowMs)))
}

function slotMs(windowMs: number): number {
  return Math.ceil(windowMs / slots)
}

/** The oldest slot that still counts: one that began at most a window and a slot ago. */
function oldestOf(slot: bigint): bigint {
  return slot - BigInt(slots)
}
