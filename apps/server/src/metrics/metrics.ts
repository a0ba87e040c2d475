import { type Counter, createRegistry, type Histogram } from '@sallyport/process/metrics'
import { countRunning } from '@sallyport/process/upgrades'
import type { Db } from '../db/connect.js'
import { readLeases } from '../db/job-leases.js'
import { countWaiting } from '../db/notices.js'
import { countPendingDeliveries } from '../db/webhook-deliveries.js'

/** What the server counts. */
export interface Metrics {
  /** Requests by `method`, `route` (its pattern) and `status`, in seconds. */
  requests: Histogram
  /** Alarms by `alarm`. */
  alarms: Counter
  /** Attempts to send a notice by `channel` and `outcome` (`sent`, `failed`, `given_up`). */
  notices: Counter
  /** Attempts to deliver a webhook by `outcome` (`delivered`, `failed`, `given_up`). */
  webhooks: Counter
  /** Shows which of the parts that the server needs answer, each time the metrics are read. */
  showParts(read: () => Promise<Readonly<Record<string, boolean>>>): void
  /** All metrics in the text format of Prometheus. */
  render(): Promise<string>
}

/** Creates the metrics of one process; `withProcess` adds its memory, CPU time and event loop. */
export function createMetrics({
  db,
  withProcess = false,
}: {
  db: Db
  withProcess?: boolean
}): Metrics {
  const registry = createRegistry({ withProcess })
  const metrics = {
    requests: registry.seconds('sallyport_request_seconds', 'Time to answer, by route and status', [
      'method',
      'route',
      'status',
    ]),
    alarms: registry.counter('sallyport_alarms_total', 'Alarms that were raised', ['alarm']),
    notices: registry.counter('sallyport_notices_total', 'Attempts to send a notice', [
      'channel',
      'outcome',
    ]),
    webhooks: registry.counter('sallyport_webhooks_total', 'Attempts to deliver a webhook', [
      'outcome',
    ]),
  }
  registry.gauge('sallyport_notices_waiting', 'Notices in the outbox', async () =>
    countWaiting(db).then(({ notices }) => notices),
  )
  registry.gauge('sallyport_webhooks_waiting', 'Webhooks that wait to be delivered', () =>
    countPendingDeliveries(db),
  )
  registry.gauge(
    'sallyport_audit_events_waiting',
    'Events without a place in the audit chain',
    () => countWaiting(db).then(({ events }) => events),
  )
  const running = {
    name: 'sallyport_programs',
    help: 'APIs that run, by version',
    label: 'version',
  }
  registry.gauges(running, () => countRunning(db))
  const held = { name: 'sallyport_jobs_held', help: 'Jobs that a process does now', label: 'job' }
  registry.gauges(held, async () =>
    Object.fromEntries((await readLeases(db)).map(({ job }) => [job, 1])),
  )
  return {
    ...metrics,
    showParts: (read) => {
      const named = { name: 'sallyport_part_works', help: 'Parts that answer', label: 'part' }
      registry.gauges(named, async () => {
        const parts = Object.entries(await read())
        return Object.fromEntries(parts.map(([part, works]) => [part, works ? 1 : 0]))
      })
    },
    render: registry.render,
  }
}
