import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'
import type { GenerationKey } from './share-generations.js'
import type { RootKey } from './wallet-roots.js'

/** A recovery key of a root, as the vault names it. */
interface RecoveryKey extends RootKey {
  keyId: string
}

const dayMs = 86_400_000

/**
 * Notes a key before the vault is asked to store it, so that no key is in the vault that this list does not name.
 *
 * @returns false when the key was deleted: its id cannot be used again.
 */
export async function noteRecoveryKey(
  db: Db,
  { appId, userId, walletId, keyId, nowMs }: RecoveryKey & { nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into recovery_key_ref as r (app_id, user_id, wallet_id, key_id, stored_at)
    values (${appId}, ${userId}, ${walletId}, ${keyId}, ${nowMs})
    on conflict (app_id, user_id, wallet_id, key_id) do update set stored_at = excluded.stored_at
      where r.deleted_at is null
    returning key_id`.execute(db)
  return rows.length === 1
}

/** A recovery share under a new key, to take the place of the present one. */
interface NextKey extends GenerationKey {
  replaces: string
  recoveryKeyId: string
  encryptedRecoveryShare: Uint8Array
}

/**
 * Keeps a new recovery share beside the present one, which stays in use; the same again changes nothing.
 *
 * @returns The share as stored, undefined when the generation's key is not the one to replace or its device was revoked.
 */
export async function stageRecoveryKey(db: Db, next: NextKey): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ share: Buffer }>`
    update share_generation
    set next_recovery_key_id = ${next.recoveryKeyId},
      next_encrypted_recovery_share = ${Buffer.from(next.encryptedRecoveryShare)}
    where ${isGeneration(next)} and recovery_key_id = ${next.replaces} and state = 'active'
    returning next_encrypted_recovery_share as share`.execute(db)
  return rows[0]?.share
}

/**
 * Puts the new recovery share in the place of the present one and retires the key of that, in one statement.
 *
 * @returns The retired key; `already` when the generation uses this key, undefined when it was not staged.
 */
export async function switchToStaged(
  db: Db,
  { nowMs, ...staged }: GenerationKey & { recoveryKeyId: string; nowMs: number },
): Promise<{ retired: string } | 'already' | undefined> {
  const { rows } = await sql<{ retired: string }>`
    with present as (
      select app_id, user_id, wallet_id, generation_id, recovery_key_id from share_generation
      where ${isGeneration(staged)} and next_recovery_key_id = ${staged.recoveryKeyId}
        and state = 'active'
      for update
    ), switched as (
      update share_generation g
      set recovery_key_id = g.next_recovery_key_id,
        encrypted_recovery_share = g.next_encrypted_recovery_share,
        next_recovery_key_id = null, next_encrypted_recovery_share = null
      from present p
      where g.app_id = p.app_id and g.user_id = p.user_id and g.wallet_id = p.wallet_id
        and g.generation_id = p.generation_id
      returning p.recovery_key_id as retired
    ), noted as (
      update recovery_key_ref r set retired_at = ${nowMs} from present p
      where r.app_id = p.app_id and r.user_id = p.user_id and r.wallet_id = p.wallet_id
        and r.key_id = p.recovery_key_id
    )
    select retired from switched`.execute(db)
  const [switched] = rows
  if (switched) return switched
  const using = await sql`
    select from share_generation
    where ${isGeneration(staged)} and recovery_key_id = ${staged.recoveryKeyId}`.execute(db)
  return using.rows.length === 1 ? 'already' : undefined
}

function isGeneration(key: GenerationKey): RawBuilder<unknown> {
  return sql`app_id = ${key.appId} and user_id = ${key.userId} and wallet_id = ${key.walletId}
    and generation_id = ${key.generationId}`
}

/** Keys of one root. */
interface UnusedKeys extends RootKey {
  keyIds: string[]
}

/**
 * Marks keys that no share needs any more as deleted: those that were replaced, and those that no stored share has named for
 * a day (T-31). A share that is kept for a revoked device counts: what was revoked by mistake can be put right. Keys marked
 * before that the vault has not deleted yet are answered again.
 */
export async function markUnusedKeys(
  db: Db,
  { nowMs, only }: { nowMs: number; only?: RootKey },
): Promise<UnusedKeys[]> {
  const isMeant = only
    ? sql`r.app_id = ${only.appId} and r.user_id = ${only.userId} and r.wallet_id = ${only.walletId}`
    : sql`true`
  await sql`
    update recovery_key_ref r set deleted_at = ${nowMs}
    where ${isMeant} and r.deleted_at is null
      and (r.retired_at is not null or r.stored_at < ${nowMs - dayMs})
      and not exists (
        select from share_generation g
        where g.app_id = r.app_id and g.user_id = r.user_id and g.wallet_id = r.wallet_id
          and ((g.recovery_key_id = r.key_id and g.encrypted_recovery_share is not null)
            or g.next_recovery_key_id = r.key_id)
      )`.execute(db)
  const { rows } = await sql<{ app_id: string; user_id: string; wallet_id: string; ids: string[] }>`
    select r.app_id, r.user_id, r.wallet_id, (array_agg(r.key_id::text))[1:100] as ids
    from recovery_key_ref r
    where ${isMeant} and r.deleted_at is not null and not r.vault_deleted
    group by r.app_id, r.user_id, r.wallet_id limit 100`.execute(db)
  return rows.map(({ app_id: appId, user_id: userId, wallet_id: walletId, ids: keyIds }) => ({
    appId,
    userId,
    walletId,
    keyIds,
  }))
}

/** Notes that the vault has deleted keys. */
export async function noteDeletedKeys(db: Db, keys: UnusedKeys): Promise<void> {
  await db
    .updateTable('recovery_key_ref')
    .set({ vault_deleted: true })
    .where('app_id', '=', keys.appId)
    .where('user_id', '=', keys.userId)
    .where('wallet_id', '=', keys.walletId)
    .where('key_id', 'in', keys.keyIds)
    .execute()
}

/** How long the shares of a deleted user stay: a deletion can be undone until then. */
const heldSharesMs = 30 * dayMs

/** Deletes the shares of users who were deleted more than 30 days ago (T-31); a hundred devices at a time. */
export async function dropSharesOfDeletedUsers(db: Db, nowMs: number): Promise<void> {
  await sql`
    with late as (
      select g.app_id, g.user_id, g.wallet_id, g.generation_id
      from share_generation g join user_account u on u.app_id = g.app_id and u.id = g.user_id
      where u.deleted_at < ${nowMs - heldSharesMs} and g.auth_share is not null
      limit 100 for update of g skip locked
    )
    update share_generation g
    set state = 'revoked', revoked_at = coalesce(g.revoked_at, ${nowMs}), auth_share = null,
      encrypted_recovery_share = null, next_recovery_key_id = null,
      next_encrypted_recovery_share = null
    from late l
    where g.app_id = l.app_id and g.user_id = l.user_id and g.wallet_id = l.wallet_id
      and g.generation_id = l.generation_id`.execute(db)
}
