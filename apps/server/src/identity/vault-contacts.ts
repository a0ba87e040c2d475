import { userIdPrefix } from '@sallyport/contract'
import type { VaultInput } from '@sallyport/protocols/vault'
import {
  type ContactChange,
  dropContactChange,
  readEmails,
  takeContactChanges,
} from '../db/contact-changes.js'
import type { UserKey } from '../db/links.js'
import type { Deps } from '../deps.js'
import { VaultRefusal } from '../ports/vault.js'

/** Changes that are told side by side. */
const batch = 10
/** The vault takes no more of one user. */
const mostAddresses = 5
const longestName = 200

/** Whom the vault tells by itself of what happens to a user's wallet (P6); undefined for an app that is not served. */
export async function readContacts(
  { db, apps }: Pick<Deps, 'db' | 'apps'>,
  owner: UserKey,
): Promise<VaultInput<'pinContacts'>['contacts'] | undefined> {
  return toContacts({ apps }, { ...owner, emails: await readEmails(db, owner) })
}

async function toContacts(
  { apps }: Pick<Deps, 'apps'>,
  { appId, emails }: { appId: string; emails: readonly string[] },
): Promise<VaultInput<'pinContacts'>['contacts'] | undefined> {
  const app = await apps.find(appId)
  if (app === undefined) return undefined
  // A test account has no mailbox.
  const own = emails.filter((address) => app.testCodeOf(address) === undefined)
  return { appName: app.settings.name.slice(0, longestName), emails: own.slice(0, mostAddresses) }
}

/** Tells the vault the addresses that have changed. While the vault is away, or refuses, it is tried again each minute. */
export async function pinChangedContacts(
  deps: Pick<Deps, 'db' | 'apps' | 'vault' | 'clock' | 'logger'>,
): Promise<void> {
  for (;;) {
    const nowMs = deps.clock.nowMs()
    const changes = await takeContactChanges(deps.db, { nowMs, limit: batch })
    await Promise.all(changes.map((change) => pin(deps, change)))
    if (changes.length < batch) return
  }
}

async function pin(
  deps: Pick<Deps, 'db' | 'apps' | 'vault' | 'logger'>,
  change: ContactChange,
): Promise<void> {
  const { appId, userId, emails } = change
  try {
    const contacts = emails && (await toContacts(deps, { appId, emails }))
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
