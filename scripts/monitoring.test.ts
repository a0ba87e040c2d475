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
const hasPromtool = spawnSync('which', ['promtool']).status === 0

/** Names of metrics that a text in Prometheus’ format describes. */
const described = (text: string) => [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)
/** The same of an expression, without the endings of a histogram. */
const used = [...new Set(alerts.match(/\b(?:sallyport|nodejs|process)_\w+/g))].map((name) =>
  name.replace(/_(count|bucket)$/, ''),
)

describe('deploy/alerts.yaml and docs/operate/monitor.md', () => {
  test('every metric that an alarm or the page names is one of a program', async () => {
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
    // The vault's main program adds one that asks its database.
    const known = [...programs.flatMap(described), 'sallyport_vault_notices_waiting']
    expect(used.filter((name) => !known.includes(name))).toEqual([])
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

  test.skipIf(!hasPromtool)('Prometheus reads both files (needs promtool)', () => {
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['check', 'config', 'prometheus.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, {
        cwd: join(root, 'deploy'),
        encoding: 'utf8',
      })
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
    }
  })
})
