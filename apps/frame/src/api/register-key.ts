import { type RouteInput, walletKey } from '@sallyport/contract'
import type { CallSender } from './call-route.js'

/**
 * Gives the key of this frame with its registration, for logins to name; null where cookies of this frame are kept, so that a
 * login's grant is in one.
 *
 * @throws CallFailure when the server cannot be asked.
 */
export type RegisterKey = (input: {
  /** Logins are made at the app's own address, whose cookies do not reach this frame. */
  withoutCookie: boolean
  /** Makes the key, where there is none yet. */
  publicKey: () => Promise<string>
}) => Promise<string | null>

/**
 * Only the server sees which cookies arrive: what `document.cookie` shows says little about those of calls, and browsers
 * decide by site, by address and by what their tracking prevention has learned.
 */
export function createRegisterKey(send: CallSender): RegisterKey {
  const beforeLogin = { accessToken: undefined, grant: undefined }
  const register = (body: RouteInput<typeof walletKey.register>['body']) =>
    send(walletKey.register, { body }, beforeLogin)
  return async ({ withoutCookie, publicKey }) => {
    if (!withoutCookie) {
      // Its answer sets a cookie where there is none. The next call shows whether it was kept.
      const { cookies } = await register({})
      if (cookies === 'kept') return null
    }
    const answer = await register({ public_key: await publicKey(), without_cookie: withoutCookie })
    return answer.wallet_key
  }
}
