import type { RecordCipher } from '@sallyport/crypto'
import { type Kysely, sql } from 'kysely'
import { consentLimitId } from '../policy/consent-policy.js'
import { walletScopeKey } from '../policy/count-request.js'
import { sealJson } from '../rows/row-versions.js'
import { placeOfSpending, placeOfWindow } from './spend.js'
import { addTo, type Taken, type WindowRecord } from './spending-window.js'

const dayMs = 86_400_000

interface Reserved {
  subject: string
  request: Buffer
  asset: string
  amount: string
  at_ms: string
}

/**
 * Counts on what consents have reserved in the last day, in the sealed rows of limits: before, it was in rows of a table `reservation`
 * without a seal. A request of that day that is asked for again takes nothing more.
 */
export async function countReservations({
  db,
  cipher,
  nowMs,
}: {
  db: Kysely<unknown>
  cipher: RecordCipher
  nowMs: number
}): Promise<void> {
  const { rows } = await sql<Reserved>`select subject, request, asset, amount::text, at_ms
    from reservation where at_ms > ${String(nowMs - dayMs)}::bigint order by at_ms`.execute(db)
  const windows = new Map<
    string,
    { limitId: string; scopeKey: string; slots: Record<string, Taken> }
  >()
  for (const { subject, asset, amount, at_ms: at } of rows) {
    const named = { limitId: consentLimitId(asset), scopeKey: walletScopeKey(subject) }
    const key = `${named.limitId} ${named.scopeKey}`
    const taken = { amount: BigInt(amount), windowMs: dayMs, atMs: Number(at) }
    windows.set(key, { ...named, slots: addTo(windows.get(key)?.slots ?? {}, taken) })
  }
  for (const { limitId, scopeKey, slots } of windows.values()) {
    const window: WindowRecord = { count: 1, slots }
    const record = await sealJson(window, placeOfWindow({ limitId, scopeKey }), cipher)
    await sql`insert into spending_window (limit_id, scope_key, record)
      values (${limitId}, ${scopeKey}, ${record})`.execute(db)
  }
  for (const { subject, request, at_ms: at } of rows) {
    const digest = request.toString('hex')
    const record = await sealJson({ isTaken: true }, placeOfSpending(subject, digest), cipher)
    await sql`insert into spending (wallet_id, request, at_ms, record)
      values (${subject}, ${digest}, ${at}::bigint, ${record}) on conflict do nothing`.execute(db)
  }
}
