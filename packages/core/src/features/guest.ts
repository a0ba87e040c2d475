import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { call } from '../http.js'
import { completeLogin, type Login } from '../session/login.js'

/**
 * Logs in as this browser's guest, making one on first use. The guest is bound to a key that cannot be taken out of the
 * browser; where the browser keeps no keys, to a credential in its storage (wire reference §17.5).
 *
 * @throws ClientError `not_supported` when a user is signed in already, and when the browser does not open the guest's key.
 */
export async function login(client: SallyportClient): Promise<Login> {
  if (client.state.user) {
    throw new ClientError('not_supported', { message: 'Log out before logging in as a guest' })
  }
  const answer = await import('../guest/guest-key.js').then((it) =>
    it.presentGuest(client.environment, {
      init: () => call(client, pageApi.guest.init, { body: {} }),
      authenticate: (body) => call(client, pageApi.guest.authenticate, { body }),
    }),
  )
  return completeLogin(client, answer, { name: 'guest', isAccount: () => false })
}

/** Makes this browser forget its guest; the account is lost unless it has another way to log in. A session stays open. */
export async function forget({ environment }: SallyportClient): Promise<void> {
  await import('../guest/guest-key.js').then((it) => it.forgetGuest(environment))
}
