import { sql } from 'kysely'
import type { Db } from './connect.js'
import type { FarcasterSignerTable } from './farcaster-tables.js'
import type { UserKey } from './links.js'

/** A key of one user. */
export interface SignerKey extends UserKey {
  /** 0x and 64 hex digits, lower case. */
  publicKey: string
}

/** A key with what became of its request. */
export type SignerRow = Pick<FarcasterSignerTable, 'state' | 'fid' | 'request' | 'expires_at'>

/** The user's request for a key. */
export async function findSigner(
  db: Db,
  { appId, userId, publicKey }: SignerKey,
): Promise<SignerRow | undefined> {
  return db
    .selectFrom('farcaster_signer')
    .select(['state', 'fid', 'request', 'expires_at'])
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('public_key', '=', publicKey)
    .executeTakeFirst()
}

/**
 * Stores a new request for a key in place of one that was not approved in time.
 *
 * @returns the request that is stored: of two at once both get the same one.
 */
export async function storeSigner(
  db: Db,
  key: SignerKey,
  { request, expiresAtMs, nowMs }: { request: Uint8Array; expiresAtMs: number; nowMs: number },
): Promise<SignerRow> {
  const { appId, userId, publicKey } = key
  await sql`
    insert into farcaster_signer as s
      (app_id, user_id, public_key, state, request, expires_at, created_at)
    values (${appId}, ${userId}, ${publicKey}, 'pending_approval', ${Buffer.from(request)},
      ${expiresAtMs}::bigint, ${nowMs}::bigint)
    on conflict (app_id, user_id, public_key) do update
      set request = excluded.request, expires_at = excluded.expires_at
      where s.state = 'pending_approval' and s.expires_at <= ${nowMs}::bigint`.execute(db)
  const stored = await findSigner(db, key)
  if (stored === undefined) throw new Error('A stored signer is missing')
  return stored
}

/**
 * Records what became of a key: an approved one is shown with the user's Farcaster account, a revoked one is not. A key
 * that was revoked stays revoked, as in Farcaster's registry.
 */
export async function settleSigner(
  db: Db,
  { appId, userId, publicKey }: SignerKey,
  outcome: { state: 'approved' | 'revoked'; fid: number },
): Promise<void> {
  const { state, fid } = outcome
  const shown = sql`jsonb_build_object('signer_public_key', ${publicKey}::text)`
  await sql`
    with settled as (
      update farcaster_signer set state = ${state}, fid = ${fid}::bigint
      where app_id = ${appId} and user_id = ${userId} and public_key = ${publicKey}
        and state <> 'revoked'
      returning public_key
    )
    update linked_account l
    set data = ${state === 'approved' ? sql`l.data || ${shown}` : sql`l.data - 'signer_public_key'`}
    where l.app_id = ${appId} and l.user_id = ${userId} and l.type = 'farcaster'
      and l.key = ${String(fid)} and exists (select from settled)
      and (${state === 'approved'} or l.data ->> 'signer_public_key' = ${publicKey})`.execute(db)
}

/** Deletes requests that were not approved in time. */
export async function dropExpiredSigners(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('farcaster_signer')
    .where('state', '=', 'pending_approval')
    // A day later, so that a page can tell an expired request from an unknown one.
    .where('expires_at', '<=', nowMs - 86_400_000)
    .execute()
}
