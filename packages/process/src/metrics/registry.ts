import {
  collectDefaultMetrics,
  Counter as PrometheusCounter,
  Gauge as PrometheusGauge,
  Histogram as PrometheusHistogram,
  Registry,
} from 'prom-client'

/** Values of a metric's labels, by name. They come from closed lists, so that a metric has few series. */
type Labels = Readonly<Record<string, string | number>>

/** A number that only grows, for each set of labels. */
export interface Counter {
  add(labels?: Labels, by?: number): void
}

/** Counts values by size. */
export interface Histogram {
  observe(labels: Labels, value: number): void
}

/** The metrics of one program. */
export interface ProgramRegistry {
  counter(name: string, help: string, labels?: readonly string[]): Counter
  /** Of times in seconds. */
  seconds(name: string, help: string, labels: readonly string[]): Histogram
  /** A number that is read when the metrics are; when that fails it is left out and the others are shown. */
  gauge(name: string, help: string, read: () => Promise<number>): void
  /** The same for each value of a label. */
  gauges(
    named: { name: string; help: string; label: string },
    read: () => Promise<Readonly<Record<string, number>>>,
  ): void
  /** All metrics in the text format of Prometheus. */
  render(): Promise<string>
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/**
 * Creates an empty registry.
 *
 * @param withProcess  Adds what Prometheus calls the default metrics: memory, CPU, file handles, the delay of the event loop.
 *   Once a process.
 */
export function createRegistry({ withProcess }: { withProcess: boolean }): ProgramRegistry {
  const register = new Registry()
  const registers = [register]
  if (withProcess) collectDefaultMetrics({ register })
  const gauges: ProgramRegistry['gauges'] = ({ name, help, label }, read) => {
    new PrometheusGauge({
      name,
      help,
      registers,
      labelNames: label === '' ? [] : [label],
      async collect() {
        const now = await read().catch(() => undefined)
        this.reset()
        // A gauge without labels is 0 after a reset: one that could not be read is left out.
        if (now === undefined && label === '') this.remove()
        for (const [value, number] of Object.entries(now ?? {}))
          this.set(label === '' ? {} : { [label]: value }, number)
      },
    })
  }
  return {
    counter: (name, help, labelNames = []) => {
      const counter = new PrometheusCounter({ name, help, registers, labelNames: [...labelNames] })
      return { add: (labels = {}, by = 1) => counter.inc(labels, by) }
    },
    seconds: (name, help, labelNames) => {
      const options = { name, help, registers, buckets, labelNames: [...labelNames] }
      const histogram = new PrometheusHistogram(options)
      return { observe: (labels, value) => histogram.observe(labels, value) }
    },
    gauge: (name, help, read) =>
      gauges({ name, help, label: '' }, async () => ({ '': await read() })),
    gauges,
    render: () => register.metrics(),
  }
}
