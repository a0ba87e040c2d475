import type { AuthorizationContext } from '../authorization/context.js'

/** How one call is made. A method takes these beside the fields of its body. */
export interface CallOptions {
  /** Who signs the request: the owner of what it concerns. */
  authorization_context?: AuthorizationContext | undefined
  /**
   * The same key gives the same answer for 24 hours, and another body is refused. Calls that move value, or make something, get a new one
   * by themselves, so that a repeated request acts once.
   */
  idempotency_key?: string | undefined
  /** Until when signatures hold, in Unix milliseconds; null for no end. By default 15 minutes from now. */
  request_expiry?: number | null | undefined
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** The most that one attempt takes. By default that of the client, 60 seconds. */
  timeout_ms?: number | undefined
}

const names = {
  authorization_context: true,
  idempotency_key: true,
  request_expiry: true,
  signal: true,
  timeout_ms: true,
} satisfies Record<keyof CallOptions, true>

/** What a method takes: the fields of a body, and how the call is made. */
export type Input<B> = Omit<B, keyof CallOptions> & CallOptions

/** A list in a body can't have the options beside it. Distributes over the members of a union. */
export type InputOf<B> = B extends unknown ? Input<B> : never

/** Takes a method's argument apart: what is sent, and how. */
export function splitInput<B>(given: Input<B> | CallOptions): { body: B; options: CallOptions } {
  const entries = Object.entries(given)
  const pick = (isOption: boolean) =>
    Object.fromEntries(entries.filter(([name]) => Object.hasOwn(names, name) === isOption))
  // The members of `given` are those of `B` and of `CallOptions`, and of nothing else.
  return { body: pick(false) as B, options: pick(true) as CallOptions }
}
