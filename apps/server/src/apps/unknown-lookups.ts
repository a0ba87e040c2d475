import { ApiError } from '@sallyport/contract'
import { networkOf } from '../http/network.js'
import { putNewest } from './lookup.js'

const windowMs = 60_000
/** Addresses counted at once; beyond that the one seen longest ago starts again. */
const maxEntries = 10_000

/** Counts, in memory, how many apps or origins that do not exist an address asks for. */
interface UnknownLookups {
  /** Spends one look-up of the address. @throws ApiError `too_many_requests` */
  spend(ip: string): void
  /** Gives the look-up back: it found something. */
  refund(ip: string): void
}

/**
 * A budget of look-ups that find nothing, per IPv4 address or IPv6 /64 network (T-21). It is spent before the database
 * is asked.
 *
 * @param options.perMinute  0 counts nothing.
 */
export function createUnknownLookups(options: {
  perMinute: number
  nowMs: () => number
}): UnknownLookups {
  const { perMinute, nowMs } = options
  const counters = new Map<string, { spent: number; resetAtMs: number }>()

  const counterOf = (key: string) => {
    const counter = counters.get(key)
    if (counter !== undefined && counter.resetAtMs > nowMs()) return counter
    return { spent: 0, resetAtMs: nowMs() + windowMs }
  }
  return {
    spend: (ip) => {
      if (perMinute === 0) return
      const key = networkOf(ip)
      const counter = counterOf(key)
      if (counter.spent >= perMinute) {
        const retryAfter = Math.ceil((counter.resetAtMs - nowMs()) / 1000)
        throw new ApiError('too_many_requests', { data: { retry_after: retryAfter } })
      }
      counter.spent += 1
      putNewest(counters, { key, value: counter, maxEntries })
    },
    refund: (ip) => {
      const counter = counters.get(networkOf(ip))
      if (counter !== undefined && counter.spent > 0) counter.spent -= 1
    },
  }
}
