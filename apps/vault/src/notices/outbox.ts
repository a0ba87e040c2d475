import { randomUUID } from 'node:crypto'
import type { RecordPlace } from '@sallyport/crypto'
import { sql } from 'kysely'
import type { VaultDatabase } from '../database.js'
import type { FactorDeps } from '../factors/factor-deps.js'
import { openJson, sealJson } from '../factors/factor-store.js'
import type { NoticeEvent } from './notice-texts.js'

/** A mail that is to be sent to one address. */
export interface Notice {
  to: string
  appName: string
  event: NoticeEvent
}

/** A notice as it is stored. */
interface NoticeRow {
  id: string
  record: Buffer
  next_at_ms: string
}

/** A notice that is sent now. */
export interface DueNotice {
  id: string
  record: Buffer
  /** Counting this one. */
  attempts: number
}

const minuteMs = 60_000
const longestWaitMs = 6 * 60 * minuteMs
/** A notice is tried for about two days. */
export const mostAttempts = 12

/** Seals a notice for each address. Nothing is stored yet; a vault that sends no mail makes none. */
export async function writeNotices(
  { event, appName, to }: Omit<Notice, 'to'> & { to: readonly string[] },
  { cipher, config }: Pick<FactorDeps, 'cipher' | 'config'>,
): Promise<NoticeRow[]> {
  if (config.mail === undefined) return []
  return Promise.all(
    to.map(async (address) => {
      const id = randomUUID()
      const notice: Notice = { to: address, appName, event }
      const record = await sealJson(notice, { place: placeOfNotice(id), cipher })
      return { id, record, next_at_ms: String(event.atMs) }
    }),
  )
}

/** Puts notices into the outbox. Pass the transaction of what they tell: neither exists without the other. */
export async function insertNotices(
  rows: readonly NoticeRow[],
  transaction: VaultDatabase,
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => ({ ...row, attempts: 0 }))
  await transaction.insertInto('notice').values(values).execute()
}

/** Takes notices that are due, in one statement: of several vaults one gets each. The next attempt is after 1, 2, 4 … minutes. */
export async function claimNotices(
  db: VaultDatabase,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    update notice n set attempts = n.attempts + 1,
      next_at_ms = ${nowMs}::bigint + least(${minuteMs}::bigint * (2 ^ n.attempts)::bigint, ${longestWaitMs}::bigint)
    where n.id in (
      select d.id from notice d where d.next_at_ms <= ${nowMs}::bigint
      order by d.next_at_ms limit ${limit} for update skip locked
    )
    returning n.id, n.record, n.attempts`.execute(db)
  return rows
}

/** Reads a notice. @throws RowRefused when the vault did not write it. */
export function openNotice(
  { id, record }: DueNotice,
  { cipher }: Pick<FactorDeps, 'cipher'>,
): Promise<Notice> {
  return openJson<Notice>(record, { place: placeOfNotice(id), cipher })
}

/** Forgets a notice that was sent or given up, and the address with it. */
export async function removeNotice(db: VaultDatabase, id: string): Promise<void> {
  await db.deleteFrom('notice').where('id', '=', id).execute()
}

/** Where a notice is. */
export function placeOfNotice(id: string): RecordPlace {
  return { table: 'notice', column: 'record', row: [id] }
}
