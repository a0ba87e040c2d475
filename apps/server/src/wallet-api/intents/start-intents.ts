import type { Deps } from '../../deps.js'
import type { HoldsJob } from '../../leases.js'
import type { CarryOut } from '../carry-out.js'
import { finishIntents } from './execute.js'

const everyMs = 5_000

/**
 * Ends intents that another process has left half-way, or whose time is over, every few seconds: also what a restart has interrupted.
 *
 * @returns a function that stops it.
 */
export function startIntents(
  deps: Deps,
  { carryOut, holds }: { carryOut: CarryOut; holds: HoldsJob },
): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy || !holds() || deps.signer === undefined) return
    isBusy = true
    finishIntents(deps, carryOut)
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.name : 'unknown'
        deps.logger.warn({ reason }, 'intents will be looked at again')
      })
      .finally(() => {
        isBusy = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
