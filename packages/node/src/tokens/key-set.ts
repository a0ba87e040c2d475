import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose'
import { SallyportError } from '../error.js'

/** Finds the key that verifies a token. */
export type FindKey = (
  header: JWSHeaderParameters,
  token: FlattenedJWSInput,
) => CryptoKey | Promise<CryptoKey>

/** What a key set reads from, and by which clock. */
interface KeySetSource {
  /** The current keys. */
  read: () => Promise<JSONWebKeySet>
  nowMs: () => number
  /** Resolves after some milliseconds. */
  sleep: (ms: number) => Promise<void>
}

/** Keys that are older are read again, while the ones at hand are used. */
const freshMs = 10 * 60_000
/** Keys that could not be read again for this long are not used. */
const keptMs = 24 * 3_600_000
/** Tokens with made-up key ids cause no more than a request in this time. */
const pauseMs = 1_000

/**
 * The keys that verify an app's tokens: fetched once, refreshed in the background, kept through outages of the server. A token that names
 * a new key waits for the next fetch, so that a rotation refuses no token.
 */
export function createKeySet({ read, nowMs, sleep }: KeySetSource): FindKey {
  let known: Known | undefined
  let reading: Promise<void> | undefined
  let lastReadMs = Number.NEGATIVE_INFINITY

  /** Reads the keys, once for all who ask meanwhile. */
  const refresh = (): Promise<void> => {
    reading ??= (async () => {
      const waitMs = lastReadMs + pauseMs - nowMs()
      // No longer than the pause: the clock may have been set back.
      if (waitMs > 0) await sleep(Math.min(waitMs, pauseMs))
      try {
        known = { find: createLocalJWKSet(await read()), found: new Map(), atMs: nowMs() }
      } finally {
        lastReadMs = nowMs()
        reading = undefined
      }
    })()
    return reading
  }

  const findAgain = async (header: JWSHeaderParameters, token: FlattenedJWSInput) => {
    await refresh().catch((cause) => {
      throw new SallyportError('keys_unavailable', {
        status: 503,
        message: `The keys that verify tokens can’t be fetched (${cause})`,
        cause,
      })
    })
    if (known === undefined) throw new errors.JWKSNoMatchingKey()
    return known.find(header, token)
  }

  const findIn = async (atHand: Known, header: JWSHeaderParameters, token: FlattenedJWSInput) => {
    const key = await Promise.resolve(atHand.find(header, token)).catch(noSuchKey)
    if (key === undefined) return findAgain(header, token)
    atHand.found.set(header.kid, key)
    return key
  }

  return (header, token) => {
    const atHand = known
    if (atHand === undefined || nowMs() - atHand.atMs >= keptMs) return findAgain(header, token)
    // It is read in the background; where that fails, the next token asks again.
    if (Math.abs(nowMs() - atHand.atMs) > freshMs) refresh().catch(() => undefined)
    return atHand.found.get(header.kid) ?? findIn(atHand, header, token)
  }
}

/** Keys that were read, and those that tokens have named since: most tokens have the same one. */
interface Known {
  find: FindKey
  found: Map<string | undefined, CryptoKey>
  atMs: number
}

/** @throws what is not about a missing key. */
function noSuchKey(error: unknown): undefined {
  if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
}
