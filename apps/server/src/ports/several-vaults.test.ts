import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  initTransport,
  issueCertificate,
  listenOnTls,
  openCertificates,
} from '@sallyport/process/transport'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type SocketVault, socketVault } from './unix-vault.js'
import { VaultUnavailable } from './vault.js'

const root = mkdtempSync(join(tmpdir(), 'several-vaults-'))
const folders = { api: '', vault: '' }
const health = (name: string) => ({ status: 'ok', publicKey: name })
let servers: Server[] = []
let open: Socket[] = []
let vault: SocketVault | undefined

beforeAll(async () => {
  await initTransport(root)
  for (const role of ['api', 'vault'] as const) {
    const issued = { roles: [role], hosts: ['127.0.0.1'], days: 9 }
    folders[role] = (await issueCertificate(root, issued)).folder
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => {
  vault?.close()
  for (const socket of open) socket.destroy()
  for (const server of servers) server.close()
  servers = []
  open = []
})

describe('socketVault with several addresses', () => {
  test('goes on with the second vault when the first one ends', async () => {
    const first = await start('AAAA')
    const second = await start('BBBB')
    vault = socketVault(`${first.address},${second.address}`, { transportDir: folders.api })

    expect(await vault.call('health', {})).toEqual(health('AAAA'))
    first.end()
    expect(await vault.call('health', {})).toEqual(health('BBBB'))
    second.end()
    await expect(vault.call('health', {})).rejects.toBeInstanceOf(VaultUnavailable)
  })

  test('notices within some seconds that a host is gone, and asks the other one', async () => {
    const silent = await start('AAAA', { isSilent: true })
    const other = await start('BBBB')
    // Its deadline comes too late for another attempt: what is noticed is the silence.
    const reaching = { transportDir: folders.api, deadlineMs: 30_000 }
    vault = socketVault(`${silent.address},${other.address}`, reaching)

    expect(await vault.call('health', {})).toEqual(health('BBBB'))
  })

  test('reaches a vault by its socket and another one over TLS', async () => {
    const path = join(root, 'v.sock')
    const server = createServer((socket) => answerWith(socket, 'CCCC')).listen(path)
    servers.push(server)
    const { address } = await start('AAAA')
    vault = socketVault(`unix:${path},${address}`, { transportDir: folders.api })
    expect(await vault.call('health', {})).toEqual(health('CCCC'))
  })

  test('error: does not start with certificates that are not there', () => {
    expect(() => socketVault('tls:127.0.0.1:1', { transportDir: root })).toThrow(
      'cert.pem is missing in the folder of SALLYPORT_TRANSPORT_DIR',
    )
  })
})

async function start(publicKey: string, { isSilent = false } = {}) {
  const own: Socket[] = []
  const server = await listenOnTls(
    { host: '127.0.0.1', port: 0 },
    {
      certificates: openCertificates(folders.vault, 'X'),
      roles: ['api'],
      onRefused: () => {},
      serve: (socket) => {
        own.push(socket)
        open.push(socket)
        if (!isSilent) answerWith(socket, publicKey)
      },
    },
  )
  servers.push(server)
  const end = () => {
    server.close()
    for (const socket of own) socket.destroy()
  }
  return { address: `tls:127.0.0.1:${(server.address() as { port: number }).port}`, end }
}

function answerWith(socket: Socket, publicKey: string): void {
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    for (const line of String(chunk).trim().split('\n')) {
      const { id } = JSON.parse(line) as { id: string }
      socket.write(`${JSON.stringify({ id, output: health(publicKey) })}\n`)
    }
  })
}
