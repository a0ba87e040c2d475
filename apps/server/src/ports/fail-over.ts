import type { Repeats } from '@sallyport/protocols/repeats'
import type { Calls, SocketClient } from './socket-client.js'
import { VaultUnavailable } from './vault.js'

/** An address that failed is asked last for so long: twice as long after each failure, in milliseconds. */
const pause = { firstMs: 250, mostMs: 10_000 } as const
/** No further address is asked for a call that is as old, in milliseconds: its caller has a deadline too. */
const mostMs = 6_000

/** What is known of an address. */
interface Known {
  failures: number
  /** Until then others are asked before it. */
  pausedUntilMs: number
}

/** What fail-over depends on. */
interface FailOverDeps<K extends Calls> {
  repeats: Repeats<keyof K & string>
  nowMs: () => number
  /** From 0 to 1: callers that saw the same failure come back at different times. */
  chance: () => number
}

/**
 * Makes calls over the first of several clients that answers: the one that answered last comes first, those that failed last. A call that may
 * have been carried out is made again only if `repeats` says so.
 */
export function failOver<K extends Calls>(
  clients: readonly SocketClient<K>[],
  { repeats, nowMs, chance }: FailOverDeps<K>,
): SocketClient<K> {
  const known: Known[] = clients.map(() => ({ failures: 0, pausedUntilMs: 0 }))
  let preferred = 0
  return {
    call: async (call, input) => {
      const startedMs = nowMs()
      let failure = new VaultUnavailable('No address is set', { mayBeDone: false })
      for (const at of orderOf(known, { preferred, nowMs: startedMs })) {
        try {
          const output = await clients[at]?.call(call, input)
          known[at] = { failures: 0, pausedUntilMs: 0 }
          preferred = at
          // The client of an index in the order exists, and answers what the call does.
          return output as NonNullable<typeof output>
        } catch (error) {
          if (!(error instanceof VaultUnavailable)) throw error
          failure = error
          const failures = (known[at]?.failures ?? 0) + 1
          known[at] = { failures, pausedUntilMs: nowMs() + pauseMs(failures, chance()) }
          if (error.mayBeDone && repeats[call] === 'once') throw error
          if (nowMs() - startedMs >= mostMs) throw error
        }
      }
      throw failure
    },
    close: () => {
      for (const client of clients) client.close()
    },
  }
}

/** The order in which addresses are asked: all of them, so that one which has come back is found when the others fail. */
export function orderOf(
  known: readonly Known[],
  { preferred, nowMs }: { preferred: number; nowMs: number },
): number[] {
  const all = known.map((_, at) => (preferred + at) % known.length)
  const isPaused = (at: number) => (known[at]?.pausedUntilMs ?? 0) > nowMs
  return [...all.filter((at) => !isPaused(at)), ...all.filter(isPaused)]
}

/** Between half and all of what the number of failures asks for. */
export function pauseMs(failures: number, chance: number): number {
  const wholeMs = Math.min(pause.mostMs, pause.firstMs * 2 ** (failures - 1))
  return wholeMs * (0.5 + 0.5 * chance)
}
