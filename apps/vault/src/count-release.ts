import { CallRefused, LimitReached } from '@sallyport/keyholder'
import type { RecoveryDeps } from './recovery-deps.js'
import type { KeyName } from './recovery-key-rows.js'
import { BreakerOpen } from './refusals.js'
import { laneOf, limitOf } from './release-lanes.js'
import { type Counting, countRelease } from './release-limits.js'
import { noteRequest } from './release-requests.js'

const dayMs = 86_400_000
const minuteMs = 60_000

/** A release that is about to be made. */
interface Release {
  owner: Omit<KeyName, 'keyId'>
  isGuest: boolean
  storedAtMs: number
  /** The key that the answer is sealed to. */
  recipientPublicKey: string
  devicePublicKey: string
}

/**
 * Notes the request, which is answered once, and counts the release. The app's limit is on the number of wallets whose keys
 * leave in a minute, so a wallet counts once a minute. Guests and new wallets have a part of it each and cannot use up the
 * whole. The wallet is counted first: one past its own limit must not use the app's. A refusal rolls all of it
 * back.
 *
 * @throws CallRefused `replayed`, `too_many_requests`.
 */
export async function countAgainstLimits(
  release: Release,
  { config, ...how }: Counting & Pick<RecoveryDeps, 'config'>,
): Promise<void> {
  const { appId, userId, walletId } = release.owner
  const { nowMs } = how
  const lane = laneOf({ ...release, nowMs })
  const ofWallet = {
    subject: JSON.stringify(['wallet', appId, userId, walletId]),
    limit: config.releasesPerWalletPerDay,
    windowMs: dayMs,
  }
  const ofWalletInApp = {
    subject: JSON.stringify(['counted', appId, userId, walletId]),
    limit: 1,
    windowMs: minuteMs,
  }
  const ofLane = {
    subject: JSON.stringify(['app', appId, lane]),
    limit: limitOf(lane, config.releasesPerMinute),
    windowMs: minuteMs,
  }
  const ofApp = {
    subject: JSON.stringify(['app', appId]),
    limit: config.releasesPerMinute,
    windowMs: minuteMs,
  }
  if (!(await noteRequest(release, how))) throw new CallRefused('replayed')
  const waitOfWallet = await countRelease(ofWallet, how)
  if (waitOfWallet > 0) throw new LimitReached(waitOfWallet)
  if ((await countRelease(ofWalletInApp, how)) > 0) return
  const waitOfApp = await countRelease(ofApp, how)
  if (waitOfApp > 0) throw new BreakerOpen({ appId, part: 'all' }, waitOfApp)
  const waitOfLane = lane === 'established' ? 0 : await countRelease(ofLane, how)
  if (waitOfLane > 0) throw new BreakerOpen({ appId, part: lane }, waitOfLane)
}
