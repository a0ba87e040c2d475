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

interface Metric {
  render(): string[]
}

/**
 * Metrics in the text format of Prometheus (version 0.0.4). A few counters do not need a library with its own collectors
 * and timers.
 */
export interface Registry {
  counter(name: string, help: string): Counter
  histogram(name: string, help: string, bounds: readonly number[]): Histogram
  /** A number that is read when the metrics are; without a value it is left out. */
  gauge(name: string, help: string, read: () => Promise<number>): void
  render(): Promise<string>
}

/** Creates an empty registry. */
export function createRegistry(): Registry {
  const metrics: Metric[] = []
  const gauges: { name: string; help: string; read: () => Promise<number> }[] = []
  return {
    counter: (name, help) => {
      const series = new Map<string, number>()
      metrics.push({ render: () => [...describe(name, help, 'counter'), ...lines(name, series)] })
      return { add: (labels = {}, by = 1) => increase(series, labels, by) }
    },
    histogram: (name, help, bounds) => {
      const buckets = new Map<string, number>()
      const sums = new Map<string, number>()
      const counts = new Map<string, number>()
      metrics.push({
        render: () => [
          ...describe(name, help, 'histogram'),
          ...lines(`${name}_bucket`, buckets),
          ...lines(`${name}_sum`, sums),
          ...lines(`${name}_count`, counts),
        ],
      })
      return {
        observe: (labels, value) => {
          for (const bound of bounds) {
            increase(buckets, { ...labels, le: bound }, value <= bound ? 1 : 0)
          }
          increase(buckets, { ...labels, le: '+Inf' }, 1)
          increase(sums, labels, value)
          increase(counts, labels, 1)
        },
      }
    },
    gauge: (name, help, read) => {
      gauges.push({ name, help, read })
    },
    render: async () => {
      const read = await Promise.all(
        gauges.map(async ({ name, help, read: value }) =>
          value().then(
            (now) => [...describe(name, help, 'gauge'), `${name} ${now}`],
            // Without the database the other metrics are wanted most.
            () => [],
          ),
        ),
      )
      return `${[...metrics.flatMap((each) => each.render()), ...read.flat()].join('\n')}\n`
    },
  }
}

function describe(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function increase(series: Map<string, number>, labels: Labels, by: number): void {
  const key = Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
    .join(',')
  series.set(key, (series.get(key) ?? 0) + by)
}

function lines(name: string, series: ReadonlyMap<string, number>): string[] {
  return [...series].map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`)
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
