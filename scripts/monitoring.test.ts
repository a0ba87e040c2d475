import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRegistry } from '@sallyport/process/metrics'
import { createTestKit } from '@sallyport/testing'
import { describe, expect, test } from 'vitest'
import { createPageMetrics } from '../apps/pages/src/page-metrics.js'
import { createCallMetrics } from '../packages/keyholder/src/call-metrics.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = read('deploy/alerts.yaml')
const page = read('docs/operate/monitor.md')
const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
const dashboard: { panels: Panel[] } = JSON.parse(read('deploy/grafana-dashboard.json'))
const hasPromtool = spawnSync('which', ['promtool']).status === 0

interface Panel {
  id: number
  type: string
  title: string
  description?: string
  targets?: { expr: string }[]
}

/** Names of metrics that a text in Prometheus’ format describes. */
const described = (text: string) => [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)
/** The same of expressions, without the endings of a histogram. */
const usedIn = (text: string) =>
  [...new Set(text.match(/\b(?:sallyport|nodejs|process)_\w+/g))].map((name) =>
    name.replace(/_(count|bucket)$/, ''),
  )
const graphs = dashboard.panels.filter(({ type }) => type !== 'row')
const shown = graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n')

describe('deploy/alerts.yaml and docs/operate/monitor.md', () => {
  test('every metric that an alarm, the dashboard or the page names is one of a program', async () => {
    const kit = await createTestKit()
    kit.deps.metrics.showParts(async () => ({ database: true }))
    const programs = await Promise.all([
      kit.deps.metrics.render(),
      createRegistry({ withProcess: true }).render(),
      createPageMetrics().render(),
      createCallMetrics('vault').registry.render(),
      createCallMetrics('signer').registry.render(),
    ])
    await kit.close()
    // The main programs of vault and signer add those that ask their databases.
    const asked = [
      ...['sallyport_vault_notices_waiting', 'sallyport_vaults', 'sallyport_signers'],
      ...['sallyport_vault_clock_ahead_seconds', 'sallyport_signer_clock_ahead_seconds'],
    ]
    const known = [...programs.flatMap(described), ...asked]
    for (const text of [alerts, shown]) {
      expect(usedIn(text).filter((name) => !known.includes(name))).toEqual([])
    }
    // The dashboard leaves out no metric of Sallyport's own.
    const own = known.filter((name) => name?.startsWith('sallyport_'))
    expect(own.filter((name = '') => !usedIn(shown).includes(name))).toEqual([])
    const inPage = [...page.matchAll(/^\| `(sallyport_\w+)`/gm)].map(([, name]) => name)
    expect(inPage.toSorted()).toEqual(
      [...new Set(known)].filter((name) => name?.startsWith('sallyport_')).toSorted(),
    )
  })

  test('the page says of every alarm why it is there and what to do', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `Sallyport'))
    const explained = rows.flatMap((row) => row.split('|')[1]?.match(/Sallyport\w+/g) ?? [])
    expect(explained.toSorted()).toEqual(named.toSorted())
    expect(named.length).toBeGreaterThan(10)
  })

  test('each panel of the dashboard says what it shows', () => {
    expect(graphs.filter(({ description = '' }) => description.length < 10)).toEqual([])
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  test('each alarm is made to fire once in alerts.test.yaml, and stays silent in a healthy hour', () => {
    const [healthy = '', ...faults] = read('deploy/alerts.test.yaml')
      .split(/^ {2}- name: /m)
      .slice(1)
    const silent = [...healthy.matchAll(/alertname: (\w+)/g)].map(([, name]) => name)
    const fired = [...faults.join('').matchAll(/alertname: (\w+)\n +exp_alerts/g)]
    expect(silent).toEqual(named)
    expect(fired.map(([, name = '']) => name).toSorted()).toEqual(named.toSorted())
  })

  test.skipIf(!hasPromtool)(
    'Prometheus reads the files and fires the alarms (needs promtool)',
    () => {
      for (const args of [
        ['check', 'rules', 'alerts.yaml'],
        ['check', 'config', 'prometheus.yaml'],
        ['test', 'rules', 'alerts.test.yaml'],
      ]) {
        const { status, stdout, stderr } = spawnSync('promtool', args, {
          cwd: join(root, 'deploy'),
          encoding: 'utf8',
        })
        expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
      }
    },
  )
})
