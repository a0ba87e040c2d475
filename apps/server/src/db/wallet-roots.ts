import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'
import type { WalletAccountTable, WalletRootTable } from './custody-tables.js'

/** Whose rows a custody query may touch. */
export interface OwnerKey {
  appId: string
  userId: string
}

/** A root of an owner. */
export interface RootKey extends OwnerKey {
  walletId: string
}

/** An address of a root. */
export type RootAccount = Pick<
  WalletAccountTable,
  'chain_type' | 'wallet_index' | 'address' | 'public_key'
>

/** An address and what authenticates it, in hex; see `authenticRows.walletAccount`. */
export type StoredAccount = RootAccount & { mac: string | null }

/** A root with its addresses, as one query reads it. */
export interface RootRecord {
  wallet_id: string
  state: WalletRootTable['state']
  imported: boolean
  recovery_method: string
  recovery_locator: string | null
  /** When the recovery took the place of another one; null: the wallet was created with it. */
  recovery_set_at: number | null
  created_at: number
  confirming_chain: WalletRootTable['confirming_chain']
  custody_key: string | null
  /** See `authenticRows.walletRoot`. */
  mac: Buffer | null
  /** See `authenticRows.walletAge`. */
  age_mac: Buffer | null
  /** The confirming address first. */
  accounts: StoredAccount[]
}

/** Columns of `RootRecord` from alias `r` of wallet_root. */
const rootColumns: RawBuilder<unknown> = sql`
  r.wallet_id, r.state, r.imported, r.recovery_method, r.recovery_locator, r.recovery_set_at,
  r.created_at, r.confirming_chain, r.custody_key, r.mac, r.age_mac,
  coalesce((
    select json_agg(json_build_object(
      'chain_type', a.chain_type, 'wallet_index', a.wallet_index,
      'address', a.address, 'public_key', a.public_key, 'mac', encode(a.mac, 'hex')
    ) order by (a.chain_type = r.confirming_chain and a.wallet_index = 0) desc,
      a.chain_type, a.wallet_index)
    from wallet_account a
    where a.app_id = r.app_id and a.user_id = r.user_id and a.wallet_id = r.wallet_id
  ), '[]') as accounts`

/** The owner's active roots, the oldest first. */
export async function listActiveRoots(db: Db, owner: OwnerKey): Promise<RootRecord[]> {
  const { rows } = await sql<RootRecord>`
    select ${rootColumns} from wallet_root r
    where r.app_id = ${owner.appId} and r.user_id = ${owner.userId} and r.state = 'active'
    order by r.confirmed_at, r.wallet_id`.execute(db)
  return rows
}

/** A root of the owner. */
export async function readRoot(db: Db, root: RootKey): Promise<RootRecord | undefined> {
  const { rows } = await sql<RootRecord>`
    select ${rootColumns} from wallet_root r
    where r.app_id = ${root.appId} and r.user_id = ${root.userId}
      and r.wallet_id = ${root.walletId}`.execute(db)
  return rows[0]
}

