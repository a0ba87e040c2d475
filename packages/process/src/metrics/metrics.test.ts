import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createRegistry, listenForMonitoring } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'metrics-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('createRegistry', () => {
  test('counts, sorts by size, reads numbers when it is asked', async () => {
    const registry = createRegistry({ withProcess: false })
    const alarms = registry.counter('a_total', 'Alarms', ['alarm'])
    const seconds = registry.seconds('b_seconds', 'Times', ['call'])
    registry.gauge('c', 'Waiting', async () => 3)
    registry.gauge('d', 'Of a database that is away', () => Promise.reject(new Error('away')))
    registry.gauges({ name: 'e', help: 'Parts', label: 'part' }, async () => ({
      vault: 1,
      mail: 0,
    }))
    alarms.add({ alarm: 'x' })
    seconds.observe({ call: 'health' }, 0.02)

    const text = await registry.render()

    expect(text).toContain('a_total{alarm="x"} 1')
    expect(text).toContain('b_seconds_bucket{le="0.025",call="health"} 1')
    expect(text).toMatch(/^c 3$/m)
    expect(text).not.toMatch(/^d /m)
    expect(text).toContain('e{part="mail"} 0')
  })

  test('shows the process when it is asked to', async () => {
    const text = await createRegistry({ withProcess: true }).render()
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  })
})

describe('listenForMonitoring', () => {
  const path = join(folder, 'metrics.sock')
  const place = { path, setting: 'SALLYPORT_VAULT_MONITOR_SOCKET' }
  const ask = async (url: string, method = 'GET') => {
    const asked = request({ socketPath: path, path: url, method }).end()
    const [answer] = await once(asked, 'response')
    let text = ''
    for await (const chunk of answer) text += chunk
    return [answer.statusCode, text]
  }

  test('serves metrics on a socket that every user can open, and nothing else', async () => {
    const server = await listenForMonitoring(place, async () => 'a 1\n')
    expect(statSync(path).mode & 0o777).toBe(0o666)
    expect(await ask('/metrics')).toEqual([200, 'a 1\n'])
    expect(await ask('/healthz')).toEqual([200, '{"status":"ok"}'])
    expect((await ask('/metrics', 'POST'))[0]).toBe(405)
    expect((await ask('/'))[0]).toBe(404)
    server.close()
    await once(server, 'close')
  })

  test('error: a file that is not a socket is not replaced', async () => {
    writeFileSync(path, 'x')
    await expect(listenForMonitoring(place, async () => '')).rejects.toThrow('not a socket')
  })
})
