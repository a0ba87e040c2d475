import type { Deps } from '../../deps.js'
import type { HoldsJob } from '../../leases.js'
import { trackTransactions } from './track.js'

const everyMs = 1_000

/** Follows what wallets send, each round after the one before it. @returns a function that stops it. */
export function startTracking(deps: Deps, holds: HoldsJob): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const schedule = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      const round = holds() ? trackTransactions(deps) : Promise.resolve()
      round
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.name : 'unknown'
          deps.logger.warn({ reason }, 'transactions will be looked at again')
        })
        .then(schedule)
    }, everyMs)
    timer.unref()
  }
  schedule()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
