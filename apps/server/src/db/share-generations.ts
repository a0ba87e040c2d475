import { type Selectable, sql } from 'kysely'
import type { SessionCheck } from '../session/check.js'
import type { Db } from './connect.js'
import type { ShareGenerationTable } from './custody-tables.js'
import { openSessionColumns, type SessionFacts } from './open-session.js'
import type { OwnerKey, RootKey } from './wallet-roots.js'

/** A generation of an owner's root. */
export interface GenerationKey extends RootKey {
  generationId: string
}

/** The shares of one device, ready to be kept. */
export interface NewGeneration extends GenerationKey {
  devicePublicKey: Uint8Array
  /** Already encrypted. */
  authShare: Uint8Array
  encryptedRecoveryShare: Uint8Array
  recoveryKeyId: string
  recovery: { method: string; locator: string | null }
  hashes: { device: Uint8Array; auth: Uint8Array; recovery: Uint8Array }
  /** See `authenticRows.shareGeneration`. */
  mac: Buffer
  nowMs: number
}

const hourMs = 3_600_000

/** Adds an unconfirmed generation, vouched for by its root's key, unless it is there. */
export async function insertGeneration(db: Db, row: NewGeneration): Promise<void> {
  await db
    .insertInto('share_generation')
    .values({
      app_id: row.appId,
      user_id: row.userId,
      wallet_id: row.walletId,
      generation_id: row.generationId,
      state: 'stored',
      device_public_key: Buffer.from(row.devicePublicKey),
      auth_share: Buffer.from(row.authShare),
      encrypted_recovery_share: Buffer.from(row.encryptedRecoveryShare),
      device_hash: Buffer.from(row.hashes.device),
      auth_hash: Buffer.from(row.hashes.auth),
      recovery_hash: Buffer.from(row.hashes.recovery),
      created_at: row.nowMs,
      last_used_at: row.nowMs,
      revoked_at: null,
      vouched: true,
      recovery_key_id: row.recoveryKeyId,
      recovery_method: row.recovery.method,
      recovery_locator: row.recovery.locator,
      recovery_read_back: true,
      mac: row.mac,
    })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'user_id', 'wallet_id', 'generation_id']).doNothing(),
    )
    .execute()
}

/** A generation with its root's state, and whether the owner has another active root. */
export type GenerationRecord = Omit<
  Selectable<ShareGenerationTable>,
  'app_id' | 'user_id' | 'wallet_id'
> & {
  root_state: 'stored' | 'active' | 'abandoned'
  imported: boolean
  has_other_root: boolean
}

/** A generation of the owner, for storing it again or confirming it. */
export async function readGeneration(
  db: Db,
  key: GenerationKey,
): Promise<GenerationRecord | undefined> {
  const { rows } = await sql<GenerationRecord>`
    select g.*, r.state as root_state, r.imported, exists (
      select from wallet_root o
      where o.app_id = r.app_id and o.user_id = r.user_id and o.state = 'active'
        and not o.imported and o.wallet_id <> r.wallet_id
    ) as has_other_root
    from share_generation g
    join wallet_root r using (app_id, user_id, wallet_id)
    where g.app_id = ${key.appId} and g.user_id = ${key.userId}
      and g.wallet_id = ${key.walletId} and g.generation_id = ${key.generationId}`.execute(db)
  return rows[0]
}

/** What a device's daily request needs. */
interface UsedGeneration
  extends Pick<
    Selectable<ShareGenerationTable>,
    | 'device_public_key'
    | 'auth_share'
    | 'session_id'
    | 'ended_at'
    | 'mac'
    | 'recovery_method'
    | 'recovery_locator'
  > {
  /** `null`: the owner has no such generation. */
  state: ShareGenerationTable['state'] | null
}

/**
 * A generation for the session that asks; its last use is noted once an hour. All in one statement, so that no share
 * is answered to a session that was ended before: the caller judges the facts by `session`.
 *
 * @returns `undefined` when the session is not open or not the owner's.
 */
export async function useGeneration(
  db: Db,
  key: GenerationKey & { session: Pick<SessionCheck, 'table'>; nowMs: number },
): Promise<(UsedGeneration & SessionFacts) | undefined> {
  const { rows } = await sql<UsedGeneration & SessionFacts>`
    with ${key.session.table()}, noted as (
      update share_generation g set last_used_at = ${key.nowMs} from open_session
      where g.app_id = open_session.app_id and g.user_id = open_session.user_id
        and g.wallet_id = ${key.walletId} and g.generation_id = ${key.generationId}
        and g.last_used_at < ${key.nowMs - hourMs}
    )
    select ${openSessionColumns}, g.state, g.device_public_key, g.auth_share, g.session_id,
      g.ended_at, g.mac, g.recovery_method, g.recovery_locator
    from open_session left join share_generation g
      on g.app_id = open_session.app_id and g.user_id = open_session.user_id
        and g.wallet_id = ${key.walletId} and g.generation_id = ${key.generationId}`.execute(db)
  return rows[0]
}

/**
 * Notes which session uses a generation, and that the share of an unconfirmed one was answered. There is no query when
 * neither is new.
 */
