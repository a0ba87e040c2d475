import { type Kysely, sql } from 'kysely'

/** Foreign keys on the way from an app to its users' shares: table, columns, and the row they refer to. */
const towardsShares = [
  ['user_account', '(app_id)', 'app (id)'],
  ['wallet_root', '(app_id, user_id)', 'user_account (app_id, id)'],
  ['share_generation', '(app_id, user_id, wallet_id)', 'wallet_root (app_id, user_id, wallet_id)'],
  ['wallet_account', '(app_id, user_id, wallet_id)', 'wallet_root (app_id, user_id, wallet_id)'],
] as const

/** Postgres's own name for a foreign key of these columns. */
function nameOf(table: string, columns: string): string {
  return `${table}_${columns.replaceAll(/[()]/g, '').replaceAll(', ', '_')}_fkey`
}

/**
 * Deleting an app, a user or a root no longer deletes shares with it (T-17). An app is retired instead, and can be
 * restored.
 */
export const retiredApps = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const [table, columns, target] of towardsShares) {
      const name = nameOf(table, columns)
      await sql
        .raw(`alter table ${table} drop constraint ${name},
          add constraint ${name} foreign key ${columns} references ${target} on delete restrict`)
        .execute(db)
    }
    await sql`alter table app add column retired_at bigint`.execute(db)
  },
}
