import type { CustomOAuthProvider } from '@sallyport/contract'
import { sql } from 'kysely'
import type { HashKey } from '../authority/keyed-hash.js'
import { changeApp } from './apps.js'
import type { Db } from './connect.js'

/** Changes the list of providers that an app has added; changes at the same time follow each other. */
export async function updateCustomProviders(
  deps: { db: Db; keyEncryption: HashKey },
  change: {
    appId: string
    /** @throws to leave the list as it is. */
    edit(list: readonly CustomOAuthProvider[]): CustomOAuthProvider[]
    nowMs: number
  },
): Promise<void> {
  const { appId, edit, nowMs } = change
  const write = async (transaction: Db) => {
    const { list } = await transaction
      .selectFrom('app')
      .select(
        sql<CustomOAuthProvider[]>`coalesce(config -> 'custom_oauth_providers', '[]')`.as('list'),
      )
      .where('id', '=', appId)
      .executeTakeFirstOrThrow()
    const changed = JSON.stringify({ custom_oauth_providers: edit(list) })
    await sql`update app set config = config || ${changed}::jsonb, updated_at = ${nowMs}
      where id = ${appId}`.execute(transaction)
  }
  await changeApp(deps, { appId, change: write })
}
