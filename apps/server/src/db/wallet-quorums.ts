import type { Selectable } from 'kysely'
import type { Db } from './connect.js'
import type { WalletQuorumTable } from './wallet-api-tables.js'

/** A key quorum as calls show it. */
export type WalletQuorumRow = Selectable<WalletQuorumTable>

/** Stores a quorum, or what has become of it. */
export async function storeQuorum(db: Db, quorum: WalletQuorumRow): Promise<void> {
  const { app_id, quorum_id, created_at, display_name, threshold } = quorum
  const members = {
    public_keys: JSON.stringify(quorum.public_keys),
    user_ids: JSON.stringify(quorum.user_ids),
    key_quorum_ids: JSON.stringify(quorum.key_quorum_ids),
  }
  await db
    .insertInto('wallet_quorum')
    .values({ app_id, quorum_id, created_at, display_name, threshold, ...members })
    .onConflict((conflict) =>
      conflict
        .columns(['app_id', 'quorum_id'])
        .doUpdateSet({ display_name, threshold, ...members }),
    )
    .execute()
}

/** A quorum of the app. */
export async function readQuorum(
  db: Db,
  { appId, quorumId }: { appId: string; quorumId: string },
): Promise<WalletQuorumRow | undefined> {
  return db
    .selectFrom('wallet_quorum')
    .selectAll()
    .where('app_id', '=', appId)
    .where('quorum_id', '=', quorumId)
    .executeTakeFirst()
}

/** Forgets a quorum that its members have ended. */
export async function dropQuorum(
  db: Db,
  { appId, quorumId }: { appId: string; quorumId: string },
): Promise<void> {
  await db
    .deleteFrom('wallet_quorum')
    .where('app_id', '=', appId)
    .where('quorum_id', '=', quorumId)
    .execute()
}

/** Which of these quorums are noted. */
export async function listKnownQuorums(
  db: Db,
  { appId, ids }: { appId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('wallet_quorum')
    .select('quorum_id')
    .where('app_id', '=', appId)
    .where('quorum_id', 'in', ids)
    .execute()
  return rows.map((row) => row.quorum_id)
}
