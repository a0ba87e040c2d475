import type { RecordPlace } from '@sallyport/crypto'
import { LimitReached } from '@sallyport/keyholder'
import type { VaultDatabase } from '../database.js'
import type { FactorDeps } from '../factors/factor-deps.js'
import { openJson, sealJson, type UserKey } from '../factors/factor-store.js'
import { type ContactList, changeContacts, formerMs, type NewContacts } from './contact-list.js'
import { insertNotices, writeNotices } from './outbox.js'

/** What is needed to read and change whom the vault tells. */
export type ContactDeps = Pick<FactorDeps, 'db' | 'cipher' | 'clock' | 'config'>

/**
 * Takes over the addresses that the API names. The addresses before are told of the change, and of everything that happens in
 * the seven days after it.
 *
 * @throws LimitReached when they were changed too often.
 */
export async function storeContacts(
  user: UserKey,
  contacts: NewContacts,
  deps: ContactDeps,
): Promise<void> {
  // Another change at the same time makes the update miss; then it is made to what that one has left.
  for (;;) if (await changeOnce(user, contacts, deps)) return
}

async function changeOnce(
  user: UserKey,
  contacts: NewContacts,
  deps: ContactDeps,
): Promise<boolean> {
  const nowMs = deps.clock.nowMs()
  const stored = await readRow(user, deps.db)
  const before = stored && (await openContacts(user, stored, deps))
  const change = changeContacts(before, contacts, nowMs)
  if ('fullUntilMs' in change) throw new LimitReached(change.fullUntilMs - nowMs)
  if (before !== undefined && isSame(before, change.list)) return true
  const record = await sealJson(change.list, { place: placeOfContacts(user), cipher: deps.cipher })
  const event = { kind: 'contacts_changed', atMs: nowMs, untilMs: nowMs + formerMs } as const
  const to = before !== undefined && change.removed.length > 0 ? change.removed : []
  const notices = await writeNotices({ event, appName: contacts.appName, to }, deps)
  return deps.db.transaction().execute(async (transaction) => {
    if (!(await writeRow(user, { record, stored }, transaction))) return false
    await insertNotices(notices, transaction)
    return true
  })
}

function isSame(before: ContactList, after: ContactList): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}

/** Whom the vault tells of a user; undefined when the API has named no one. */
export async function readContacts(
  user: UserKey,
  deps: Pick<ContactDeps, 'db' | 'cipher'>,
): Promise<ContactList | undefined> {
  const record = await readRow(user, deps.db)
  return record && openContacts(user, record, deps)
}

function openContacts(user: UserKey, record: Buffer, { cipher }: Pick<ContactDeps, 'cipher'>) {
  return openJson<ContactList>(record, { place: placeOfContacts(user), cipher })
}

async function readRow({ appId, userId }: UserKey, db: VaultDatabase): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('contact')
    .select('record')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.record
}

/** Writes the row unless it was changed since it was read; whether it was written. */
async function writeRow(
  { appId, userId }: UserKey,
  { record, stored }: { record: Buffer; stored: Buffer | undefined },
  db: VaultDatabase,
): Promise<boolean> {
  if (stored === undefined) {
    const inserted = await db
      .insertInto('contact')
      .values({ app_id: appId, user_id: userId, record })
      .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doNothing())
      .returning('app_id')
      .executeTakeFirst()
    return inserted !== undefined
  }
  const updated = await db
    .updateTable('contact')
    .set({ record })
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('record', '=', stored)
    .returning('app_id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Forgets whom to tell of a user. */
export async function removeContacts({ appId, userId }: UserKey, db: VaultDatabase): Promise<void> {
  await db.deleteFrom('contact').where('app_id', '=', appId).where('user_id', '=', userId).execute()
}

/** Where a user's contacts are. */
export function placeOfContacts({ appId, userId }: UserKey): RecordPlace {
  return { table: 'contact', column: 'record', row: [appId, userId] }
}
