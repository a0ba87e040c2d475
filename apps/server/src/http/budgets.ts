import { createHash } from 'node:crypto'
import { ApiError, type Route, type RouteRequest } from '@sallyport/contract'
import type { ServerConfig } from '../config.js'
import type { Bucket } from '../db/rate-limits.js'
import { networkOf } from './network.js'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** What a budget may depend on. */
export interface Spender {
  appId: string
  /** Without prefix; undefined where the route has no signed-in user. */
  userId: string | undefined
  ip: string
  /** Nonce of the browser's flow cookie. */
  flow: string | undefined
  /** The request carries the app's secret: it comes from a back end that serves many users. */
  isBackEnd: boolean
  /** Whether a user has logged in by a code for this address in this browser. */
  knows?: (channel: 'email' | 'sms', address: string) => boolean
  config: BudgetConfig
}

/** The settings that budgets depend on. */
type BudgetConfig = Pick<
  ServerConfig,
  'ipPointsPerMinute' | 'recoveriesPerUserPerDay' | 'readBacksPerUserPerHour' | 'codesPerAppPerHour'
>

/** At most `points` requests in `windowMs`. `name` and `of` say what is counted; 0 points mean that it is not counted. */
export interface Budget {
  name: string
  of: string
  points: number
  windowMs: number
  /** Spent last, and only when the request's other budgets are not exhausted. */
  isShared?: true
  /** What a client is asked to work for when it is exhausted (`http/work-proof.ts`). */
  workFor?: string
}

/** The budgets one request of `R` spends from. They are counted before the handler runs. */
export type Budgets<R extends Route> = (request: RouteRequest<R>, spender: Spender) => Budget[]

/** Requests of one client network in a minute (IPv4 address, IPv6 /64). */
export function perNetwork(name: string, { ip, config }: Spender): Budget {
  const points = config.ipPointsPerMinute
  return { name: `ip-${name}`, of: networkOf(ip), points, windowMs: minuteMs }
}

/** Requests of one signed-in user. */
export function perUser(
  name: string,
  spender: Spender,
  limit: { points: number; windowMs: number },
): Budget {
  return { name, of: spender.userId ?? '', ...limit }
}

/** Changes of one user's accounts: each sends messages to the addresses they had. */
export function changeBudgets(spender: Spender): Budget[] {
  return [perUser('account-changes', spender, { points: 30, windowMs: hourMs })]
}

/** The counters of budgets; keys contain a digest, so that they identify no user. */
export function bucketsOf(appId: string, budgets: readonly Budget[]): Bucket[] {
  return budgets
    .filter(({ points }) => points > 0)
    .map(({ name, of, points, windowMs, isShared = false }) => {
      const digest = createHash('sha256').update(`${appId}\n${of}`).digest('base64url')
      return { key: `${name}:${digest.slice(0, 27)}`, points, windowMs, isShared }
    })
}

/** @throws ApiError `too_many_requests` with the seconds to wait, when `waitMs` is not 0. */
export function refuseWhenExhausted(waitMs: number): void {
  if (waitMs <= 0) return
  throw new ApiError('too_many_requests', { data: { retry_after: Math.ceil(waitMs / 1000) } })
}
