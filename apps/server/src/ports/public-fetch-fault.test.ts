import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

// The server of the test stands for one with a public address: only the check of the address is taken away.
vi.mock('./public-address.js', () => ({ requirePublic: () => undefined }))
const { createOutbound } = await import('./outbound.js')
const { publicFetch } = await import('./public-fetch.js')
const { createWebhookSender } = await import('./webhook-sender.js')

const folder = mkdtempSync(join(tmpdir(), 'public-fetch-'))
let server: Server
let origin: string
/** What the server sends, byte by byte. */
let raw = ''
beforeAll(async () => {
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost'
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  execFileSync('openssl', [...request.split(' '), ...files], { stdio: 'ignore' })
  const read = (name: string) => readFileSync(join(folder, name))
  server = createServer({ key: read('key.pem'), cert: read('cert.pem') }, (asked, answer) => {
    // Never ends: before its headers, or after them.
    if (asked.url === '/headers') answer.writeHead(200).write('a')
  })
  server.on('secureConnection', (socket) => {
    if (raw !== '') socket.once('data', () => socket.end(raw))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const outbound = createOutbound(publicFetch)
const sender = createWebhookSender({ allowsPrivate: false })

describe('a server of others', () => {
  test.each(['099', '101', '600', '999'])(
    'OAU-23: error: a status of %s is refused, and the process goes on',
    async (status) => {
      raw = `HTTP/1.1 ${status} x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
      const signal = AbortSignal.timeout(5_000)
      await expect(outbound({ url: origin, signal })).rejects.toThrow('usable answer')
      // An error outside of every promise fails the run.
      expect(await sender.post({ url: origin, headers: {}, body: '{}' })).toEqual({
        failure: 'unreachable',
      })
      raw = ''
    },
  )

  test.each(['/', '/headers'])(
    'OAU-23: error: a deadline ends a call of %s also after memory was cleaned up',
    async (path) => {
      setFlagsFromString('--expose-gc')
      const collect: () => void = runInNewContext('gc')
      const call = outbound({ url: origin + path, signal: AbortSignal.timeout(1_500) })
      const ended = expect(call).rejects.toThrow('usable answer')
      for (let time = 0; time < 5; time += 1) {
        await new Promise((done) => setTimeout(done, 200))
        collect()
      }
      await ended
    },
    10_000,
  )
})
