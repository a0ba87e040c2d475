/* Loaded with the first login as a guest. Imports no heads of routes, which would then all be in a chunk that pages load first. */
import { guestLoginMessage, keepConnection, type Session, storageKeys } from '@sallyport/contract'
import { toBase64Url } from '../bytes.js'
import type { Environment } from '../environment.js'
import { ClientError } from '../errors.js'

/** In storage: this browser's guest is bound to a key. */
const boundFlag = (appId: string) => `sallyport:guest:${appId}`

/** What a login as a guest sends: a signature by this browser's key or, where the browser keeps none, a credential. */
interface GuestProof {
  guest_credential?: string
  key_proof?: { public_key: string; challenge: string; signature: string }
}

/** The calls of a login as a guest. */
interface GuestCalls {
  init(): Promise<{ challenge: string }>
  authenticate(proof: GuestProof): Promise<Session>
}

/**
 * Logs in as this browser's guest. The guest's key cannot be taken out of the browser, and each signature counts once, so that
 * nothing in the page's storage logs in elsewhere (T-28).
 *
 * @throws ClientError `not_supported` when the guest's key cannot be read now; what the calls throw.
 */
export async function presentGuest(environment: Environment, calls: GuestCalls): Promise<Session> {
  const key = await openKey(environment)
  if (!key) return calls.authenticate({ guest_credential: credential(environment) })
  const { storage, appId } = environment
  const { challenge } = await calls.init()
  const former = storage.get(storageKeys.guestCredential(appId))
  const answer = await calls.authenticate({
    key_proof: await prove(key, { appId, challenge }),
    // Of an earlier version: its guest is bound to the key by this login.
    ...(typeof former === 'string' ? { guest_credential: former } : {}),
  })
  storage.remove(storageKeys.guestCredential(appId))
  storage.set(boundFlag(appId), true)
  return answer
}

async function prove(
  key: CryptoKeyPair,
  { appId, challenge }: { appId: string; challenge: string },
): Promise<NonNullable<GuestProof['key_proof']>> {
  const message = new TextEncoder().encode(guestLoginMessage(appId, challenge))
  const { subtle } = crypto
  const signature = await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, message)
  const point = await subtle.exportKey('raw', key.publicKey)
  return {
    public_key: toBase64Url(new Uint8Array(point)),
    challenge,
    signature: toBase64Url(new Uint8Array(signature)),
  }
}

/** Forgets this browser's guest: the next login as a guest makes another one. */
export async function forgetGuest(environment: Environment): Promise<void> {
  const { storage, appId } = environment
  storage.remove(storageKeys.guestCredential(appId))
  storage.remove(boundFlag(appId))
  if (typeof indexedDB === 'undefined') return
  await useKeys(environment, (keys) => result(keys.delete(appId)))
}

function credential({ storage, appId, randomBytes }: Environment): string {
  const name = storageKeys.guestCredential(appId)
  const known = storage.get(name)
  if (typeof known === 'string' && known.length === 43) return known
  const fresh = toBase64Url(randomBytes(32))
  storage.set(name, fresh)
  return fresh
}

/**
 * The key of this browser's guest, made on first use; undefined where the browser keeps no keys.
 *
 * @throws ClientError `not_supported` when the guest has a key that cannot be read now: a login without it would make another
 *   guest.
 */
async function openKey(environment: Environment): Promise<CryptoKeyPair | undefined> {
  const { storage, appId } = environment
  try {
    const fresh = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    return await useKeys(environment, async (keys) => {
      // One transaction, so that two tabs end with one key. Only the next line writes it.
      const known = (await result(keys.get(appId))) as CryptoKeyPair | undefined
      if (known === undefined) await result(keys.put(fresh, appId))
      return known ?? fresh
    })
  } catch (error) {
    if (storage.get(boundFlag(appId)) !== true) return undefined
    const message = 'The browser does not open the guest’s key. Reload the page'
    throw new ClientError('not_supported', { message, cause: error })
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const storeName = 'keys'

/** Runs `work` on the guests' keys, in one transaction; on a connection of its own, because logins as a guest are rare. */
async function useKeys<T>(
  { clock }: Environment,
  work: (keys: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const open = async () => {
    const request = indexedDB.open('sallyport-guest', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(storeName)
    }
    return result(request)
  }
  const connection = keepConnection({ open, wait: (ms) => clock.wait(ms) })
  try {
    return await connection.use((database) =>
      work(database.transaction(storeName, 'readwrite').objectStore(storeName)),
    )
  } finally {
    void connection.close()
  }
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
