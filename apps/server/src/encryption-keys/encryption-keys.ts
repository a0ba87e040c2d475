import { recordEvent } from '../audit/record-event.js'
import type { Db } from '../db/connect.js'
import type { Clock } from '../ports/clock.js'
import { type KeyEncryption, type KeyLists, keyIdOfKey } from '../ports/key-encryption.js'
import { countUses, type Use } from './count-uses.js'
import { renewRowMacs } from './remac-rows.js'
import { type Pass, resealColumns } from './reseal.js'

/** What the commands of the key-encryption keys need. */
export interface EncryptionKeyDeps {
  db: Db
  keyEncryption: KeyEncryption
  keks: KeyLists
  clock: Clock
}

/** A key-encryption key as an operator sees it, never the key. */
interface KeyReport {
  id: string
  setting: 'SALLYPORT_KEK' | 'SALLYPORT_TOKEN_KEK'
  use: 'newest' | 'older'
  /** Rows under the key, alone or together with one of the other setting, by their kind. */
  rows: Record<string, number>
}

interface EncryptionKeyList {
  keys: KeyReport[]
  /** Rows whose key is not set, or that are from before rows named their keys. */
  unnamed: Record<string, number>
}

/** Which rows each key-encryption key of the API seals or vouches for. */
export async function listEncryptionKeys(deps: EncryptionKeyDeps): Promise<EncryptionKeyList> {
  const { keks, clock } = deps
  const uses = await countUses(deps.db, { ...deps, nowMs: clock.nowMs() })
  const shares = keks.shares.map((key, place) =>
    report('SALLYPORT_KEK', { key, place, uses: usesOf(uses, 'shares', { place, keks }) }),
  )
  const tokens = keks.tokens.map((key, place) =>
    report('SALLYPORT_TOKEN_KEK', { key, place, uses: usesOf(uses, 'tokens', { place, keks }) }),
  )
  const unnamed = sum(uses.filter(({ place }) => place === undefined))
  return { keys: [...shares, ...tokens], unnamed }
}

/**
 * Moves everything that is under an older key to the newest of its list. It may run beside servers that have both keys, and be
 * repeated.
 */
export async function renewUnderNewestKeys(
  deps: EncryptionKeyDeps,
): Promise<{ passes: Record<string, Pass> } & EncryptionKeyList> {
  const { db, keyEncryption, clock } = deps
  const passes = {
    ...(await resealColumns(db, keyEncryption)),
    ...(await renewRowMacs(db, keyEncryption)),
  }
  await recordForEachApp(db, clock.nowMs())
  return { passes, ...(await listEncryptionKeys(deps)) }
}

/**
 * Tells whether a key can be taken out of its setting.
 *
 * @throws Error while a row names the key, when it is the newest, and when no such key is set.
 */
export async function checkUnused(
  deps: EncryptionKeyDeps,
  id: string,
): Promise<{ id: string; remove: string }> {
  const { keys, unnamed } = await listEncryptionKeys(deps)
  const named = keys.filter((key) => key.id === id)
  const older = named.find(({ use }) => use === 'older')
  if (older === undefined) {
    const why =
      named.length > 0 ? 'is the newest of its setting: put a newer one before it' : 'is not set'
    throw new Error(`The key-encryption key ${id} ${why}.`)
  }
  const left = { ...older.rows, ...unnamed }
  if (Object.keys(left).length > 0) {
    throw new Error(
      `The key-encryption key ${id} is in use (${describe(left)}): run keys rotate encryption-keys. Tokens and guests move when they are used next.`,
    )
  }
  return { id, remove: `Remove it from ${older.setting} and restart every server.` }
}

/** Rows under the key at a place of one list; those under both kinds of keys count for each. */
function usesOf(
  uses: readonly Use[],
  ring: 'shares' | 'tokens',
  { place, keks }: { place: number; keks: KeyLists },
): Use[] {
  const count = keks.shares.length
  return uses.filter((use) => {
    if (use.place === undefined) return false
    if (use.ring === ring) return use.place === place
    if (use.ring !== 'logins') return false
    // In the order of `aesKeyEncryption`: for each token key every share key.
    return place === (ring === 'shares' ? use.place % count : Math.floor(use.place / count))
  })
}

function report(
  setting: KeyReport['setting'],
  { key, place, uses }: { key: Uint8Array; place: number; uses: Use[] },
): KeyReport {
  return { id: keyIdOfKey(key), setting, use: place === 0 ? 'newest' : 'older', rows: sum(uses) }
}

function sum(uses: readonly Use[]): Record<string, number> {
  const rows: Record<string, number> = {}
  for (const use of uses) rows[use.rows] = (rows[use.rows] ?? 0) + use.count
  return rows
}

function describe(rows: Record<string, number>): string {
  return Object.entries(rows)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ')
}

/** The newest place of each app's audit chain is under the newest key from now on, too. */
async function recordForEachApp(db: Db, nowMs: number): Promise<void> {
  const apps = await db.selectFrom('app').select('id').execute()
  const data = { change: 'encryption_keys_rotated', by: 'operator' } as const
  for (const { id: appId } of apps) {
    await recordEvent(db, { kind: 'keys_changed', appId, userId: undefined, data, nowMs })
  }
}
