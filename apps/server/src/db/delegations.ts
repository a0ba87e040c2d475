import { sql } from 'kysely'
import type { Db } from './connect.js'
import type { DelegationTable } from './custody-tables.js'
import type { LinkedWallet, OwnerKey } from './wallet-roots.js'

/** An address as a delegation names it. */
export type DelegatedAddress = Pick<DelegationTable, 'chain_type' | 'address'>

/** A delegated address, with the consent by which it is. */
export type GivenDelegation = DelegatedAddress & Pick<DelegationTable, 'consent_id'>

/** A delegation with the API's half of its key, which is sealed. */
export type DelegationRow = Pick<
  DelegationTable,
  | 'consent_id'
  | 'user_id'
  | 'wallet_id'
  | 'chain_type'
  | 'wallet_index'
  | 'address'
  | 'address_key'
  | 'app_share'
  | 'policy'
>

/** Holds the owner's active roots until the transaction ends: what their accounts say is not written by another meanwhile. */
export async function lockActiveRoots(db: Db, owner: OwnerKey): Promise<void> {
  await db
    .selectFrom('wallet_root')
    .select('wallet_id')
    .where('app_id', '=', owner.appId)
    .where('user_id', '=', owner.userId)
    .where('state', '=', 'active')
    .orderBy('wallet_id')
    .forUpdate()
    .execute()
}

/** How long consents are kept that the user neither gave nor ended; the signer takes them for a shorter time. */
const openConsentMs = 3_600_000

/** Notes a consent that the user is about to give, and forgets earlier ones that were not given. */
export async function noteOpenConsent(
  db: Db,
  { appId, userId, consentId, nowMs }: OwnerKey & { consentId: string; nowMs: number },
): Promise<void> {
  await sql`
    with late as (
      delete from open_consent where app_id = ${appId} and user_id = ${userId}
        and opened_at < ${nowMs - openConsentMs}
    )
    insert into open_consent (app_id, user_id, consent_id, opened_at)
    values (${appId}, ${userId}, ${consentId}, ${nowMs})`.execute(db)
}

/**
 * Keeps a delegation, and notes it on the user's account, in one statement: only while its consent is open, so that one which
 * the user has ended since is not kept.
 *
 * @returns false when its consent has ended, when the address is delegated already, or is not the user's.
 */
export async function storeDelegation(
  db: Db,
  {
    appId,
    row,
    wallet,
    nowMs,
  }: { appId: string; row: DelegationRow; wallet: LinkedWallet; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    with given as (
      delete from open_consent where app_id = ${appId} and user_id = ${row.user_id}
        and consent_id = ${row.consent_id}
      returning consent_id
    ), stored as (
      insert into delegation (app_id, user_id, consent_id, wallet_id, chain_type, wallet_index,
        address, address_key, app_share, policy, created_at)
      select ${appId}, ${row.user_id}, given.consent_id, ${row.wallet_id}, ${row.chain_type},
        ${row.wallet_index}::integer, ${row.address}, ${row.address_key}, ${row.app_share}::bytea,
        ${row.policy}, ${nowMs}::bigint
      from given where exists (
        select from linked_account l where l.app_id = ${appId} and l.user_id = ${row.user_id}
          and l.type = 'wallet' and l.key = ${wallet.key}
      )
      on conflict (app_id, chain_type, address_key) do nothing
      returning user_id
    )
    update linked_account l set data = ${JSON.stringify(wallet.data)}::jsonb, mac = ${wallet.mac}
    from stored where l.app_id = ${appId} and l.user_id = stored.user_id and l.type = 'wallet'
      and l.key = ${wallet.key}
    returning l.key`.execute(db)
  return rows.length === 1
}

/** The delegation of an address in an app. */
export async function findDelegation(
  db: Db,
  {
    appId,
    chain_type,
    address_key,
  }: Pick<DelegationRow, 'chain_type' | 'address_key'> & { appId: string },
): Promise<DelegationRow | undefined> {
  return db
    .selectFrom('delegation')
    .select(['consent_id', 'user_id', 'wallet_id', 'chain_type', 'wallet_index', 'address'])
    .select(['address_key', 'app_share', 'policy'])
    .where('app_id', '=', appId)
    .where('chain_type', '=', chain_type)
    .where('address_key', '=', address_key)
    .executeTakeFirst()
}

/** The user's delegations, the newest first. */
export async function listDelegations(
  db: Db,
  { appId, userId }: OwnerKey,
): Promise<(DelegationRow & { created_at: number; last_used_at: number | null })[]> {
  return db
    .selectFrom('delegation')
    .select(['consent_id', 'user_id', 'wallet_id', 'chain_type', 'wallet_index', 'address'])
    .select(['address_key', 'app_share', 'policy', 'created_at', 'last_used_at'])
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('address')
    .execute()
}

/** Which addresses of the user are delegated. */
export async function listDelegated(
  db: Db,
  { appId, userId }: OwnerKey,
): Promise<GivenDelegation[]> {
  return db
    .selectFrom('delegation')
    .select(['chain_type', 'address', 'consent_id'])
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Deletes the API's halves of all delegations of a user, and ends the consents that are being given; gives what was delegated.
 * One that is stored at the same time is either stored before, and deleted here, or finds its consent ended.
 */
export async function deleteDelegations(
  db: Db,
  { appId, userId }: OwnerKey,
): Promise<(DelegatedAddress & Pick<DelegationRow, 'wallet_id'>)[]> {
  // First: it waits for a consent that is being stored, whose delegation the next statement then sees.
  await db
    .deleteFrom('open_consent')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .execute()
  // The signer ends every consent of the user: programs with the rest.
  await db
    .deleteFrom('program_grant')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .execute()
  return db
    .deleteFrom('delegation')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .returning(['wallet_id', 'chain_type', 'address'])
    .execute()
}

/** Writes the accounts of wallets as they are now. */
export async function updateWallets(
  db: Db,
  { appId, userId, wallets }: OwnerKey & { wallets: readonly LinkedWallet[] },
): Promise<void> {
  await sql`
    update linked_account l set data = w.data, mac = w.mac
    from unnest(
      ${wallets.map((wallet) => wallet.key)}::text[],
      ${wallets.map((wallet) => JSON.stringify(wallet.data))}::jsonb[],
      ${wallets.map((wallet) => wallet.mac)}::bytea[]
    ) as w (key, data, mac)
    where l.app_id = ${appId} and l.user_id = ${userId} and l.type = 'wallet' and l.key = w.key`.execute(
    db,
  )
}

/** Notes that an app's back end has used a delegation. */
export async function noteDelegationUsed(
  db: Db,
  { appId, consentId, nowMs }: { appId: string; consentId: string; nowMs: number },
): Promise<void> {
  await db
    .updateTable('delegation')
    .set({ last_used_at: nowMs })
    .where('app_id', '=', appId)
    .where('consent_id', '=', consentId)
    .execute()
}

/** The delegation of the app whose consent's id begins so. */
export async function findDelegationByConsent(
  db: Db,
  { appId, prefix }: { appId: string; prefix: string },
): Promise<(DelegationRow & { created_at: number }) | undefined> {
  return db
    .selectFrom('delegation')
    .select(['consent_id', 'user_id', 'wallet_id', 'chain_type', 'wallet_index', 'address'])
    .select(['address_key', 'app_share', 'policy', 'created_at'])
    .where('app_id', '=', appId)
    .where('consent_id', 'like', `${prefix}%`)
    .executeTakeFirst()
}
