import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectTo,
  initTransport,
  issueCertificate,
  openCertificates,
  type TransportRole,
} from '@sallyport/process/transport'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCallMetrics } from './call-metrics.js'
import { listenToHosts, transportProblem } from './tls-listeners.js'

const root = mkdtempSync(join(tmpdir(), 'tls-listeners-'))
const port = 4_630
const address = { kind: 'tls', host: '127.0.0.1', port } as const
const folders: Record<string, string> = {}
const metrics = createCallMetrics('vault')
let listening: { close(): Promise<void> } | undefined

beforeAll(async () => {
  await initTransport(root)
  for (const role of ['api', 'pages', 'vault'] as const) {
    const issued = { roles: [role], hosts: ['127.0.0.1'], days: 9 }
    folders[role] = (await issueCertificate(root, issued)).folder
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => listening?.close())

describe('listenToHosts', () => {
  test('answers every call of an API', async () => {
    await start()
    expect(await ask('api', 'deleteUser')).toEqual({ id: '1', output: { call: 'deleteUser' } })
  })

  test('error: tells the pages the public key and nothing else', async () => {
    await start()
    expect(await ask('pages', 'health')).toEqual({ id: '1', output: { call: 'health' } })
    const refused = { id: '1', error: { code: 'invalid_request' } }
    expect(await ask('pages', 'deleteUser')).toEqual(refused)
  })

  test('error: a peer that is refused is counted with the reason', async () => {
    await start()
    await expect(ask('vault', 'health')).rejects.toThrow()
    expect(await metrics.registry.render()).toMatch(
      /sallyport_vault_refused_peers_total\{reason="\w+"\} 1/,
    )
  })

  test('listens nowhere on a single host', async () => {
    listening = await listenToHosts({}, { answer, setting: 'DIR', metrics })
    await expect(ask('api', 'health')).rejects.toThrow()
  })

  test('error: says that an address is in use', async () => {
    await start()
    const config = { listen: [address], transportDir: folders.vault }
    await expect(listenToHosts(config, { answer, setting: 'DIR', metrics })).rejects.toThrow(
      'An address to listen on over TLS is in use',
    )
  })
})

describe('transportProblem', () => {
  test('error: addresses without certificates', () => {
    const names = { listen: 'LISTEN', transportDir: 'DIR' }
    expect(transportProblem({ listen: [address] }, names)).toContain('LISTEN needs DIR')
    expect(transportProblem({ listen: [address], transportDir: '/x' }, names)).toBeUndefined()
    expect(transportProblem({}, names)).toBeUndefined()
  })
})

async function answer(line: string) {
  const { id, call } = JSON.parse(line) as { id: string; call: string }
  return { id, output: { call } }
}

async function start(): Promise<void> {
  const config = { listen: [address], transportDir: folders.vault }
  listening = await listenToHosts(config, { answer, setting: 'DIR', metrics })
}

function ask(role: TransportRole, call: string): Promise<unknown> {
  const certificates = openCertificates(folders[role] ?? '', 'X')
  return new Promise((resolve, reject) => {
    const socket = connectTo(address, { role: 'vault', certificates }, () => {})
    socket.on('error', reject).on('close', () => reject(new Error('closed')))
    socket.on('data', (chunk) => {
      resolve(JSON.parse(String(chunk)))
      socket.destroy()
    })
    socket.write(`${JSON.stringify({ id: '1', call, input: {} })}\n`)
  })
}
