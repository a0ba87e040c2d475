import { CallRefused } from '@sallyport/keyholder'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { sql } from 'kysely'
import type { VaultDatabase } from './database.js'
import { removeAllOf, type UserKey } from './factors/factor-store.js'
import { countersOfUser } from './factors/tries.js'
import { removeContacts } from './notices/contacts.js'
import { insertNotices } from './notices/outbox.js'
import { noticesFor } from './notices/tell.js'
import type { RecoveryDeps } from './recovery-deps.js'
import { removeRootPins } from './root-pin-rows.js'

/**
 * Deletes the factors and counters of a user and notes that the user is deleted. After it the vault answers no call of the
 * user: a thief who has the API delete a user gets rid of the factors, and of the recovery keys with them (P6). The user is
 * told, by mail. Safe to repeat.
 */
export async function deleteUser(
  { appId, userId }: VaultInput<'deleteUser'>,
  deps: Pick<RecoveryDeps, 'db' | 'clock' | 'cipher' | 'config' | 'counters'>,
): Promise<VaultOutput<'deleteUser'>> {
  const { db, clock } = deps
  const event = { kind: 'user_deleted', atMs: clock.nowMs() } as const
  const notices = await noticesFor({ appId, userId }, event, deps)
  // One transaction: a reader who finds no factor any more finds the note.
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('deleted_user')
      .values({ app_id: appId, user_id: userId, deleted_at_ms: String(clock.nowMs()) })
      .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doNothing())
      .execute()
    await removeAllOf({ appId, userId }, transaction)
    await removeCounters({ appId, userId }, transaction)
    // What is in the outbox is sent all the same.
    await removeRootPins({ appId, userId }, transaction)
    await removeContacts({ appId, userId }, transaction)
    await insertNotices(notices, transaction)
  })
  for (const prefix of countersOf({ appId, userId })) deps.counters.forget(prefix)
  return {}
}

/**
 * Refuses a call of a deleted user. Where the call needs a factor, this comes after that check: before it, a deletion between
 * the two would let a call through that has proven none.
 *
 * @throws CallRefused `invalid_token`
 */
export async function refuseDeletedUser(
  { appId, userId }: UserKey,
  { db }: { db: VaultDatabase },
): Promise<void> {
  const row = await db
    .selectFrom('deleted_user')
    .select('user_id')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row) throw new CallRefused('invalid_token', new Error('The user was deleted'))
}

async function removeCounters(user: UserKey, db: VaultDatabase): Promise<void> {
  for (const prefix of countersOf(user)) {
    await sql`delete from release_log where starts_with(subject, ${prefix})`.execute(db)
  }
}

/** What the subjects of a user's counters begin with: JSON that names the user and one thing more. */
function countersOf({ appId, userId }: UserKey): string[] {
  const ofWallets = ['wallet', 'counted', 'guessed'].map((kind) => [kind, appId, userId])
  const all = [...ofWallets, ...countersOfUser({ appId, userId })]
  return all.map((subject) => `${JSON.stringify(subject).slice(0, -1)},`)
}
