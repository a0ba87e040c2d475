import { pageApi, storageKeys } from '@sallyport/contract'
import { toBase64Url } from '../bytes.js'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { call } from '../http.js'
import { completeLogin, type Login } from '../session/login.js'

/**
 * Logs in as this browser's guest, making one on first use. The credential, 32 random bytes as base64url, never leaves the
 * browser but for this call (wire reference §17.5).
 *
 * @throws ClientError `not_supported` when a user is signed in already.
 */
export async function login(client: SallyportClient): Promise<Login> {
  if (client.state.user) {
    throw new ClientError('not_supported', { message: 'Log out before logging in as a guest' })
  }
  const body = { guest_credential: credential(client) }
  const answer = await call(client, pageApi.guest.authenticate, { body })
  return completeLogin(client, answer, { name: 'guest', isAccount: () => false })
}

function credential({ environment }: SallyportClient): string {
  const key = storageKeys.guestCredential(environment.appId)
  const known = environment.storage.get(key)
  if (typeof known === 'string' && known.length === 43) return known
  const fresh = toBase64Url(environment.randomBytes(32))
  environment.storage.set(key, fresh)
  return fresh
}
