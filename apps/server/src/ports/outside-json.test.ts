import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutsideJson } from './outside-json.js'
import { requirePublic } from './public-address.js'

const answers: Record<string, { status: number; body: string; location?: string }> = {
  '/ok': { status: 200, body: '{"keys":[]}' },
  '/moved': { status: 302, body: '', location: '/ok' },
  '/text': { status: 200, body: 'no json' },
  '/long': { status: 200, body: JSON.stringify('a'.repeat(200_000)) },
}
const server = createServer((request, response) => {
  const { status, body, location } = answers[request.url ?? ''] ?? { status: 404, body: '' }
  response.writeHead(status, location === undefined ? {} : { location }).end(body)
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const local = createOutsideJson({ allowsPrivate: true })
const strict = createOutsideJson({ allowsPrivate: false })

test('reads JSON', async () => {
  expect(await local(`${base}/ok`)).toEqual({ keys: [] })
})

test.each(['/moved', '/text', '/long', '/missing'])('error: %s', async (path) => {
  await expect(local(base + path)).rejects.toThrow()
})

test('error: in production neither http nor a local host by name or address is called', async () => {
  const { port } = new URL(base)
  for (const url of [
    `${base}/ok`,
    `https://127.0.0.1:${port}/ok`,
    `https://localhost:${port}/ok`,
    `https://2130706433:${port}/ok`,
    `https://0x7f.1:${port}/ok`,
    `https://[::1]:${port}/ok`,
    `https://[::ffff:127.0.0.1]:${port}/ok`,
  ]) {
    await expect(strict(url)).rejects.toThrow(/Not https|Not a public address/)
  }
})

test.each([
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001::1',
  '2001:db8::1',
])('error: %s is not public', (address) => {
  expect(() => requirePublic(address)).toThrow('Not a public address')
})

test.each(['1.1.1.1', '172.32.0.1', '2606:4700:4700::1111'])('%s is public', (address) => {
  expect(() => requirePublic(address)).not.toThrow()
})
