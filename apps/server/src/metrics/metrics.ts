import type { Db } from '../db/connect.js'
import { countWaiting } from '../db/notices.js'
import { type Counter, createRegistry, type Histogram } from './prometheus.js'

/** What the server counts. */
export interface Metrics {
  /** Requests by `method`, `route` (its pattern) and `status`, in seconds. */
  requests: Histogram
  /** Alarms by `alarm`. */
  alarms: Counter
  /** Attempts to send a notice by `channel` and `outcome` (`sent`, `failed`, `given_up`). */
  notices: Counter
  /** All metrics in the text format of Prometheus. */
  render(): Promise<string>
}

const secondsBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Creates the metrics of one process. */
export function createMetrics({ db }: { db: Db }): Metrics {
  const registry = createRegistry()
  const metrics = {
    requests: registry.histogram(
      'sallyport_request_seconds',
      'Time to answer, by route and status',
      secondsBounds,
    ),
    alarms: registry.counter('sallyport_alarms_total', 'Alarms that were raised'),
    notices: registry.counter('sallyport_notices_total', 'Attempts to send a notice'),
  }
  registry.gauge('sallyport_notices_waiting', 'Notices in the outbox', async () =>
    countWaiting(db).then(({ notices }) => notices),
  )
  registry.gauge(
    'sallyport_audit_events_waiting',
    'Events without a place in the audit chain',
    () => countWaiting(db).then(({ events }) => events),
  )
  registry.gauge('process_resident_memory_bytes', 'Memory of the process', async () =>
    process.memoryUsage.rss(),
  )
  return { ...metrics, render: registry.render }
}
