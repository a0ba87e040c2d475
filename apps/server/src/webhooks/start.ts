import type { HoldsJob } from '../leases.js'
import { createWebhookWorker, type WebhookDeps } from './deliver.js'

const everyMs = 500

/**
 * Delivers webhooks from now on: twice a second, and at once while there is more.
 *
 * @returns A function that stops it and waits for what is on its way.
 */
export function startWebhooks(deps: WebhookDeps, holds: HoldsJob): () => Promise<void> {
  let isStopped = false
  let round: Promise<unknown> | undefined
  let again = false
  const run = () => {
    if (isStopped || !holds()) return
    again = round !== undefined
    round ??= worker
      .round()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.name : 'unknown'
        deps.logger.warn({ reason }, 'webhooks will be looked at again')
      })
      .finally(() => {
        round = undefined
        if (again) run()
      })
  }
  const worker = createWebhookWorker(deps, run)
  const timer = setInterval(run, everyMs)
  timer.unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await round
    await worker.stop()
  }
}
