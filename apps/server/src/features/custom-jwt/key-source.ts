import { isFresh } from '@sallyport/process'
import type { Clock } from '../../ports/clock.js'
import type { ReadOutsideJson } from '../../ports/outside-json.js'
import { readJwks, type VerifyKey } from '../../tokens/outside-jwt.js'

/** The keys that apps publish. */
export interface KeySource {
  /**
   * The keys at a URL. They are read again when they are an hour old, and when none is `isWanted`, at most once in 30 seconds;
   * when they cannot be read, the ones from before are used for a day.
   *
   * @returns undefined when there are none.
   */
  find(
    url: string,
    isWanted: (key: VerifyKey) => boolean,
  ): Promise<readonly VerifyKey[] | undefined>
}

interface Entry {
  keys: readonly VerifyKey[] | undefined
  readAtMs: number
  triedAtMs: number
  reading: Promise<void> | undefined
}

const freshMs = 3_600_000
const staleMs = 86_400_000
/** CJW-08: tokens with unknown key ids cannot make the server call the issuer more often. */
const pauseMs = 30_000
const maxEntries = 1_000

/** Creates the source; it keeps the keys of the last 1,000 URLs. */
export function createKeySource(deps: { clock: Clock; readJson: ReadOutsideJson }): KeySource {
  const { clock, readJson } = deps
  const entries = new Map<string, Entry>()

  const read = async (url: string, entry: Entry) => {
    entry.triedAtMs = clock.nowMs()
    const keys = await readJson(url).then(readJwks, () => undefined)
    if (keys === undefined) return
    entry.keys = keys
    entry.readAtMs = clock.nowMs()
  }
  const refresh = (url: string, entry: Entry): Promise<void> => {
    entry.reading ??= read(url, entry).finally(() => {
      entry.reading = undefined
    })
    return entry.reading
  }

  return {
    async find(url, isWanted) {
      const entry = entryOf(entries, url)
      const nowMs = clock.nowMs()
      const isRead = isFresh(entry.readAtMs, { nowMs, forMs: freshMs })
      const isEnough = isRead && entry.keys?.some(isWanted) === true
      // A clock that was set back must not keep the keys for ever.
      const mayRead = Math.abs(nowMs - entry.triedAtMs) >= pauseMs
      if (!isEnough && (entry.reading !== undefined || mayRead)) await refresh(url, entry)
      const isKept = isFresh(entry.readAtMs, { nowMs: clock.nowMs(), forMs: staleMs })
      return isKept ? entry.keys : undefined
    },
  }
}

function entryOf(entries: Map<string, Entry>, url: string): Entry {
  const entry = entries.get(url) ?? {
    keys: undefined,
    readAtMs: Number.NEGATIVE_INFINITY,
    triedAtMs: Number.NEGATIVE_INFINITY,
    reading: undefined,
  }
  // The last used one is the last of the map.
  entries.delete(url)
  entries.set(url, entry)
  const [oldest] = entries.size > maxEntries ? entries.keys() : []
  if (oldest !== undefined) entries.delete(oldest)
  return entry
}
