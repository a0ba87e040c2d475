import { type RawBuilder, sql } from 'kysely'
import type { AccountKey } from '../identity/proven-account.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** A wallet that another service says is the user's. */
interface ClaimedWallet {
  /** Key of the wallet as one that was proven. */
  key: string
  data: object
}

/**
 * Key of a wallet that was claimed and not proven. It is another one than the wallet's own, so that no login, link or
 * lookup by the wallet ever finds its user.
 */
export function claimedKey(key: string): string {
  return `claimed:${key}`
}

/**
 * Adds claimed wallets to a user, in their order, as long as the user has less than `most`. One that a user has, proven or
 * claimed, stays theirs.
 *
 * @returns how many were added.
 */
export async function addClaimedWallets(
  db: Db,
  { appId, userId }: UserKey,
  { wallets, most, nowMs }: { wallets: readonly ClaimedWallet[]; most: number; nowMs: number },
): Promise<number> {
  const asked = wallets.map(({ key, data }, place) => ({
    place,
    key,
    claim: claimedKey(key),
    data,
  }))
  const { numAffectedRows = 0n } = await sql`
    insert into linked_account
      (app_id, user_id, type, key, data, first_verified_at, latest_verified_at)
    select ${appId}, ${userId}, 'wallet', asked.claim, asked.data, ${nowMs}::bigint, ${nowMs}::bigint
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked (place integer, key text, claim text, data jsonb)
    where not exists (select from linked_account l
      where l.app_id = ${appId} and l.type = 'wallet' and l.key in (asked.key, asked.claim))
    order by asked.place
    limit greatest(0, ${most}::bigint - (select count(*) from linked_account l
      where l.app_id = ${appId} and l.user_id = ${userId} and l.type = 'wallet'
        and l.data ->> 'wallet_client' is distinct from 'privy'))
    on conflict (app_id, type, key) do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** The statement that ends the claim to a wallet, which its proof does; a proof beats a claim. */
export function endClaim(appId: string, { type, key }: AccountKey): RawBuilder<unknown> {
  return sql`delete from linked_account c where ${type === 'wallet'} and c.app_id = ${appId}
    and c.type = 'wallet' and c.key = ${claimedKey(key)}`
}
