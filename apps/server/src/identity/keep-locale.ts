import type { Db } from '../db/connect.js'
import type { UserKey } from '../db/links.js'
import { writeUserLocale } from '../db/user-locale.js'
import { settlingMs } from '../session/settled-login.js'
import type { LoginBrowser } from './sign-in.js'

/** What a login says of its language. */
interface LocaleOfLogin extends UserKey, Pick<LoginBrowser, 'device' | 'locale'> {
  /** Of the user, as it is stored. */
  stored: string | null
  nowMs: number
}

/**
 * Keeps the language of a login as that of the user's messages, when the user has had a session in this browser for seven days: a thief who
 * logs in must not choose in which language the user is warned. Browsers without an id of their own are not told apart well enough.
 */
export async function keepLocale(
  db: Db,
  { appId, userId, device, locale, stored, nowMs }: LocaleOfLogin,
): Promise<void> {
  const { client_id: clientId } = device
  if (locale === undefined || locale === stored || clientId === undefined) return
  await writeUserLocale(db, { appId, userId, locale, clientId, forMs: settlingMs, nowMs })
}
