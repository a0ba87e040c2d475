import { type Selectable, sql } from 'kysely'
import type { Db } from './connect.js'
import type { ServerWalletTable } from './wallet-api-tables.js'

/** A server wallet as it is stored. */
export type ServerWalletRow = Selectable<ServerWalletTable>

/** Names one wallet of an app. */
interface WalletKey {
  appId: string
  walletId: string
}

/** What a pending wallet is stored with. */
export type NewServerWallet = Pick<
  ServerWalletRow,
  | 'app_id'
  | 'wallet_id'
  | 'chain_type'
  | 'additional_signers'
  | 'policy_ids'
  | 'authorization_threshold'
  | 'display_name'
  | 'external_id'
  | 'entity'
  | 'user_id'
  | 'created_at'
> & { api_share: Buffer }

/** Stores a wallet whose other half waits at the signer. @returns false when the app has used its external id. */
export async function insertPendingWallet(db: Db, wallet: NewServerWallet): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('server_wallet')
    .values({
      ...wallet,
      state: 'pending',
      additional_signers: JSON.stringify(wallet.additional_signers),
      policy_ids: JSON.stringify(wallet.policy_ids),
      entity: wallet.entity === null ? null : JSON.stringify(wallet.entity),
    })
    .onConflict((conflict) => conflict.columns(['app_id', 'external_id']).doNothing())
    .executeTakeFirst()
  return inserted === 1n
}

/** What the signer says of a wallet that it has confirmed. */
type ConfirmedWallet = Pick<
  ServerWalletRow,
  | 'address'
  | 'address_key'
  | 'public_key'
  | 'owner_id'
  | 'additional_signers'
  | 'policy_ids'
  | 'imported_at'
  | 'created_at'
>

