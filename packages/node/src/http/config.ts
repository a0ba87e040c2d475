import type { ExchangeUserToken } from '../authorization/context.js'

/** The `fetch` of the runtime, or one that is passed in. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** What calls need: settings of the client, and its surroundings. */
export interface CallConfig {
  appId: string
  appSecret: string
  /** Without a slash at its end. */
  apiUrl: string
  fetch: Fetch
  nowMs: () => number
  random: () => number
  /** Resolves after some milliseconds; rejects with the signal's reason. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  maxRetries: number
  timeoutMs: number
  /** How long signatures hold; null for no end. */
  requestExpiryMs: number | null
  exchange: ExchangeUserToken
}
