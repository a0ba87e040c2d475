import { sql } from 'kysely'
import type { Db } from './connect.js'

/** What a code is for; a code of one purpose is none of another (EML-07). */
export type CodePurpose = 'login'

/** Wrong tries a code survives. */
export const maxAttempts = 5

/** Stores the newest code of an address; the one before it is dead from now on. */
export async function storeCode(
  db: Db,
  code: {
    appId: string
    purpose: CodePurpose
    address: string
    hash: Uint8Array
    nowMs: number
    expiresAtMs: number
  },
): Promise<void> {
  const fresh = {
    code_hash: Buffer.from(code.hash),
    attempts: 0,
    used_at: null,
    created_at: code.nowMs,
    expires_at: code.expiresAtMs,
  }
  await db
    .insertInto('email_code')
    .values({ app_id: code.appId, purpose: code.purpose, address: code.address, ...fresh })
    .onConflict((conflict) => conflict.columns(['app_id', 'purpose', 'address']).doUpdateSet(fresh))
    .execute()
}

/** Takes back a code whose mail was lost; a newer one of the address stays. */
export async function withdrawCode(
  db: Db,
  code: { appId: string; purpose: CodePurpose; address: string; hash: Uint8Array },
): Promise<void> {
  await db
    .deleteFrom('email_code')
    .where('app_id', '=', code.appId)
    .where('purpose', '=', code.purpose)
    .where('address', '=', code.address)
    .where('code_hash', '=', Buffer.from(code.hash))
    .execute()
}

/** How a try ended. */
export interface Redemption {
  right: boolean
  /** The user the address belongs to, when the code was right. */
  userId: string | undefined
}

/**
 * Tries a code in one conditional statement: right at most once, within 5 tries and before its end. A right code also
 * forgets the counter of wrong ones.
 */
export async function redeemCode(
  db: Db,
  attempt: {
    appId: string
    purpose: CodePurpose
    address: string
    hash: Uint8Array
    counterKey: string
    nowMs: number
  },
): Promise<Redemption> {
  const { appId, purpose, address, counterKey, nowMs } = attempt
  const hash = Buffer.from(attempt.hash)
  const { rows } = await sql<{ is_right: boolean; user_id: string | null }>`
    with tried as (
      update email_code set attempts = attempts + 1,
        used_at = case when code_hash = ${hash} then ${nowMs}::bigint end
      where app_id = ${appId} and purpose = ${purpose} and address = ${address}
        and used_at is null and attempts < ${maxAttempts} and expires_at > ${nowMs}
      returning used_at is not null as is_right
    ), forgotten as (
      delete from rate_limit where key = ${counterKey} and exists (select from tried where is_right)
    )
    select is_right, (
      select user_id from linked_account
      where app_id = ${appId} and type = 'email' and key = ${address}
    ) as user_id
    from tried`.execute(db)
  const [row] = rows
  const right = row?.is_right ?? false
  return { right, userId: right ? (row?.user_id ?? undefined) : undefined }
}

/** Forgets codes whose time is over. */
export async function dropExpiredCodes(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('email_code').where('expires_at', '<=', nowMs).execute()
}
