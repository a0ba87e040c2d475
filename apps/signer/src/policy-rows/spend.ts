import type { RecordCipher, RecordPlace } from '@sallyport/crypto'
import { RowRefused } from '@sallyport/keyholder'
import { type Kysely, sql } from 'kysely'
import { type Reservation, walletScopeKey } from '../policy/count-request.js'
import { openJson, sealJson } from '../rows/row-versions.js'
import { addTo, heldBy, holdFor, keptOf, totalOf, type WindowRecord } from './spending-window.js'

/**
 * Tables of limits, in the schema of the signer. `spending_window` has one row for each limit and key: its record, sealed, has amounts by
 * slot of time and how often it was written. `spending` says which requests have taken what they ask.
 */
export const spendingTables = [
  `create table spending_window (
    limit_id text not null,
    scope_key text not null,
    record bytea,
    primary key (limit_id, scope_key)
  )`,
  `create table spending (
    wallet_id text not null,
    request text not null,
    at_ms bigint not null,
    record bytea not null,
    primary key (wallet_id, request)
  )`,
  'create index spending_at on spending (at_ms)',
] as const

/** A limit that a request would pass. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached'
  readonly limitId: string
  readonly asked: bigint
  readonly most: bigint
  readonly left: bigint

  constructor(of: { limitId: string; asked: bigint; most: bigint; left: bigint }) {
    super('A limit would be passed')
    this.limitId = of.limitId
    this.asked = of.asked
    this.most = of.most
    this.left = of.left
  }
}

/** A request that is about to be signed. */
export interface SpendingRequest {
  walletId: string
  /** Names what was authorized: the same request again takes nothing more. */
  request: Uint8Array
  reservations: readonly Reservation[]
  /**
   * Names the request and what is signed in its place with its nonce, of which one at most comes into a block: together they take
   * what the largest of them takes.
   */
  holder?: string | undefined
  /** Whether it is signed in the place of one that was, and takes what it takes more. */
  replaces?: boolean | undefined
}

/** A window that was written, and how often it was. */
export interface SpentWindow {
  place: string
  count: number
}

/** How often a process has seen each window written: one that was put back as it was before is refused. */
export interface Spent {
  /** @throws RowRefused when a window was written less often than the process has seen. */
  check(window: SpentWindow): void
  /** Call it when the writing is committed. */
  remember(window: SpentWindow): void
}

/** Most windows that a process remembers: those written last. */
const mostRemembered = 20_000

/** Creates what a process knows of spending: nothing. */
export function createSpent(): Spent {
  const counts = new Map<string, number>()
  return {
    check: ({ place, count }) => {
      if (count < (counts.get(place) ?? 0)) throw new RowRefused('spending_window')
    },
    remember: ({ place, count }) => {
      const newest = Math.max(count, counts.get(place) ?? 0)
      counts.delete(place)
      counts.set(place, newest)
      const [oldest] = counts.keys()
      if (counts.size > mostRemembered && oldest !== undefined) counts.delete(oldest)
    },
  }
}

interface SpendDeps<T> {
  db: Kysely<T>
  cipher: RecordCipher
  spent: Spent
  nowMs: number
}

/**
 * Takes what a request asks from its limits, in the caller's transaction, which also holds the wallet's row: what is signed is in the
 * same commit. Requests lock the windows that they take from in one order, so they wait for each other and never pass a limit
 * together.
 *
 * @returns What `spent.remember` wants to know once it is committed.
 * @throws LimitReached when one of them does not allow it; RowRefused. The caller rolls everything back.
 */
export async function reserveSpending<T>(
  { walletId, request, reservations, holder, replaces = false }: SpendingRequest,
  deps: SpendDeps<T>,
): Promise<SpentWindow[]> {
  const { db, cipher, nowMs } = deps
  if (reservations.length === 0) return []
  const digest = Buffer.from(request).toString('hex')
  const own = holder === undefined ? undefined : `${walletId}:${holder}`
  const isReplaced = replaces && own !== undefined
  if ((await wasTaken({ walletId, digest }, deps)) && !isReplaced) return []
  const windows = await lockWindows(reservations, deps)
  const written: SpentWindow[] = []
  for (const reservation of reservations) {
    const { limitId, scopeKey, windowMs, amount, most } = reservation
    const window = windows.get(keyOf(reservation)) ?? { count: 0, slots: {} }
    const kept = keptOf(window, { windowMs, nowMs })
    const total = totalOf(kept)
    // What was signed before it, or this: one of them comes into a block.
    const before = isReplaced ? heldBy(window, { holder: own, windowMs, nowMs }) : 0n
    const more = amount > before ? amount - before : 0n
    if (most !== null && total + more > most)
      throw new LimitReached({ limitId, asked: more, most, left: most - total })
    const slots = addTo(kept, { amount: more, windowMs, atMs: nowMs })
    const taken = { amount: String(before + more), lastMs: nowMs }
    const changed: WindowRecord = {
      ...{ count: window.count + 1, slots },
      ...(own !== undefined && { held: holdFor(window, { holder: own, taken }) }),
    }
    windows.set(keyOf(reservation), changed)
    const record = await sealJson(changed, placeOfWindow({ limitId, scopeKey }), cipher)
    await sql`update spending_window set record = ${record}
      where limit_id = ${limitId} and scope_key = ${scopeKey}`.execute(db)
    written.push({ place: keyOf(reservation), count: changed.count })
  }
  const place = placeOfSpending(walletId, digest)
  const record = await sealJson({ isTaken: true }, place, cipher)
  await sql`insert into spending (wallet_id, request, at_ms, record)
    values (${walletId}, ${digest}, ${String(nowMs)}::bigint, ${record})
    on conflict (wallet_id, request) do nothing`.execute(db)
  return written
}

