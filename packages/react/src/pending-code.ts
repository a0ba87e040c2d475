import type { LoginMethod, Prefill } from './flow/screens.js'

/** A one-time code that was sent and not used yet: where it went and when, never the code. */
export interface PendingCode {
  method: LoginMethod
  prefill: Prefill
  sentAtMs: number
}

/** Remembers the last code that was sent, so that a login that was closed opens on the code screen again. */
export interface PendingCodeStore {
  /** Null when there is none, or when it has expired. */
  get(): PendingCode | null
  remember(sent: Pick<PendingCode, 'method' | 'prefill'>): void
  /** Notes that a new code went to the same address. */
  renew(): void
  forget(): void
}

/** How long the server accepts a code (specification §5). */
const codeLifeMs = 10 * 60_000

/** A store in memory: an address does not stay in the browser when its tab is closed. */
export function createPendingCodeStore(nowMs: () => number): PendingCodeStore {
  let pending: PendingCode | null = null
  return {
    get: () => (pending !== null && nowMs() < pending.sentAtMs + codeLifeMs ? pending : null),
    remember(sent) {
      pending = { ...sent, sentAtMs: nowMs() }
    },
    renew() {
      if (pending !== null) pending = { ...pending, sentAtMs: nowMs() }
    },
    forget() {
      pending = null
    },
  }
}
