import { addAccountMessage, walletCallMessage } from '@sallyport/contract'
import { base64urlToBytes, bytesToBase64url } from '../base64.js'

/*
 * Where the browser keeps no cookie for this frame, a login's grant is bound to a key of the frame that cannot be taken out
 * of the browser. The page that hands the grant over has no use for it.
 */

/** Grants of this browser below this site, for sessions whose logins named this frame's key. */
export interface WalletGrants {
  /** Public key of this frame: raw P-256 point, base64url. */
  publicKey(): Promise<string>
  keep(accessToken: string, grant: string): Promise<void>
  /** What proves that this browser logged in, for a call with the token; undefined without a grant for its session. */
  headerFor(accessToken: string): Promise<string | undefined>
  /** The same for a call of the page that adds an account. It opens no wallet. */
  proofFor(accessToken: string): Promise<string | undefined>
}

/** Where grants and the key are kept. */
export interface GrantStore {
  /** Whether anything was ever kept; known at once. */
  isUsed(): boolean
  get(name: string): Promise<unknown>
  put(name: string, value: unknown): Promise<void>
}

/** The grants in `store`. */
export function createWalletGrants({
  appId,
  webCrypto: { subtle },
  store,
}: {
  appId: string
  webCrypto: Crypto
  store: GrantStore
}): WalletGrants {
  let opening: Promise<CryptoKeyPair> | undefined
  const openKey = async () => {
    const known = await store.get(keyName)
    // Only the next lines write it.
    if (known !== undefined) return known as CryptoKeyPair
    const pair = await subtle.generateKey(algorithm, false, ['sign', 'verify'])
    await store.put(keyName, pair)
    return pair
  }
  const key = () => {
    opening ??= openKey()
    return opening
  }
  const publicKey = async () => {
    const point = await subtle.exportKey('raw', (await key()).publicKey)
    return bytesToBase64url(new Uint8Array(point))
  }
  const grants = new Map<string, string>()
  const headers = new Map<string, string>()
  const readGrant = async (sessionId: string) => {
    const known = grants.get(sessionId) ?? (await store.get(grantName(sessionId)))
    return typeof known === 'string' ? known : undefined
  }
  const sign = async (accessToken: string, message: string) => {
    const sessionId = sessionOf(accessToken)
    const grant = sessionId === undefined ? undefined : await readGrant(sessionId)
    if (grant === undefined) return undefined
    const text = new TextEncoder().encode(message)
    const { privateKey } = await key()
    const signature = await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text)
    return `${grant}.${await publicKey()}.${bytesToBase64url(new Uint8Array(signature))}`
  }
  return {
    publicKey,
    async keep(accessToken, grant) {
      const sessionId = sessionOf(accessToken)
      if (sessionId === undefined) return
      grants.set(sessionId, grant)
      await store.put(grantName(sessionId), grant)
    },
    proofFor: (accessToken) => sign(accessToken, addAccountMessage(appId, accessToken)),
    async headerFor(accessToken) {
      const made = headers.get(accessToken)
      if (made !== undefined) return made
      const header = await sign(accessToken, walletCallMessage(appId, accessToken))
      if (header === undefined) return undefined
      // A user has one session here, whose tokens follow each other.
      headers.clear()
      headers.set(accessToken, header)
      return header
    },
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const keyName = 'key'
const grantName = (sessionId: string) => `grant ${sessionId}`

/** The session an access token is of. Only decoded, to find its grant: the server verifies both. */
function sessionOf(accessToken: string): string | undefined {
  try {
    const [, payload = ''] = accessToken.split('.')
    const claims: unknown = JSON.parse(new TextDecoder().decode(base64urlToBytes(payload)))
    const { sid } = Object(claims) as { sid?: unknown }
    return typeof sid === 'string' ? sid : undefined
  } catch {
    return undefined // Not a token: the server refuses it.
  }
}
