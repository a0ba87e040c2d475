import { type AlarmName, raiseAlarm } from '../audit/raise-alarm.js'
import { type Bucket, spendBuckets, waitMsOf } from '../db/rate-limits.js'
import type { Deps } from '../deps.js'
import {
  type Budget,
  bucketsOf,
  dayMs,
  hourMs,
  minuteMs,
  perNetwork,
  refuseWhenExhausted,
  type Spender,
} from '../http/budgets.js'
import { networkOf } from '../http/network.js'

type Channel = 'email' | 'sms'

/** The client network that codes are counted by (T-07). */
export function codeNetwork(ip: string): string {
  return networkOf(ip, { ipv4: 32, ipv6: 48 })
}

/**
 * Budgets of sending a code. One network gets a third of what an address can receive: the rest is reserved for others,
 * so that a stranger cannot use up the owner's messages (T-08). A browser in which the user has logged in before has a part that no
 * stranger spends from; from other browsers a client works for a code once several strangers have used up the shared part (V9).
 */
export function sendBudgets(channel: Channel, address: string, spender: Spender): Budget[] {
  const own = `${address}\n${codeNetwork(spender.ip)}`
  return [
    { name: `${channel}-init-own-short`, of: own, points: 5, windowMs: 10 * minuteMs },
    { name: `${channel}-init-own-day`, of: own, points: 20, windowMs: dayMs },
    ...(spender.knows?.(channel, address)
      ? ofKnownBrowsers(channel, address)
      : ofStrangers(channel, address)),
    perNetwork('login', spender),
    ...perCodeNetwork(`${channel}-init-network`, spender),
  ]
}

function ofStrangers(channel: Channel, address: string): Budget[] {
  const shared = { of: address, isShared: true, workFor: `${channel} ${address}` } as const
  return [
    { name: `${channel}-init-short`, points: 15, windowMs: 10 * minuteMs, ...shared },
    { name: `${channel}-init-day`, points: 60, windowMs: dayMs, ...shared },
  ]
}

function ofKnownBrowsers(channel: Channel, address: string): Budget[] {
  return [
    { name: `${channel}-init-known-short`, of: address, points: 5, windowMs: 10 * minuteMs },
    { name: `${channel}-init-known-day`, of: address, points: 20, windowMs: dayMs },
  ]
}

/** Budgets of trying a code. */
export function tryBudgets(channel: Channel, address: string, spender: Spender): Budget[] {
  return [
    tries(channel, address, spender),
    perNetwork('login', spender),
    ...perCodeNetwork(`${channel}-try-network`, spender),
  ]
}

/** Key of the counter of tries, which a right code resets. */
export function triesKey(channel: Channel, address: string, spender: TrySource): string {
  const [bucket] = bucketsOf(spender.appId, [tries(channel, address, spender)])
  if (bucket === undefined) throw new Error('Tries are always counted')
  return bucket.key
}

type TrySource = Pick<Spender, 'appId' | 'ip' | 'flow'>

/** Tries of one browser, or of one network without a flow cookie, with codes for one address. */
function tries(channel: Channel, address: string, { flow, ip }: TrySource): Budget {
  const of = `${address}\n${flow ?? codeNetwork(ip)}`
  return { name: `${channel}-tries`, of, points: 25, windowMs: dayMs }
}

/** As many codes in an hour as a network may make requests in a minute; back ends serve many users and are exempt. */
function perCodeNetwork(name: string, { ip, isBackEnd, config }: Spender): Budget[] {
  if (isBackEnd) return []
  return [{ name, of: codeNetwork(ip), points: config.ipPointsPerMinute, windowMs: hourMs }]
}

/** What is counted for an app and for the deployment as a whole. */
type WideBudget = 'sent' | 'failed'

/** Shares of `codesPerAppPerHour`: failures are rarer than codes, and a deployment serves several apps. */
const wideShares: Record<WideBudget, { app: number; deployment: number }> = {
  sent: { app: 1, deployment: 5 },
  failed: { app: 0.1, deployment: 0.5 },
}

/** The counters of one app and of the deployment; none when codes are not limited. */
export function wideBuckets(
  { config }: Pick<Deps, 'config'>,
  { appId, channel, kind }: { appId: string; channel: Channel; kind: WideBudget },
): Bucket[] {
  const points = (share: number) => Math.ceil(config.codesPerAppPerHour * share)
  const { app, deployment } = wideShares[kind]
  const name = `${channel}-${kind}`
  return [
    ...bucketsOf(appId, [{ name: `${name}-app`, of: '', points: points(app), windowMs: hourMs }]),
    ...bucketsOf('', [
      { name: `${name}-deployment`, of: '', points: points(deployment), windowMs: hourMs },
    ]),
  ]
}

/** Part of `codesPerAppPerHour` that one block of numbers may get in ten minutes. */
const blockShare = 0.003
/** Numbers that differ in their last digits only: a block belongs to one operator, who may be paid for messages. */
const blockDigits = 4

/** A code that is to be sent. */
interface SentCode {
  appId: string
  channel: Channel
  address: string
}

/** What sending a code is counted in besides its own address: for a number also its block (SMS-05). */
export function sentBuckets(
  { config }: Pick<Deps, 'config'>,
  { appId, channel, address }: SentCode,
): Bucket[] {
  const wide = wideBuckets({ config }, { appId, channel, kind: 'sent' })
  if (channel !== 'sms') return wide
  const block = bucketsOf(appId, [
    {
      name: 'sms-sent-block',
      of: address.slice(0, -blockDigits),
      points: Math.ceil(config.codesPerAppPerHour * blockShare),
      windowMs: 10 * minuteMs,
    },
  ])
  // Codes that are refused to a block are not taken from those of all others.
  return [...block, ...wide.map((each) => ({ ...each, isShared: true }))]
}

/**
 * Counts a code in `buckets` and raises an alarm once when one of them is exhausted.
 *
 * @returns milliseconds until it opens again; 0 when there is some left.
 */
async function spendOrAlarm(
  deps: Counting,
  { appId, alarm, buckets }: { appId: string; alarm: AlarmName; buckets: Bucket[] },
): Promise<number> {
  const nowMs = deps.clock.nowMs()
  const spent = await spendBuckets(deps.db, buckets, nowMs)
  // Exactly one request counts to the first point above the limit.
  const exhausted = buckets.find(({ points }, index) => spent[index]?.points === points + 1)
  if (exhausted !== undefined) {
    const [budget = ''] = exhausted.key.split(':')
    await raiseAlarm(deps, { alarm, appId, budget })
  }
  return waitMsOf(buckets, spent, nowMs)
}

type Counting = Pick<Deps, 'db' | 'clock' | 'config' | 'logger' | 'metrics'>

/**
 * Counts a code that is to be sent.
 *
 * @throws ApiError `too_many_requests` when the app, the deployment or the number's block has got its codes.
 */
export async function spendSend(deps: Counting, code: SentCode): Promise<void> {
  const buckets = sentBuckets(deps, code)
  const { appId } = code
  refuseWhenExhausted(await spendOrAlarm(deps, { appId, alarm: 'code_budget_exhausted', buckets }))
}

/** Counts a wrong code of an app. */
export async function countWrongCode(
  deps: Counting,
  { appId, channel }: Pick<SentCode, 'appId' | 'channel'>,
): Promise<void> {
  const buckets = wideBuckets(deps, { appId, channel, kind: 'failed' })
  await spendOrAlarm(deps, { appId, alarm: 'wrong_code_budget_exhausted', buckets })
}
