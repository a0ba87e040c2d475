import { ownVersion } from '@sallyport/process'
import { createRegistry } from '@sallyport/process/metrics'

/** Creates the metrics of the process of the pages. */
export function createPageMetrics() {
  const registry = createRegistry({ withProcess: true })
  const answers = registry.seconds('sallyport_page_seconds', 'Time to answer, by kind and status', [
    'page',
    'status',
  ])
  registry.gauges(
    {
      name: 'sallyport_pages',
      help: 'Servers of the pages that run, by version',
      label: 'version',
    },
    async () => ({ [ownVersion(new URL('../package.json', import.meta.url))]: 1 }),
  )
  return {
    /** Pages that were served with the last settings because no API answered. */
    kept: registry.counter(
      'sallyport_pages_kept_settings_total',
      'Pages served with the last settings because no API answered',
    ),
    observe: ({ path, status, seconds }: Answered) =>
      answers.observe({ page: kindOf(path), status }, seconds),
    render: registry.render,
  }
}

/** An answer of the server of the pages. */
export interface Answered {
  path: string
  status: number
  seconds: number
}

/** The kind of a page: there are few, so that a metric has few series. */
export function kindOf(path: string): string {
  if (path.startsWith('/frame/')) return 'file'
  if (path.startsWith('/apps/')) return 'frame'
  return ['/login/email', '/mfa/reset', '/account/undo'].includes(path) ? path : 'other'
}
