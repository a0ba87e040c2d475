import { createHash } from 'node:crypto'
import { ApiError, api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { guestKeys } from '../../authority/guest-key.js'
import { findGuestKey } from '../../db/guest-keys.js'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { admit, signIn } from '../../identity/sign-in.js'

/** Guest login (wire reference §11.9). */
export function guestRoutes(deps: Deps): Implementation[] {
  return implement(api.guest, {
    authenticate: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body, request }) => {
        const key = await keyOfGuest(deps, app, body.guest_credential)
        const verdict = await admit(deps, { app, method: 'guest_auth', key })
        return signIn(deps, { verdict, data: {}, device: request.device })
      },
    },
  })
}

/** The key of a guest's account: the newest, unless the account was made under a key of the deployment before that one. */
async function keyOfGuest(deps: Deps, app: App, credential: string): Promise<string> {
  const keys = guestKeys(deps.keyEncryption, digestCredential(credential))
  const [newest = ''] = keys
  if (keys.length === 1) return newest
  return (await findGuestKey(deps.db, { appId: app.id, keys })) ?? newest
}

/**
 * The SHA-256 of a credential, which is 32 random bytes.
 *
 * @throws ApiError `invalid_data` when it is not 32 bytes in canonical base64url (wire reference §17.5).
 */
function digestCredential(credential: string): string {
  const bytes = Buffer.from(credential, 'base64url')
  if (bytes.length !== 32 || bytes.toString('base64url') !== credential) {
    throw new ApiError('invalid_data', {
      message: 'Guest credential must be 32 bytes in base64url.',
    })
  }
  return createHash('sha256').update(bytes).digest('base64url')
}