export async function noteUse(
  db: Db,
  generation: GenerationKey & {
    state: ShareGenerationTable['state']
    sessionId: string
    lastSessionId: string | null
  },
): Promise<void> {
  const isUnconfirmed = generation.state === 'stored'
  if (!isUnconfirmed && generation.lastSessionId === generation.sessionId) return
  await db
    .updateTable('share_generation')
    .set({ session_id: generation.sessionId, ...(isUnconfirmed && { auth_read_back: true }) })
    .where('app_id', '=', generation.appId)
    .where('user_id', '=', generation.userId)
    .where('wallet_id', '=', generation.walletId)
    .where('generation_id', '=', generation.generationId)
    .execute()
}

/**
 * The generation to recover from: the named one whatever its state, else an active one with the root's recovery method. At first that is the one used
 * last; when some were tried and excluded, the one that made the root active: it is known to restore it.
 */
export async function findRecoverable(
  db: Db,
  key: RootKey & {
    generationId: string | undefined
    excluding: readonly string[]
    recovery: { method: string; locator: string | null }
  },
): Promise<
  | Pick<
      ShareGenerationTable,
      | 'generation_id'
      | 'state'
      | 'auth_share'
      | 'encrypted_recovery_share'
      | 'recovery_key_id'
      | 'recovery_method'
      | 'recovery_locator'
    >
  | undefined
> {
  const live = db
    .selectFrom('share_generation')
    .select([
      'generation_id',
      'state',
      'auth_share',
      'encrypted_recovery_share',
      'recovery_key_id',
      'recovery_method',
      'recovery_locator',
    ])
    .where('app_id', '=', key.appId)
    .where('user_id', '=', key.userId)
    .where('wallet_id', '=', key.walletId)
  const { generationId, excluding } = key
  if (generationId !== undefined) {
    return live.where('generation_id', '=', generationId).executeTakeFirst()
  }
  const { method, locator } = key.recovery
  const active = live
    .where('state', '=', 'active')
    .where('recovery_method', '=', method)
    .where(sql<boolean>`recovery_locator is not distinct from ${locator}`)
  const candidates =
    excluding.length === 0
      ? active
      : active.where('generation_id', 'not in', excluding).orderBy('confirmed_root', 'desc')
  return candidates
    .orderBy('vouched', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('generation_id')
    .executeTakeFirst()
}

/** Makes a stored generation of an active root active; false when it was revoked meanwhile. */
export async function activateGeneration(
  db: Db,
  key: GenerationKey & { nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    update share_generation
    set state = 'active', last_used_at = case when state = 'stored' then ${key.nowMs}::bigint
      else last_used_at end
    where app_id = ${key.appId} and user_id = ${key.userId} and wallet_id = ${key.walletId}
      and generation_id = ${key.generationId} and state in ('stored', 'active')
    returning generation_id`.execute(db)
  return rows.length === 1
}

/**
 * Keeps the `keep` generations of a user's root that matter most: the one that made the root active before all, then
 * vouched ones, then active before stored, then those that were not ended, then the last used. The others are revoked: they are answered no more, and
 * their shares stay until `dropRevokedShares`.
 *
 * @returns the ids of those that were revoked.
 */
export async function revokeOldest(
  db: Db,
  key: OwnerKey & { walletId: string; sparing: string; keep: number; nowMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ generation_id: string }>`
    update share_generation g
    set state = 'revoked', revoked_at = ${key.nowMs}, mac = null
    where g.app_id = ${key.appId} and g.user_id = ${key.userId} and g.wallet_id = ${key.walletId}
      and g.generation_id in (
        select l.generation_id from share_generation l
        where l.app_id = ${key.appId} and l.user_id = ${key.userId}
          and l.wallet_id = ${key.walletId} and l.state <> 'revoked'
          and l.generation_id <> ${key.sparing}
        order by l.confirmed_root desc, (l.vouched and l.state = 'active') desc,
          (l.state = 'active') desc, (l.ended_at is null) desc, l.last_used_at desc, l.generation_id
        offset ${key.keep - 1}
      )
    returning g.generation_id`.execute(db)
  return rows.map(({ generation_id }) => generation_id)
}

/**
 * Ends the devices that last used their shares in one of these sessions. Their shares stay: the wallet can be restored from
 * them, and the last one of a user must not be lost by this. Their `mac` goes, so that a device whose end is undone in the
 * database stays refused (P5).
 *
 * @returns the generations that were ended now.
 */
export async function endDevices(
  db: Db,
  { appId, userId, sessionIds, nowMs }: OwnerKey & { sessionIds: readonly string[]; nowMs: number },
): Promise<Pick<ShareGenerationTable, 'wallet_id' | 'generation_id'>[]> {
  if (sessionIds.length === 0) return []
  return db
    .updateTable('share_generation')
    .set({ ended_at: nowMs, mac: null })
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .where('ended_at', 'is', null)
    .where('session_id', 'in', sessionIds)
    .returning(['wallet_id', 'generation_id'])
    .execute()
}

/** How long the shares of a revoked device stay: what was revoked by mistake or malice can be put right. */
const revokedSharesMs = 30 * 86_400_000

/** Deletes the shares of devices revoked more than 30 days ago. */
export async function dropRevokedShares(db: Db, nowMs: number): Promise<void> {
  await db
    .updateTable('share_generation')
    .set({
      auth_share: null,
      encrypted_recovery_share: null,
      next_recovery_key_id: null,
      next_encrypted_recovery_share: null,
    })
    .where('state', '=', 'revoked')
    .where('auth_share', 'is not', null)
    .where('revoked_at', '<', nowMs - revokedSharesMs)
    .execute()
}
