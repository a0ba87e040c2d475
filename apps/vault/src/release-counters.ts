import { createHmac } from 'node:crypto'
import { deriveKey } from '@sallyport/crypto'
import { RowRefused } from '@sallyport/keyholder'
import { sql } from 'kysely'
import type { VaultDatabase } from './database.js'
import { isSame } from './factors/totp.js'

/** The longest time that a limit looks back: what is older has no effect. */
const longestWindowMs = 86_400_000

/** Times of what was counted for one subject, as its row has them. */
export interface CounterRow {
  subject: string
  /** Grows with each write. */
  version: number
  atMs: readonly number[]
}

/** A counter that was written. */
export type Counted = Pick<CounterRow, 'subject' | 'version'> & { nowMs: number }

/**
 * Tells whether a counter's row is the one that the vault wrote last (T-29). The MAC shows that the vault wrote it, and for this
 * subject. That it is not an earlier one, and not gone, the vault knows by what it has counted in the last day.
 */
export interface ReleaseCounters {
  macOf(row: CounterRow): string
  /** @throws RowRefused when the row was removed, changed, or put back as it was before. */
  check(subject: string, row: (CounterRow & { mac: string }) | undefined, nowMs: number): void
  /** Remembers what a transaction has written; call it when that is committed. */
  remember(counted: Counted): void
  /** Forgets subjects whose rows the vault has deleted. */
  forget(prefix: string): void
}

/** @param secret of the vault, which no database has in clear. */
export function createReleaseCounters(secret: Uint8Array): ReleaseCounters {
  const key = deriveKey({ secret, info: 'sallyport/vault/release-log/v1' })
  const known = new Map<string, { version: number; atMs: number }>()
  let prunedAtMs = 0

  const macOf = ({ subject, version, atMs }: CounterRow) =>
    createHmac('sha256', key)
      .update(JSON.stringify([subject, version, atMs]))
      .digest('base64url')
  return {
    macOf,
    check: (subject, row, nowMs) => {
      if (row !== undefined && !isSame(macOf(row), row.mac)) throw new RowRefused('release_log')
      const last = known.get(subject)
      if (last === undefined || last.atMs <= nowMs - longestWindowMs) return
      if (row === undefined || row.version < last.version) throw new RowRefused('release_log')
    },
    remember: ({ subject, version, nowMs }) => {
      const last = known.get(subject)
      if (last === undefined || version > last.version) known.set(subject, { version, atMs: nowMs })
      if (nowMs - prunedAtMs < longestWindowMs / 24) return
      prunedAtMs = nowMs
      for (const [each, { atMs }] of known) {
        if (atMs <= nowMs - longestWindowMs) known.delete(each)
      }
    },
    forget: (prefix) => {
      for (const subject of known.keys()) if (subject.startsWith(prefix)) known.delete(subject)
    },
  }
}

/** Remembers what was counted in the last day before a start, so that it is missed when it is gone. */
export async function rememberStored(
  counters: ReleaseCounters,
  { db, nowMs }: { db: VaultDatabase; nowMs: number },
): Promise<void> {
  const { rows } = await sql<{ subject: string; version: string; last: string }>`
    select subject, version, at_ms[cardinality(at_ms)] as last from release_log
    where at_ms[cardinality(at_ms)] > ${nowMs - longestWindowMs}::bigint`.execute(db)
  for (const { subject, version, last } of rows) {
    counters.remember({ subject, version: Number(version), nowMs: Number(last) })
  }
}