/** Holds an active root until the transaction ends; false when the owner has no such root. */
export async function lockActiveRoot(db: Db, root: RootKey): Promise<boolean> {
  const row = await db
    .selectFrom('wallet_root')
    .select('wallet_id')
    .where('app_id', '=', root.appId)
    .where('user_id', '=', root.userId)
    .where('wallet_id', '=', root.walletId)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** An address to add, with its `authenticRows.walletAccount`. */
export type NewAccount = RootAccount & { mac: Buffer }

/** Adds an unconfirmed root with its addresses unless it is there; tells whether it was added. */
export async function insertRoot(
  db: Db,
  row: RootKey & {
    imported: boolean
    recovery: { method: string; locator: string | null }
    confirmingChain: WalletRootTable['confirming_chain']
    custodyKey: string | null
    accounts: readonly NewAccount[]
    mac: Buffer
    ageMac: Buffer
    nowMs: number
  },
): Promise<boolean> {
  const { appId: app_id, userId: user_id, walletId: wallet_id } = row
  const inserted = await db
    .insertInto('wallet_root')
    .values({
      app_id,
      user_id,
      wallet_id,
      state: 'stored',
      imported: row.imported,
      recovery_method: row.recovery.method,
      recovery_locator: row.recovery.locator,
      confirming_chain: row.confirmingChain,
      custody_key: row.custodyKey,
      created_at: row.nowMs,
      confirmed_at: null,
      mac: row.mac,
      age_mac: row.ageMac,
    })
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id', 'wallet_id']).doNothing())
    .returning('wallet_id')
    .executeTakeFirst()
  if (inserted) await insertRootAccounts(db, row)
  return inserted !== undefined
}

/** Notes the custody key of an active root that has none yet, with the `authenticRows.walletRoot` it then has. */
export async function setCustodyKey(
  db: Db,
  { appId, userId, walletId, custodyKey, mac }: RootKey & { custodyKey: string; mac: Buffer },
): Promise<void> {
  await db
    .updateTable('wallet_root')
    .set({ custody_key: custodyKey, mac })
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('wallet_id', '=', walletId)
    .where('state', '=', 'active')
    .where('custody_key', 'is', null)
    .execute()
}

/** Adds addresses to a root; a place that is taken keeps its address. */
export async function insertRootAccounts(
  db: Db,
  row: RootKey & { accounts: readonly NewAccount[] },
): Promise<void> {
  const { appId: app_id, userId: user_id, walletId: wallet_id } = row
  await db
    .insertInto('wallet_account')
    .values(row.accounts.map((account) => ({ app_id, user_id, wallet_id, ...account })))
    .onConflict((conflict) =>
      conflict
        .columns(['app_id', 'user_id', 'wallet_id', 'chain_type', 'wallet_index'])
        .doNothing(),
    )
    .execute()
}

/** An address as it goes on the user. */
export interface LinkedWallet {
  key: string
  data: Record<string, unknown>
  /** See `authenticRows.linkedAccount`. */
  mac: Buffer
}

/**
 * Makes a stored root and the confirmed generation active and puts its addresses on the user, in one statement: all of it
 * happens or none, and it is recorded. False when the root is not `stored` any more.
 *
 * @throws a unique violation of `wallet_root_one_active` when the user has another active root, of linked_account's
 *   key when an address already belongs to a user.
 */
export async function activateRoot(
  db: Db,
  root: RootKey & { generationId: string; wallets: readonly LinkedWallet[]; nowMs: number },
): Promise<boolean> {
  const { appId, userId, walletId, generationId, wallets, nowMs } = root
  const { rows } = await sql`
    with won as (
      update wallet_root set state = 'active', confirmed_at = ${nowMs}
      where app_id = ${appId} and user_id = ${userId} and wallet_id = ${walletId}
        and state = 'stored'
      returning app_id, user_id, wallet_id
    ), generation as (
      update share_generation g
      set state = 'active', confirmed_root = true, last_used_at = ${nowMs}
      from won
      where g.app_id = won.app_id and g.user_id = won.user_id and g.wallet_id = won.wallet_id
        and g.generation_id = ${generationId} and g.state = 'stored'
    ), linked as (
      insert into linked_account
        (app_id, user_id, type, key, data, mac, first_verified_at, latest_verified_at)
      select won.app_id, won.user_id, 'wallet', w.key, w.data, w.mac, ${nowMs}, ${nowMs}
      from won, unnest(
        ${wallets.map((wallet) => wallet.key)}::text[],
        ${wallets.map((wallet) => JSON.stringify(wallet.data))}::jsonb[],
        ${wallets.map((wallet) => wallet.mac)}::bytea[]
      ) with ordinality as w (key, data, mac, place)
      order by w.place
    ), recorded as (
      insert into audit_event (app_id, user_id, kind, at, data)
      select app_id, user_id, 'wallet_created', ${nowMs}::bigint,
        jsonb_build_object('wallet_id', wallet_id) from won
    )
    select wallet_id from won`.execute(db)
  return rows.length === 1
}

/** Adds the addresses that no user has to the user; gives the keys that a user already had. */
export async function linkWallets(
  db: Db,
  owner: OwnerKey & { wallets: readonly LinkedWallet[]; nowMs: number },
): Promise<string[]> {
  const { appId: app_id, userId: user_id, wallets, nowMs } = owner
  const inserted = await db
    .insertInto('linked_account')
    .values(
      wallets.map(({ key, data, mac }) => ({
        app_id,
        user_id,
        type: 'wallet',
        key,
        data: JSON.stringify(data),
        mac,
        first_verified_at: nowMs,
        latest_verified_at: nowMs,
      })),
    )
    .onConflict((conflict) => conflict.columns(['app_id', 'type', 'key']).doNothing())
    .returning('key')
    .execute()
  const added = new Set(inserted.map((row) => row.key))
  return wallets.map((wallet) => wallet.key).filter((key) => !added.has(key))
}

/** Whether an address is an account of any user of the app. */
export async function isLinkedWallet(
  db: Db,
  { appId, key }: { appId: string; key: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('linked_account')
    .select('key')
    .where('app_id', '=', appId)
    .where('type', '=', 'wallet')
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these wallets are on the user already, as embedded wallets at the same place of a root. */
export async function countOwnWallets(
  db: Db,
  owner: OwnerKey & { wallets: readonly LinkedWallet[] },
): Promise<number> {
  const places = owner.wallets.map(({ data }) => ({
    chain_type: data.chain_type,
    wallet_index: data.wallet_index,
    connector_type: data.connector_type,
    imported: data.imported,
  }))
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from linked_account l, unnest(
      ${owner.wallets.map((wallet) => wallet.key)}::text[],
      ${places.map((place) => JSON.stringify(place))}::jsonb[]
    ) as w (key, place)
    where l.app_id = ${owner.appId} and l.user_id = ${owner.userId} and l.type = 'wallet'
      and l.key = w.key and l.data @> w.place`.execute(db)
  return rows[0]?.count ?? 0
}

/** Roots not confirmed by then are abandoned (custody design 2.6, step 6). */
const unconfirmedLifeMs = 86_400_000

/** Abandons roots that were not confirmed within a day and deletes their shares; a hundred at a time. */
export async function abandonUnconfirmedRoots(db: Db, nowMs: number): Promise<void> {
  await sql`
    with late as (
      select app_id, user_id, wallet_id from wallet_root
      where state = 'stored' and created_at < ${nowMs - unconfirmedLifeMs}
      order by created_at limit 100 for update skip locked
    ), abandoned as (
      update wallet_root r set state = 'abandoned' from late
      where r.app_id = late.app_id and r.user_id = late.user_id and r.wallet_id = late.wallet_id
      returning r.app_id, r.user_id, r.wallet_id
    )
    update share_generation g
    set state = 'revoked', auth_share = null, encrypted_recovery_share = null,
      next_recovery_key_id = null, next_encrypted_recovery_share = null, revoked_at = ${nowMs}
    from abandoned a
    where g.app_id = a.app_id and g.user_id = a.user_id and g.wallet_id = a.wallet_id`.execute(db)
}
