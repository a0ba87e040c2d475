import { authenticRows } from '../authority/authentic-rows.js'
import { rowMac } from '../authority/row-mac.js'
import type { Db } from '../db/connect.js'
import { noteContactChange } from '../db/contact-changes.js'
import { writeVerifiedEmail } from '../db/verified-emails.js'
import type { Deps } from '../deps.js'
import { hasVerifiedEmail } from './proven-account.js'
import type { Verdict } from './sign-in.js'

/**
 * Keeps the address that the provider of an account has verified, where users and lists are told by it, and has the vault told
 * when it has changed. After a login or a linking; of other accounts it does nothing.
 */
export async function keepVerifiedEmail(
  { keyEncryption, clock }: Pick<Deps, 'keyEncryption' | 'clock'>,
  db: Db,
  { verdict, userId }: { verdict: Verdict; userId: string },
): Promise<void> {
  const { app, account, verifiedEmail = null } = verdict
  if (!hasVerifiedEmail(account.type)) return
  const owner = { appId: app.id, userId }
  const row = { app_id: app.id, user_id: userId, ...account, verified_email: verifiedEmail }
  const mac =
    verifiedEmail === null ? null : rowMac(keyEncryption, authenticRows.verifiedEmail, row)
  if (!(await writeVerifiedEmail(db, { ...owner, account, email: verifiedEmail, mac }))) return
  await noteContactChange(db, { ...owner, nowMs: clock.nowMs() })
}
