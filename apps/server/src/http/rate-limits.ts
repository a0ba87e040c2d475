import { createHash } from 'node:crypto'
import { ApiError, api, type Route, type RouteGroup, type RouteRequest } from '@sallyport/contract'
import type { Bucket } from '../db/rate-limits.js'
import { networkOf } from './network.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** What a budget may depend on. */
export interface Spender {
  appId: string
  ip: string
  /** Requests of one address in a minute; 0 means that addresses are not counted. */
  ipPointsPerMinute: number
}

/** A budget before its key is hashed: `name` and `of` say what is counted. */
interface Budget {
  name: string
  of: string
  points: number
  windowMs: number
}

type Budgets<R extends Route> = (request: RouteRequest<R>, spender: Spender) => Budget[]

/**
 * Every budget of the API in one place. All budgets of a request are counted in one statement before its handler runs.
 * Routes that are not named have none: a read by a verified token is cheaper than its counter.
 */
const budgets: { [F in keyof typeof api]?: GroupBudgets<(typeof api)[F]> } = {
  email: {
    init: ({ body }, spender) => [...codeMails(body.email), perIp('login', spender)],
    authenticate: ({ body }, spender) => [emailAttempts(body.email), perIp('login', spender)],
  },
  guest: { authenticate: (_request, spender) => [perIp('login', spender)] },
  session: { refresh: (_request, spender) => [perIp('refresh', spender)] },
  analytics: { record: (_request, spender) => [perIp('analytics', spender)] },
}
type GroupBudgets<G extends RouteGroup> = { [K in keyof G]?: Budgets<G[K]> }

/** Codes mailed to one address. */
function codeMails(address: string): Budget[] {
  return [
    { name: 'email-init-short', of: address, points: 5, windowMs: 10 * minute },
    { name: 'email-init-day', of: address, points: 20, windowMs: day },
  ]
}

/** Tries with a code for one address; a right code starts the count again. */
function emailAttempts(address: string): Budget {
  return { name: 'email-attempts', of: address, points: 25, windowMs: day }
}

function perIp(name: string, { ip, ipPointsPerMinute }: Spender): Budget {
  return { name: `ip-${name}`, of: networkOf(ip), points: ipPointsPerMinute, windowMs: minute }
}

/** Routes whose handler takes the budget in its own statement (`Spending.claim`), because every round trip counts. */
const claiming: ReadonlySet<Route> = new Set<Route>([
  api.email.init,
  api.email.authenticate,
  api.session.refresh,
])

/** The budget of one request. */
export interface Spending {
  /** Counters for a statement that takes them (`taking`); the route is then answerable for refusing. */
  claim(): readonly Bucket[]
  /** Takes what nobody has claimed. @throws ApiError `too_many_requests` */
  settle(take: (buckets: readonly Bucket[]) => Promise<number>): Promise<void>
}

/** Whether `route` claims its budget; of all others it is settled before their handler runs. */
export function claimsBudget(route: Route): boolean {
  return claiming.has(route)
}

/** A budget that is spent once: by the handler's statement or by `settle`, whichever is first. */
export function createSpending(buckets: readonly Bucket[]): Spending {
  let open = buckets
  const claim = () => {
    const claimed = open
    open = []
    return claimed
  }
  return { claim, settle: async (take) => refuseWhenExhausted(await take(claim())) }
}

const byRoute = new Map<Route, Budgets<Route>>(
  Object.entries(api).flatMap(([feature, group]) => {
    // Keys and routes come from the same tree the table is typed by.
    const own = (budgets as Record<string, Record<string, Budgets<Route>> | undefined>)[feature]
    return Object.entries(group).flatMap(([name, route]: [string, Route]) => {
      const budget = own?.[name]
      return budget === undefined ? [] : ([[route, budget]] as const)
    })
  }),
)

/** The counters one request spends from. */
export function bucketsOf(
  route: Route,
  request: { params: unknown; query: unknown; body: unknown },
  spender: Spender,
): Bucket[] {
  // `request` holds the parts parsed by this route's schemas.
  const list = byRoute.get(route)?.(request as RouteRequest<Route>, spender) ?? []
  return list.filter(({ points }) => points > 0).map((budget) => bucketOf(spender.appId, budget))
}

function bucketOf(appId: string, budget: Budget): Bucket {
  const { points, windowMs } = budget
  return { key: bucketKey(appId, budget), points, windowMs }
}

/** The counter of tries with e-mailed codes, for the statement that starts it again. */
export function emailAttemptsBucket(appId: string, address: string): Bucket {
  return bucketOf(appId, emailAttempts(address))
}

/** The counters of codes mailed to an address, for giving back what a lost mail took. */
export function codeMailKeys(appId: string, address: string): string[] {
  return codeMails(address).map((budget) => bucketKey(appId, budget))
}

/** @throws ApiError `too_many_requests` with the seconds to wait, when `waitMs` is not 0. */
export function refuseWhenExhausted(waitMs: number): void {
  if (waitMs <= 0) return
  throw new ApiError('too_many_requests', { data: { retry_after: Math.ceil(waitMs / 1000) } })
}

/** Counters name no person: addresses are hashed. */
function bucketKey(appId: string, { name, of }: Pick<Budget, 'name' | 'of'>): string {
  const digest = createHash('sha256').update(`${appId}\n${of}`).digest('base64url')
  return `${name}:${digest.slice(0, 27)}`
}
