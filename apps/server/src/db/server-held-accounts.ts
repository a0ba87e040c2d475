import { serverHeld } from '@sallyport/contract'
import { sql } from 'kysely'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** How many server wallets of a chain are linked accounts of a user. The caller has locked the user, so that each wallet gets an index of its own. */
export async function countServerHeld(
  transaction: Db,
  { appId, userId, chainType }: UserKey & { chainType: string },
): Promise<number> {
  const { count } = await transaction
    .selectFrom('linked_account')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('type', '=', 'wallet')
    .where(sql<boolean>`data ->> 'recovery_method' = ${serverHeld}`)
    .where(sql<boolean>`data ->> 'chain_type' = ${chainType}`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Takes a server wallet that was put aside from the linked accounts of its user. */
export async function dropServerHeld(
  db: Db,
  { appId, userId, walletId }: UserKey & { walletId: string },
): Promise<void> {
  await db
    .deleteFrom('linked_account')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('type', '=', 'wallet')
    .where(sql<boolean>`data ->> 'recovery_method' = ${serverHeld}`)
    .where(sql<boolean>`data ->> 'id' = ${walletId}`)
    .execute()
}
