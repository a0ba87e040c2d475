import type { TestAccountTable } from './app-tables.js'
import { lockApp } from './apps.js'
import type { Db } from './connect.js'

/** A test account as it is stored. */
export type TestAccountRow = TestAccountTable

/** The test accounts of an app, oldest first. */
export async function listTestAccounts(db: Db, appId: string): Promise<TestAccountRow[]> {
  return db
    .selectFrom('test_account')
    .select(['app_id', 'id', 'name', 'email', 'phone_number', 'code', 'created_at', 'mac'])
    .where('app_id', '=', appId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Adds a test account; false when the app has `limit` of them. */
export async function addTestAccount(
  db: Db,
  { limit, ...row }: TestAccountRow & { limit: number },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockApp(transaction, row.app_id)
    const existing = await listTestAccounts(transaction, row.app_id)
    if (existing.length >= limit) return false
    await transaction.insertInto('test_account').values(row).execute()
    return true
  })
}

/** Removes a test account. */
export async function removeTestAccount(
  db: Db,
  { appId, id }: { appId: string; id: string },
): Promise<void> {
  await db.deleteFrom('test_account').where('app_id', '=', appId).where('id', '=', id).execute()
}
