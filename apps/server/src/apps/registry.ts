import { readApp, someAppAllows } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import type { KeyEncryption } from '../ports/key-encryption.js'
import { type App, loadApp } from './app.js'
import { isLocalOrigin } from './origins.js'

/** The apps of the deployment, kept in memory for a moment: every request needs one. */
export interface Apps {
  /** The app; while the database is away or slow, as it was when it last answered, for five minutes. */
  find(appId: string): Promise<App | undefined>
  /** Reads the app anew at the next call; for this process, others follow within `keptMs`. */
  forget(appId: string): void
  /** Whether some app may be called from `origin`; for preflights, which do not name the app. */
  allowOrigin(origin: string): Promise<boolean>
}

const keptMs = 1_000
/** How long an answer may serve while no newer one is to be had: what verifiers keep token keys for. */
const staleMs = 300_000
/** How long a newer answer is waited for while an older one is there, in milliseconds. */
const patienceMs = 250
const maxEntries = 1_000
/** An id that can be one; anything else is not looked up. */
const appIdShape = /^[A-Za-z0-9_-]{1,64}$/

/** Apps read from the database. `monotonicMs` tells how old a kept one is, `wait` passes the time. */
export function createApps(deps: {
  db: Db
  keyEncryption: KeyEncryption
  monotonicMs?: () => number
  wait?: (ms: number) => Promise<unknown>
}): Apps {
  const { db, keyEncryption, monotonicMs = () => performance.now(), wait = pause } = deps
  const time = { nowMs: monotonicMs, wait }
  const apps = keep(time, async (appId: string) => {
    const row = await readApp(db, appId)
    return row && loadApp(row, keyEncryption)
  })
  const origins = keep(time, (origin: string) =>
    someAppAllows(db, { origins: [origin, wildcardOf(origin)], isLocal: isLocalOrigin(origin) }),
  )
  return {
    find: async (appId) => (appIdShape.test(appId) ? apps.get(appId) : undefined),
    forget: (appId) => {
      apps.delete(appId)
      origins.clear()
    },
    allowOrigin: async (origin) => (origin.length <= 300 ? origins.get(origin) : false),
  }
}

/** The wildcard entry that covers an origin: its first label replaced. */
function wildcardOf(origin: string): string {
  return origin.replace(/^(https?:\/\/)[a-z0-9-]+\./, '$1*.')
}

interface Kept<T> {
  answer: Promise<T>
  untilMs: number
  /** The newest answer that came. */
  last: { value: T; untilMs: number } | undefined
}

/** A small cache of answers; of many requests for one missing key, one asks. */
function keep<T>(
  { nowMs, wait }: { nowMs: () => number; wait: (ms: number) => Promise<unknown> },
  ask: (key: string) => Promise<T>,
) {
  const kept = new Map<string, Kept<T>>()
  /** What `asked` gives, or the last answer when that one fails or is late. */
  const orLast = async (asked: Promise<T>, last: Kept<T>['last']): Promise<T> => {
    if (last === undefined || last.untilMs <= nowMs()) return asked
    const { value } = last
    const late = wait(patienceMs).then(() => value)
    return Promise.race([asked.catch(() => value), late])
  }
  return {
    get: (key: string): Promise<T> => {
      const known = kept.get(key)
      if (known !== undefined && known.untilMs > nowMs()) return known.answer
      if (kept.size >= maxEntries) kept.clear()
      const asked = ask(key)
      const last = known?.last
      const entry: Kept<T> = { answer: orLast(asked, last), untilMs: nowMs() + keptMs, last }
      kept.set(key, entry)
      asked.then(
        (value) => {
          entry.last = { value, untilMs: nowMs() + staleMs }
          // An answer that came late is the next one's.
          entry.answer = asked
        },
        () => undefined,
      )
      // A failed look-up is not remembered.
      entry.answer.catch(() => kept.get(key) === entry && kept.delete(key))
      return entry.answer
    },
    delete: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  }
}

/** A pause that keeps no process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
