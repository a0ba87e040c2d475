import { createHash } from 'node:crypto'
import { ApiError, api } from '@sallyport/contract'
import { findUserId, type ProvenAccount } from '../../db/users.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { requireMethod } from '../../identity/rules.js'
import { signIn } from '../../identity/sign-in.js'

/** Guest login (wire reference §11.9). */
export function guestRoutes(deps: Deps): Implementation[] {
  return implement(api.guest, {
    authenticate: async ({ caller: { app }, body }) => {
      requireMethod(app, 'guest_auth')
      const account = proveGuest(body.guest_credential)
      const userId = await findUserId(deps.db, { appId: app.id, ...account })
      return signIn(deps, { app, account, userId, isGuest: true })
    },
  })
}

/**
 * The account a guest credential names: its hash, because the credential is 32 random bytes.
 *
 * @throws ApiError `invalid_data` when it is not 32 bytes in canonical base64url (wire reference §17.5).
 */
export function proveGuest(credential: string): ProvenAccount {
  const bytes = Buffer.from(credential, 'base64url')
  if (bytes.length !== 32 || bytes.toString('base64url') !== credential) {
    throw new ApiError('invalid_data', {
      message: 'Guest credential must be 32 bytes in base64url.',
    })
  }
  return { type: 'guest', key: createHash('sha256').update(bytes).digest('base64url'), data: {} }
}