/** What is left of limits, for a request that takes nothing. */
export async function readSpending<T, R extends Reservation>(
  reservations: readonly R[],
  { db, cipher, nowMs }: Pick<SpendDeps<T>, 'db' | 'cipher' | 'nowMs'>,
): Promise<(R & { taken: bigint })[]> {
  const taken: (R & { taken: bigint })[] = []
  for (const each of reservations) {
    const { limitId, scopeKey, windowMs } = each
    const { rows } = await sql<{ record: Buffer | null }>`select record from spending_window
      where limit_id = ${limitId} and scope_key = ${scopeKey}`.execute(db)
    const record = rows[0]?.record
    const window = record
      ? await openJson<WindowRecord>(record, placeOfWindow({ limitId, scopeKey }), cipher)
      : { slots: {} }
    taken.push({ ...each, taken: totalOf(keptOf(window, { windowMs, nowMs })) })
  }
  return taken
}

/** Forgets which requests have taken what, once no window counts them. */
export async function forgetSpending<T>(
  { db, nowMs }: Pick<SpendDeps<T>, 'db' | 'nowMs'>,
  longestMs: number,
): Promise<void> {
  await sql`delete from spending where at_ms < ${String(nowMs - longestMs)}::bigint`.execute(db)
}

/** Forgets what wallets that are deleted have taken from limits of their own. */
export async function forgetWallets<T>(
  walletIds: readonly string[],
  { db }: Pick<SpendDeps<T>, 'db'>,
): Promise<void> {
  const scopeKeys = walletIds.map(walletScopeKey)
  await sql`delete from spending_window where scope_key = any(${scopeKeys}::text[])`.execute(db)
  await sql`delete from spending where wallet_id = any(${walletIds}::text[])`.execute(db)
}

async function wasTaken<T>(
  { walletId, digest }: { walletId: string; digest: string },
  { db, cipher }: SpendDeps<T>,
): Promise<boolean> {
  const { rows } = await sql<{ record: Buffer }>`select record from spending
    where wallet_id = ${walletId} and request = ${digest}`.execute(db)
  const [row] = rows
  if (!row) return false
  // A row that the signer did not write would let the request go uncounted.
  await openJson(row.record, placeOfSpending(walletId, digest), cipher)
  return true
}

async function lockWindows<T>(
  reservations: readonly Reservation[],
  { db, cipher, spent }: SpendDeps<T>,
): Promise<Map<string, WindowRecord>> {
  const limitIds = reservations.map(({ limitId }) => limitId)
  const scopeKeys = reservations.map(({ scopeKey }) => scopeKey)
  // In one order everywhere: two requests with two limits never wait for each other.
  await sql`insert into spending_window (limit_id, scope_key)
    select distinct limit_id, scope_key from unnest(${limitIds}::text[], ${scopeKeys}::text[]) as asked (limit_id, scope_key)
    order by limit_id, scope_key on conflict do nothing`.execute(db)
  const { rows } = await sql<{ limit_id: string; scope_key: string; record: Buffer | null }>`
    select limit_id, scope_key, record from spending_window
    where (limit_id, scope_key) in (select * from unnest(${limitIds}::text[], ${scopeKeys}::text[]))
    order by limit_id, scope_key for update`.execute(db)
  const windows = new Map<string, WindowRecord>()
  for (const { limit_id: limitId, scope_key: scopeKey, record } of rows) {
    const named = { limitId, scopeKey }
    const window = record
      ? await openJson<WindowRecord>(record, placeOfWindow(named), cipher)
      : { count: 0, slots: {} }
    spent.check({ place: keyOf(named), count: window.count })
    windows.set(keyOf(named), window)
  }
  return windows
}

type Named = Pick<Reservation, 'limitId' | 'scopeKey'>

/** Where a window's record is. */
export function placeOfWindow({ limitId, scopeKey }: Named): RecordPlace {
  return { table: 'spending_window', column: 'record', row: [limitId, scopeKey] }
}

/** Where it is kept that a request (in hex) has taken what it asks. */
export function placeOfSpending(walletId: string, request: string): RecordPlace {
  return { table: 'spending', column: 'record', row: [walletId, request] }
}

function keyOf({ limitId, scopeKey }: Named): string {
  return `${limitId}\n${scopeKey}`
}
