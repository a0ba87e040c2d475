import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'
import type { WalletNonceTable } from './schema.js'

/** Where a nonce is valid. A nonce of one chain or app is never valid for another. */
export interface NonceSubject {
  appId: string
  chainType: WalletNonceTable['chain_type']
  nonce: string
}

/** A nonce to store. */
interface NewNonce extends NonceSubject {
  /** In the spelling that messages carry; null when the caller named no wallet. */
  address: string | null
  /** Of the browser that asked; null for a back end, which has no browser. */
  flowHash: Uint8Array | null
  nowMs: number
  expiresAtMs: number
}

/** Stores a new nonce. */
export async function storeNonce(db: Db, input: NewNonce): Promise<void> {
  await db
    .insertInto('wallet_nonce')
    .values({
      app_id: input.appId,
      chain_type: input.chainType,
      nonce: input.nonce,
      address: input.address,
      flow_hash: input.flowHash === null ? null : Buffer.from(input.flowHash),
      created_at: input.nowMs,
      expires_at: input.expiresAtMs,
    })
    .execute()
}

/** A nonce that came back in a signed message. */
interface NonceTry extends NonceSubject {
  address: string
  /** Of the flow cookie that came along; undefined when none did. */
  flowHash: Uint8Array | undefined
  nowMs: number
}

/**
 * Tables of a statement that use a nonce up, to be used with `deadlineCte`; one of them is `proof` with the row
 * (`place` 1, `proven boolean`). A nonce is valid once, before its end, for the address it was asked for, and in the browser that
 * asked for it where both calls carried the flow cookie.
 */
export function redeemNonceCtes(attempt: NonceTry): RawBuilder<unknown> {
  return sql`
    used as (
      update wallet_nonce n set used_at = ${attempt.nowMs}::bigint
      where ${isValid(attempt)} and (select in_time from deadline)
      returning n.nonce
    ), proof as materialized (
      select 1 as place, exists (select from used) as proven
    )`
}

/** Whether `redeemNonceCtes` would accept the nonce now. Changes nothing. */
export async function isNonceValid(db: Db, attempt: NonceTry): Promise<boolean> {
  const { rows } = await sql`select from wallet_nonce n where ${isValid(attempt)}`.execute(db)
  return rows.length > 0
}

/** Deletes nonces whose time is over. */
export async function dropExpiredNonces(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('wallet_nonce').where('expires_at', '<=', nowMs).execute()
}

/** Condition on a row `n` of `wallet_nonce`. */
function isValid(attempt: NonceTry): RawBuilder<unknown> {
  const { appId, chainType, nonce, address, nowMs } = attempt
  const flowHash = attempt.flowHash === undefined ? null : Buffer.from(attempt.flowHash)
  return sql`n.app_id = ${appId} and n.chain_type = ${chainType} and n.nonce = ${nonce}
    and n.used_at is null and n.expires_at > ${nowMs}::bigint
    and coalesce(n.address = ${address}, true)
    and coalesce(n.flow_hash = ${flowHash}::bytea, true)`
}
