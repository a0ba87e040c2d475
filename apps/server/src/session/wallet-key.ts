import { type HashKey, isKeyedHash, keyedHash } from '../authority/keyed-hash.js'
import { isP256Point } from '../authority/p256-signature.js'

/*
 * Where the browser keeps no cookies for the wallet frame, a login's grant is bound to a key of the frame. The key counts
 * only with a registration, which the server gives to calls from the auth origin: a page of the app cannot make one, and the
 * frame answers it only where its cookies are not kept. It is a keyed hash, so nothing of it is in the database.
 */

/** Long enough for a login that was prepared when the page opened; a client asks for another when it is over. */
const registrationSeconds = 3600

/** The text that a login names: the key, the end of its registration in seconds since 1970, and the registration. */
export function registeredKey(
  key: HashKey,
  { appId, publicKey, nowMs }: { appId: string; publicKey: string; nowMs: number },
): string {
  const endsAt = String(Math.floor(nowMs / 1000) + registrationSeconds)
  const hash = keyedHash(key, 'wallet-key', [appId, publicKey, endsAt])
  return `${publicKey}.${endsAt}.${Buffer.from(hash).toString('base64url')}`
}

/** The public key of a text that `registeredKey` made for the app; undefined when it is over or was made elsewhere. */
export function readRegisteredKey(
  key: HashKey,
  { appId, text, nowMs }: { appId: string; text: string; nowMs: number },
): string | undefined {
  const match = registered.exec(text)
  if (!match) return undefined
  const [, publicKey = '', endsAt = '', hash = ''] = match
  const parts = [appId, publicKey, endsAt]
  const isOurs = isKeyedHash(Buffer.from(hash, 'base64url'), { key, purpose: 'wallet-key', parts })
  return isOurs && nowMs < Number(endsAt) * 1000 && isP256Point(publicKey) ? publicKey : undefined
}

/** Whether a text has the form of a key with its registration, good or not. */
export function namesRegisteredKey(text: string): boolean {
  return registered.test(text)
}

const registered = /^([\w-]{87})\.(\d{1,12})\.([\w-]{48})$/
