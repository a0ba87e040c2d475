/** What a browser may refuse a frame of another site, or have none of. */
export interface BrowserParts {
  indexedDB: IDBFactory | undefined
  localStorage: Storage | undefined
  locks: LockManager | undefined
  openChannel(name: string): BroadcastChannel | undefined
}

/**
 * The parts of this browser that keep things and connect its pages; absent where they are refused. Firefox, with all cross-site
 * cookies blocked, throws where they are touched, so this is the only place that touches them; opening a database is
 * refused later (`openDatabase`), and so are locks (`createRunExclusive`).
 */
export function browserParts(scope: typeof globalThis): BrowserParts {
  return {
    indexedDB: attempt(() => scope.indexedDB),
    localStorage: attempt(() => scope.localStorage),
    locks: attempt(() => scope.navigator.locks),
    openChannel: (name) => attempt(() => new scope.BroadcastChannel(name)),
  }
}

function attempt<T>(touch: () => T): T | undefined {
  try {
    return touch() ?? undefined
  } catch {
    return undefined // A SecurityError, or no such part.
  }
}
