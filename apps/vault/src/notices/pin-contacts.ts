import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { refuseDeletedUser } from '../deleted-users.js'
import { type ContactDeps, storeContacts } from './contacts.js'

/**
 * Takes over a user's email addresses. It needs no token: whatever the caller names, the addresses before are told.
 *
 * @throws CallRefused `invalid_token` for a deleted user. @throws LimitReached when they were changed too often.
 */
export async function pinContacts(
  { appId, userId, contacts }: VaultInput<'pinContacts'>,
  deps: ContactDeps,
): Promise<VaultOutput<'pinContacts'>> {
  await refuseDeletedUser({ appId, userId }, deps)
  await storeContacts({ appId, userId }, contacts, deps)
  return {}
}
