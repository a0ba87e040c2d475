/** Whose wallet a recovery key belongs to, as far as limits are concerned. */
type ReleaseLane = 'established' | 'new' | 'guest'

/** A key counts as new for this long after it was stored. */
const newMs = 86_400_000

/**
 * The part of an app's releases per minute that each lane may use at most. Guests and new wallets cost an attacker
 * nothing, so together they leave a third to the others (T-10).
 */
const largestPart = { established: 1, new: 1 / 3, guest: 1 / 3 } as const satisfies Record<
  ReleaseLane,
  number
>

/** The lane of a key. The vault knows its age itself; that the account is a guest is the API's word. */
export function laneOf(key: { isGuest: boolean; storedAtMs: number; nowMs: number }): ReleaseLane {
  if (key.isGuest) return 'guest'
  return key.nowMs - key.storedAtMs < newMs ? 'new' : 'established'
}

/** Releases a lane may use of an app's `releasesPerMinute`; at least one. */
export function limitOf(lane: ReleaseLane, releasesPerMinute: number): number {
  return Math.max(1, Math.floor(releasesPerMinute * largestPart[lane]))
}