/** Makes a pending wallet active. @returns undefined when the app has a wallet with this address. */
export async function activateWallet(
  db: Db,
  { appId, walletId }: WalletKey,
  confirmed: ConfirmedWallet,
): Promise<ServerWalletRow | undefined> {
  return db
    .updateTable('server_wallet')
    .set({
      ...confirmed,
      additional_signers: JSON.stringify(confirmed.additional_signers),
      policy_ids: JSON.stringify(confirmed.policy_ids),
      state: 'active',
    })
    .where('app_id', '=', appId)
    .where('wallet_id', '=', walletId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('server_wallet as other')
            .select('other.wallet_id')
            .whereRef('other.app_id', '=', 'server_wallet.app_id')
            .whereRef('other.chain_type', '=', 'server_wallet.chain_type')
            .where('other.address_key', '=', confirmed.address_key)
            .whereRef('other.wallet_id', '!=', 'server_wallet.wallet_id'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

/** A wallet of the app that is not pending. */
export async function readServerWallet(
  db: Db,
  { appId, walletId }: WalletKey,
): Promise<ServerWalletRow | undefined> {
  return db
    .selectFrom('server_wallet')
    .selectAll()
    .where('app_id', '=', appId)
    .where('wallet_id', '=', walletId)
    .where('state', 'in', ['active', 'archived'])
    .executeTakeFirst()
}

/** A wallet in any state, as it was stored. */
export async function readPendingWallet(
  db: Db,
  { appId, walletId }: WalletKey,
): Promise<ServerWalletRow | undefined> {
  return db
    .selectFrom('server_wallet')
    .selectAll()
    .where('app_id', '=', appId)
    .where('wallet_id', '=', walletId)
    .executeTakeFirst()
}

/** What changes of a wallet. */
export type WalletChange = Partial<
  Pick<
    ServerWalletRow,
    | 'owner_id'
    | 'additional_signers'
    | 'policy_ids'
    | 'authorization_threshold'
    | 'display_name'
    | 'external_id'
    | 'entity'
    | 'state'
    | 'archived_at'
    | 'exported_at'
    | 'user_id'
  >
>

/** Writes a change of a wallet. */
export async function changeServerWallet(
  db: Db,
  { appId, walletId }: WalletKey,
  change: WalletChange,
): Promise<ServerWalletRow | undefined> {
  const { additional_signers: signers, policy_ids: policies, entity, ...rest } = change
  return db
    .updateTable('server_wallet')
    .set({
      ...rest,
      ...(signers && { additional_signers: JSON.stringify(signers) }),
      ...(policies && { policy_ids: JSON.stringify(policies) }),
      ...(entity !== undefined && { entity: entity === null ? null : JSON.stringify(entity) }),
    })
    .where('app_id', '=', appId)
    .where('wallet_id', '=', walletId)
    .where('state', '=', 'active')
    .returningAll()
    .executeTakeFirst()
}

/** Gives up a wallet that did not become active: its half is gone, and its external id is free. */
export async function abandonPendingWallet(db: Db, { appId, walletId }: WalletKey): Promise<void> {
  await db
    .updateTable('server_wallet')
    .set({ state: 'abandoned', api_share: null, external_id: null })
    .where('app_id', '=', appId)
    .where('wallet_id', '=', walletId)
    .where('state', '=', 'pending')
    .execute()
}

/** Wallets that were begun before a time and never became active. */
export async function listStalePending(
  db: Db,
  { beforeMs, most }: { beforeMs: number; most: number },
): Promise<ServerWalletRow[]> {
  return db
    .selectFrom('server_wallet')
    .selectAll()
    .where('state', '=', 'pending')
    .where('created_at', '<', beforeMs)
    .orderBy('created_at')
    .limit(most)
    .execute()
}

/** Which wallets are listed. */
interface WalletFilter {
  appId: string
  after: { createdAtMs: number; id: string } | undefined
  limit: number
  chain_type?: string | undefined
  /** With prefix, and without. */
  user?: { id: string; bare: string } | undefined
  /** Keys of addresses in every spelling that fits. */
  addressKeys?: readonly string[] | undefined
  authorization_key?: string | undefined
  external_id?: string | undefined
  entity_id?: string | undefined
  include_archived?: boolean | undefined
}

/** Wallets of the app, the newest first. */
export async function listServerWallets(db: Db, filter: WalletFilter): Promise<ServerWalletRow[]> {
  const { appId, after, limit, user, addressKeys, authorization_key: key } = filter
  let query = db
    .selectFrom('server_wallet')
    .selectAll()
    .where('app_id', '=', appId)
    .where('state', 'in', filter.include_archived ? ['active', 'archived'] : ['active'])
  if (after)
    query = query.where(
      sql<boolean>`(created_at, wallet_id) < (${after.createdAtMs}::bigint, ${after.id})`,
    )
  if (filter.chain_type) query = query.where(sql<boolean>`chain_type = ${filter.chain_type}`)
  if (addressKeys) query = query.where('address_key', 'in', addressKeys)
  if (filter.external_id) query = query.where('external_id', '=', filter.external_id)
  if (filter.entity_id) query = query.where(sql<boolean>`entity->>'id' = ${filter.entity_id}`)
  if (user)
    query = query.where(
      sql<boolean>`(user_id = ${user.bare} or ${hasQuorum(sql`q.user_ids ? ${user.id}`)})`,
    )
  if (key) query = query.where(hasQuorum(sql`q.public_keys ? ${key}`))
  return query.orderBy('created_at', 'desc').orderBy('wallet_id', 'desc').limit(limit).execute()
}

/** Whether the owner or a signer of the wallet is a quorum of which something holds. */
function hasQuorum(holds: ReturnType<typeof sql>) {
  return sql<boolean>`exists (select from wallet_quorum q where q.app_id = server_wallet.app_id
    and ${holds} and (q.quorum_id = server_wallet.owner_id or server_wallet.additional_signers
      @> jsonb_build_array(jsonb_build_object('signer_id', q.quorum_id))))`
}

/** The wallet of the app with an address, of any chain whose spelling fits. */
export async function findServerWalletByAddress(
  db: Db,
  {
    appId,
    addressKeys,
    archived,
  }: { appId: string; addressKeys: readonly string[]; archived: boolean },
): Promise<ServerWalletRow | undefined> {
  return db
    .selectFrom('server_wallet')
    .selectAll()
    .where('app_id', '=', appId)
    .where('state', 'in', archived ? ['active', 'archived'] : ['active'])
    .where('address_key', 'in', addressKeys)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}
