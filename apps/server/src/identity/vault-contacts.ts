import { userIdPrefix } from '@sallyport/contract'
import type { VaultInput } from '@sallyport/protocols/vault'
import { authenticRows } from '../authority/authentic-rows.js'
import { isRowMac } from '../authority/row-mac.js'
import { refuseRow } from '../authority/row-refused.js'
import { type ContactChange, dropContactChange, takeContactChanges } from '../db/contact-changes.js'
import type { UserKey } from '../db/links.js'
import { listEmailAccounts } from '../db/verified-emails.js'
import type { Deps } from '../deps.js'
import { VaultRefusal } from '../ports/vault.js'

/** Changes that are told side by side. */
const batch = 10
/** The vault takes no more of one user. */
const mostAddresses = 5
const longestName = 200

/** What reading the addresses needs, and reporting a row that is refused. */
type ContactDeps = Parameters<typeof refuseRow>[0] & Pick<Deps, 'apps' | 'keyEncryption'>

/**
 * Whom the vault tells by itself of what happens to a user's wallet (P6); undefined for an app that is not served.
 *
 * @throws RowRefused for an account or address that this server did not write (P5): the vault keeps the addresses it has.
 */
export async function readContacts(
  deps: ContactDeps,
  owner: UserKey,
): Promise<VaultInput<'pinContacts'>['contacts'] | undefined> {
  const app = await deps.apps.find(owner.appId)
  if (app === undefined) return undefined
  const rows = await listEmailAccounts(deps.db, owner)
  for (const row of rows) requireAuthentic(deps, row)
  // Those of logins by email first.
  const ofLogins = rows.filter(({ type }) => type === 'email').map(({ key }) => key.toLowerCase())
  const ofProviders = rows.flatMap(({ verified_email }) => verified_email ?? [])
  const emails = [...new Set([...ofLogins.sort(), ...ofProviders.sort()])]
  // A test account has no mailbox.
  const own = emails.filter((address) => app.testCodeOf(address) === undefined)
  return { appName: app.settings.name.slice(0, longestName), emails: own.slice(0, mostAddresses) }
}

function requireAuthentic(
  deps: ContactDeps,
  row: Awaited<ReturnType<typeof listEmailAccounts>>[number],
): void {
  const key = deps.keyEncryption
  const isAccount = isRowMac(row.mac, { key, of: authenticRows.linkedAccount, row })
  const isEmail =
    row.verified_email === null ||
    isRowMac(row.email_mac, { key, of: authenticRows.verifiedEmail, row })
  if (isAccount && isEmail) return
  throw refuseRow(deps, { table: 'linked_account', appId: row.app_id, userId: row.user_id })
}

/** Tells the vault the addresses that have changed. While the vault is away, or refuses, it is tried again each minute. */
export async function pinChangedContacts(deps: ContactDeps & Pick<Deps, 'vault'>): Promise<void> {
  for (;;) {
    const nowMs = deps.clock.nowMs()
    const changes = await takeContactChanges(deps.db, { nowMs, limit: batch })
    await Promise.all(changes.map((change) => pin(deps, change)))
    if (changes.length < batch) return
  }
}

async function pin(deps: ContactDeps & Pick<Deps, 'vault'>, change: ContactChange): Promise<void> {
  const { appId, userId, is_told: isTold } = change
  try {
    const contacts = isTold ? await readContacts(deps, { appId, userId }) : undefined
    if (contacts) {
      const user = { appId, userId: userIdPrefix + userId }
      await deps.vault.call('pinContacts', { ...user, contacts })
    }
    await dropContactChange(deps.db, change)
  } catch (error) {
    // The vault has forgotten the user: there is nothing to tell.
    const isOver = error instanceof VaultRefusal && error.code === 'invalid_token'
    if (isOver) return dropContactChange(deps.db, change)
    const reason = error instanceof Error ? error.message : 'unknown'
    deps.logger.warn({ appId, reason }, 'the vault could not be told the addresses of a user')
  }
}
