import { isKeyedHash, keyedHash } from '../../authority/keyed-hash.js'
import type { Deps } from '../../deps.js'
import { randomToken } from '../../ports/random.js'

/** Life of a challenge, in milliseconds. */
const challengeLifeMs = 5 * 60_000

type ChallengeDeps = Pick<Deps, 'keyEncryption' | 'clock' | 'random'>

/**
 * A text for one signature of a guest's key. It carries its own time and authenticates itself, so that asking for one writes
 * nothing; the login that it proves stores that it was used.
 */
export function issueChallenge(
  { keyEncryption, clock, random }: ChallengeDeps,
  appId: string,
): string {
  const parts = [String(clock.nowMs()), randomToken(random)]
  const hash = keyedHash(keyEncryption, 'guest-challenge', [appId, ...parts])
  return [...parts, Buffer.from(hash).toString('base64url')].join('.')
}

/** When a challenge of this server expires; undefined for any other text and for one that has. */
export function readChallengeEnd(
  { keyEncryption: key, clock }: Pick<ChallengeDeps, 'keyEncryption' | 'clock'>,
  { appId, challenge }: { appId: string; challenge: string },
): number | undefined {
  const [issuedAt = '', random = '', hash = '', ...rest] = challenge.split('.')
  const parts = [appId, issuedAt, random]
  const presented = Buffer.from(hash, 'base64url')
  const isOurs =
    rest.length === 0 &&
    presented.toString('base64url') === hash &&
    isKeyedHash(presented, { key, purpose: 'guest-challenge', parts })
  const endMs = Number(issuedAt) + challengeLifeMs
  return isOurs && clock.nowMs() < endMs ? endMs : undefined
}
