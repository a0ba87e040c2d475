import { RowRefused } from '../authority/row-refused.js'
import { hasAuthenticTestAccounts, isAuthenticApp, readApp, someAppAllows } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import { type Clock, systemClock } from '../ports/clock.js'
import type { KeyEncryption } from '../ports/key-encryption.js'
import { type App, loadApp } from './app.js'
import { createLookup, type Lookup } from './lookup.js'
import { isLocalOrigin, parseAllowedOrigin, productionOriginProblem } from './origins.js'
import { createUnknownLookups } from './unknown-lookups.js'

/** The apps of the deployment. Every request needs one, so they are kept in memory for a second. */
export interface Apps {
  /**
   * The app. While the database is down or slow, the version it last returned is used for up to five minutes.
   *
   * @param ip  Who asks; an address may ask for a limited number of apps that do not exist.
   * @throws ApiError `too_many_requests`
   */
  find(appId: string, ip?: string): Promise<App | undefined>
  /** Makes this process read the app again at the next call; other processes do within a second. */
  forget(appId: string): void
  /** Whether some app may be called from `origin`; for preflights, which do not name the app. Limited like `find`. */
  allowOrigin(origin: string, ip?: string): Promise<boolean>
}

/** What the registry needs. */
interface AppsDeps {
  db: Db
  keyEncryption: KeyEncryption
  /** A production server does not serve development apps. Production when left out. */
  environment?: App['environment']
  /** Reports that an app's rows were not written by this deployment, and gives the error to throw. */
  refuse?: (appId: string, table: 'app' | 'test_account') => Error
  /** Unknown apps and origins an address may ask for in a minute; 0 for no limit, 120 when left out. */
  unknownPerMinute?: number
  /** Tells which token keys and secrets are live. */
  clock?: Clock
  monotonicMs?: () => number
  wait?: (ms: number) => Promise<unknown>
}

const freshMs = 1_000
/** As long as verifiers cache token keys. */
const staleMs = 300_000
const slowMs = 250
const maxEntries = 1_000
/** Ids of any other form do not exist and are not looked up. */
const appIdShape = /^[A-Za-z0-9_-]{1,64}$/
const longestOrigin = 300

/** Creates the registry over the database. `monotonicMs` measures the age of cached apps, `wait` passes time. */
export function createApps(deps: AppsDeps): Apps {
  const { db, keyEncryption, environment = 'production', unknownPerMinute = 120 } = deps
  const { clock = systemClock, refuse = (_appId, table) => new RowRefused(table) } = deps
  const { monotonicMs: nowMs = () => performance.now(), wait = pause } = deps
  const caching = { freshMs, staleMs, slowMs, maxEntries, nowMs, wait }
  const apps = createLookup<App>(caching)
  const origins = createLookup<true>(caching)
  const unknown = createUnknownLookups({ perMinute: unknownPerMinute, nowMs })

  const readServedApp = async (appId: string) => {
    const row = await readApp(db, appId)
    if (row === undefined || row.retired_at !== null) return undefined
    if (!isAuthenticApp(keyEncryption, row)) throw refuse(appId, 'app')
    if (!hasAuthenticTestAccounts(keyEncryption, row)) throw refuse(appId, 'test_account')
    if (environment === 'production' && row.environment === 'development') return undefined
    return loadApp(row, { keyEncryption, nowMs: clock.nowMs() })
  }
  const readOrigin = async (origin: string) => {
    const isAllowed = await someAppAllows(db, candidatesFor(origin, environment))
    return isAllowed || undefined
  }
  /** Spends one unknown look-up of `ip` before the source is asked, and returns it when there was something. */
  const get = async <T>(lookup: Lookup<T>, asked: AskedFor<T>): Promise<T | undefined> => {
    const { key, ip, ask } = asked
    if (ip === undefined || lookup.has(key)) return lookup.get(key, ask)
    unknown.spend(ip)
    const value = await lookup.get(key, ask)
    if (value !== undefined) unknown.refund(ip)
    return value
  }

  return {
    find: async (appId, ip) =>
      appIdShape.test(appId)
        ? get(apps, { key: appId, ip, ask: () => readServedApp(appId) })
        : undefined,
    forget: (appId) => {
      apps.delete(appId)
      origins.clear()
    },
    allowOrigin: async (origin, ip) =>
      origin.length <= longestOrigin &&
      (await get(origins, { key: origin, ip, ask: () => readOrigin(origin) })) === true,
  }
}

interface AskedFor<T> {
  key: string
  ip: string | undefined
  ask: () => Promise<T | undefined>
}

/** The stored entries that would allow `origin`: itself and its wildcard, without those no app of this server may have. */
function candidatesFor(origin: string, environment: App['environment']) {
  const wildcard = origin.replace(/^(https?:\/\/)[a-z0-9-]+\./, '$1*.')
  const isDevelopment = environment === 'development'
  const origins = [origin, wildcard].filter((entry) => isDevelopment || isProductionOrigin(entry))
  return { origins, isLocal: isDevelopment && isLocalOrigin(origin) }
}

function isProductionOrigin(entry: string): boolean {
  const origin = parseAllowedOrigin(entry)
  return origin !== undefined && productionOriginProblem(origin) === undefined
}

/** A pause that keeps no process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
