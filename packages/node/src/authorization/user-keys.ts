import type { RouteResponse } from '@sallyport/contract'
import type { serverWallets } from '@sallyport/contract/wallet-api'
import { fromBase64, toBase64 } from '../encoding.js'
import { generateRecipient, open } from '../seal/hpke.js'
import type { ExchangeUserToken } from './context.js'
import { importSigningKey } from './keys.js'

/** What asks the server for a user's key: `authenticateWithJwt` of the wallets. */
type AskForKey = (body: {
  user_jwt: string
  encryption_type: 'HPKE'
  recipient_public_key: string
}) => Promise<RouteResponse<typeof serverWallets.authenticate>>

/** A key that is about to expire is not begun with. */
const marginMs = 10_000
/** Most tokens whose keys are kept. */
const most = 1_000

/** Exchanges tokens of users for keys that sign for them. A key is kept until it expires, and asked for once at a time. */
export function createUserKeys(ask: AskForKey, nowMs: () => number): ExchangeUserToken {
  const kept = new Map<string, { asked: ReturnType<typeof exchange>; expiresAtMs: number }>()
  return async (token) => {
    const found = kept.get(token)
    if (found && nowMs() + marginMs < found.expiresAtMs) return (await found.asked).key
    // Until the answer says when it expires, those who ask meanwhile wait for it.
    const entry = { asked: exchange(ask, token), expiresAtMs: Number.POSITIVE_INFINITY }
    kept.set(token, entry)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    try {
      const { key, expiresAtMs } = await entry.asked
      entry.expiresAtMs = expiresAtMs
      return key
    } catch (error) {
      if (kept.get(token) === entry) kept.delete(token)
      throw error
    }
  }
}

async function exchange(ask: AskForKey, token: string) {
  const recipient = await generateRecipient()
  const spki = await crypto.subtle.exportKey('spki', recipient.publicKey)
  const { encrypted_authorization_key: sealed, expires_at: expiresAtMs } = await ask({
    user_jwt: token,
    encryption_type: 'HPKE',
    recipient_public_key: toBase64(new Uint8Array(spki)),
  })
  const opened = await open(recipient, {
    enc: fromBase64(sealed.encapsulated_key),
    ciphertext: fromBase64(sealed.ciphertext),
  })
  return { key: await importSigningKey(new TextDecoder().decode(opened)), expiresAtMs }
}
