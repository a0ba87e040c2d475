import type { FactorDeps } from '../factors/factor-deps.js'
import type { UserKey } from '../factors/factor-store.js'
import { addressesOf } from './contact-list.js'
import { readContacts } from './contacts.js'
import type { NoticeEvent } from './notice-texts.js'
import { insertNotices, writeNotices } from './outbox.js'

/** The notices of an event, one for each address of the user, for `insertNotices`. */
export async function noticesFor(
  user: UserKey,
  event: NoticeEvent,
  deps: Pick<FactorDeps, 'db' | 'cipher' | 'config'>,
): ReturnType<typeof writeNotices> {
  const contacts = await readContacts(user, deps)
  if (contacts === undefined) return []
  const to = addressesOf(contacts, event.atMs)
  return writeNotices({ event, appName: contacts.appName, to }, deps)
}

/** Puts a notice of something that has happened into the outbox, for each address of the user. */
export async function tellUser(
  user: UserKey,
  event: NoticeEvent,
  deps: Pick<FactorDeps, 'db' | 'cipher' | 'config'>,
): Promise<void> {
  await insertNotices(await noticesFor(user, event, deps), deps.db)
}
