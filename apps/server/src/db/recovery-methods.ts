import { sql } from 'kysely'
import type { Db } from './connect.js'
import type { GenerationKey } from './share-generations.js'
import type { LinkedWallet, RootKey } from './wallet-roots.js'

/** How a root's recovery keys are made; `locator` is null with automatic recovery. */
export interface RecoveryMethodRow {
  method: string
  locator: string | null
}

/**
 * Makes a stored generation active and its recovery method the root's, on all addresses of the root, in one statement: all of it or
 * nothing. The shares of the method before stay where they are.
 *
 * @returns false when the root has another method than `replaces` by now, or the generation was revoked.
 */
export async function switchRecoveryMethod(
  db: Db,
  change: GenerationKey & {
    replaces: RecoveryMethodRow
    recovery: RecoveryMethodRow
    /** See `authenticRows.walletRoot`. */
    mac: Buffer
    /** See `authenticRows.walletAge`. */
    ageMac: Buffer
    wallets: readonly LinkedWallet[]
    nowMs: number
  },
): Promise<boolean> {
  const { appId, userId, walletId, generationId, replaces, recovery, wallets, nowMs } = change
  const { rows } = await sql`
    with root as (
      update wallet_root r
      set recovery_method = ${recovery.method}, recovery_locator = ${recovery.locator},
        recovery_set_at = ${nowMs}, recovery_used_at = null, mac = ${change.mac}, age_mac = ${change.ageMac}
      where r.app_id = ${appId} and r.user_id = ${userId} and r.wallet_id = ${walletId}
        and r.state = 'active' and r.recovery_method = ${replaces.method}
        and r.recovery_locator is not distinct from ${replaces.locator}
        and exists (
          select from share_generation g
          where g.app_id = r.app_id and g.user_id = r.user_id and g.wallet_id = r.wallet_id
            and g.generation_id = ${generationId} and g.state = 'stored'
            -- Stored for the method before this one: it must not undo the change since.
            and g.created_at >= coalesce(r.recovery_set_at, 0)
        )
      returning r.app_id, r.user_id, r.wallet_id
    ), generation as (
      update share_generation g set state = 'active', last_used_at = ${nowMs} from root
      where g.app_id = root.app_id and g.user_id = root.user_id
        and g.wallet_id = root.wallet_id and g.generation_id = ${generationId}
    ), linked as (
      update linked_account l set data = w.data, mac = w.mac
      from root, unnest(
        ${wallets.map((wallet) => wallet.key)}::text[],
        ${wallets.map((wallet) => JSON.stringify(wallet.data))}::jsonb[],
        ${wallets.map((wallet) => wallet.mac)}::bytea[]
      ) as w (key, data, mac)
      where l.app_id = root.app_id and l.user_id = root.user_id and l.type = 'wallet'
        and l.key = w.key
    )
    select wallet_id from root`.execute(db)
  return rows.length === 1
}

/** Notes that a recovery by the present method was answered. */
export async function noteRecoveryUsed(
  db: Db,
  { appId, userId, walletId, nowMs }: RootKey & { nowMs: number },
): Promise<void> {
  await db
    .updateTable('wallet_root')
    .set({ recovery_used_at: nowMs })
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('wallet_id', '=', walletId)
    .where('recovery_set_at', 'is not', null)
    .execute()
}

const replacedSharesMs = 7 * 86_400_000

/**
 * Deletes the recovery shares of methods that were replaced: a week later, and once the present method has restored the wallet. The
 * devices keep their other shares and sign as before; the keys in the vault go with `deleteUnusedKeys`.
 */
export async function dropReplacedRecovery(db: Db, nowMs: number): Promise<void> {
  await sql`
    update share_generation g
    set encrypted_recovery_share = null, next_recovery_key_id = null,
      next_encrypted_recovery_share = null
    from wallet_root r
    where g.app_id = r.app_id and g.user_id = r.user_id and g.wallet_id = r.wallet_id
      and r.recovery_set_at < ${nowMs - replacedSharesMs} and r.recovery_used_at is not null
      and g.state = 'active' and g.encrypted_recovery_share is not null
      and (g.recovery_method, g.recovery_locator)
        is distinct from (r.recovery_method, r.recovery_locator)`.execute(db)
}
