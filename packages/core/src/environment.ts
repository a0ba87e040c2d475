import { storageKeys } from '@sallyport/contract'
import type { ClientErrorCode } from './errors.js'
import { refuseSecrets } from './refuse-secrets.js'
import { type JsonStorage, jsonStorage } from './storage.js'
import type { ClientOptions, Locks } from './types.js'

/** Where a page keeps the app's own address, so that the next one refreshes without waiting for the config. */
export const callUrlKey = 'sallyport:api'

/** Where a page keeps that cookies of its logins do not reach the wallet frame, so that the next login asks the frame first. */
export const needsWalletKey = 'sallyport:needs_wallet_key'

/** What every call of one client shares: who it is, and its replaceable surroundings. */
export interface Environment {
  appId: string
  clientId: string | undefined
  /** Why no call can work, whatever the server says; unset where nothing is known to be wrong. */
  fault?: ClientErrorCode | undefined
  /** Origin of the server, without a trailing slash: of its wallet frame and the app's config. */
  apiUrl: string
  /** Where all other calls go: the app's own address of the server, if the latest config names one. */
  callUrl: string
  /**
   * What logins name: a key that the wallet frame has registered, where the cookie of a login does not reach it, or that the
   * frame's cookies are kept; empty where it did not answer. Unset while it was not asked.
   */
  walletKey?: string
  /** Tells the other pages of the site that the session has ended, where the server keeps it in cookies. */
  leaveSite?: () => void
  fetch: typeof fetch
  storage: JsonStorage
  clock: { nowMs(): number; wait(ms: number): Promise<void> }
  randomBytes(length: number): Uint8Array<ArrayBuffer>
  locks: Locks | undefined
  /** Writes one line for the app's developer. */
  warn(line: string): void
}

/**
 * The surroundings of a client, with the browser's own parts for what `options` leaves out. Touches no `window`, so that
 * it also runs on a server. An app id, server URL or page that cannot work is noted as `fault`: the page around the client is
 * drawn all the same.
 *
 * @throws ConfigError for a secret among the options.
 */
export function createEnvironment(options: ClientOptions): Environment {
  refuseSecrets(options)
  const { clock, locks = pageLocks() } = options
  const fault = faultOf(options)
  // The name of no server (RFC 2606).
  const apiUrl = serverOrigin(options.apiUrl) ?? 'https://api-url.invalid'
  const storage = jsonStorage(options.storage)
  return {
    appId: options.appId,
    clientId: options.clientId,
    fault,
    apiUrl,
    // From `start`; the type is checked because other scripts of the page can write there.
    callUrl: String(storage.get(callUrlKey) ?? apiUrl),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    storage,
    clock: {
      nowMs: () => (clock ? clock.nowMs() : Date.now()),
      wait: clock?.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    },
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    locks,
    warn: options.warn ?? ((line) => console.error(line)),
  }
}

/** Whether the server keeps the session in cookies: it does at the app's own address (wire reference §6.3). */
export function isInCookies({ apiUrl, callUrl }: Environment): boolean {
  return callUrl !== apiUrl
}

/** The analytics id of this browser, made and kept on first use: a version 4 UUID (wire reference §3.1). */
export function analyticsId({ storage, randomBytes }: Environment): string {
  const known = storage.get(storageKeys.analyticsId)
  if (typeof known === 'string') return known
  const id = uuid(randomBytes(16))
  storage.set(storageKeys.analyticsId, id)
  return id
}

/** Bytes as a version 4 UUID; `crypto.randomUUID` is missing on plain http. */
export function uuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte, at) => {
    const value = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function pageLocks(): Locks | undefined {
  const { locks } = globalThis.navigator ?? {}
  return locks && { request: (name, work) => locks.request(name, work) }
}

/** From JavaScript, and from variables that a build did not know, the options hold anything. */
function faultOf({ appId, apiUrl }: ClientOptions): ClientErrorCode | undefined {
  // Browsers give plain http pages neither keys nor storage that a wallet can rely on (wire reference §2).
  if (globalThis.isSecureContext === false) return 'insecure_page'
  if (typeof appId !== 'string' || appId.length !== 25) return 'invalid_app_id'
  return serverOrigin(apiUrl) ? undefined : 'invalid_api_url'
}

/** The origin that `apiUrl` is, also where it ends in a slash; undefined for anything else. */
function serverOrigin(apiUrl: string): string | undefined {
  const { protocol, origin, href } = URL.canParse(apiUrl) ? new URL(apiUrl) : ({} as Partial<URL>)
  return /^https?:/.test(`${protocol}`) && href === `${origin}/` ? origin : undefined
}
