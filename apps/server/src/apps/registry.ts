import { readApp, someAppAllows } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import type { KeyEncryption } from '../ports/key-encryption.js'
import { type App, loadApp } from './app.js'
import { isLocalOrigin } from './origins.js'

/** The apps of the deployment, kept in memory for a moment: every request needs one. */
export interface Apps {
  find(appId: string): Promise<App | undefined>
  /** Reads the app anew at the next call; for this process, others follow within `keptMs`. */
  forget(appId: string): void
  /** Whether some app may be called from `origin`; for preflights, which do not name the app. */
  allowOrigin(origin: string): Promise<boolean>
}

const keptMs = 1_000
const maxEntries = 1_000
/** An id that can be one; anything else is not looked up. */
const appIdShape = /^[A-Za-z0-9_-]{1,64}$/

/** Apps read from the database. `monotonicMs` tells how old a kept one is. */
export function createApps(deps: {
  db: Db
  keyEncryption: KeyEncryption
  monotonicMs?: () => number
}): Apps {
  const { db, keyEncryption, monotonicMs = () => performance.now() } = deps
  const apps = keep(monotonicMs, async (appId: string) => {
    const row = await readApp(db, appId)
    return row && loadApp(row, keyEncryption)
  })
  const origins = keep(monotonicMs, (origin: string) =>
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

/** A small cache of answers; of many requests for one missing key, one asks. */
function keep<T>(nowMs: () => number, ask: (key: string) => Promise<T>) {
  const kept = new Map<string, { answer: Promise<T>; untilMs: number }>()
  return {
    get: (key: string): Promise<T> => {
      const known = kept.get(key)
      if (known !== undefined && known.untilMs > nowMs()) return known.answer
      if (kept.size >= maxEntries) kept.clear()
      const answer = ask(key)
      kept.set(key, { answer, untilMs: nowMs() + keptMs })
      // A failed look-up is not remembered.
      answer.catch(() => kept.delete(key))
      return answer
    },
    delete: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  }
}
