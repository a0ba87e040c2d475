import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound } from './outbound.js'
import { publicFetch } from './public-fetch.js'

const requested: string[] = []
const answers: Record<string, (response: ServerResponse) => void> = {
  '/ok': (response) => response.end('{"a":1}'),
  '/text': (response) => response.end('teapot'),
  '/moved': (response) => response.writeHead(302, { location: '/internal' }).end(),
  '/internal': (response) => response.end('{"secret":1}'),
  '/long': (response) => response.end(Buffer.alloc(10_000_000, 32)),
  '/never': () => undefined,
}
const server = createServer((request, response) => {
  requested.push(String(request.url))
  answers[String(request.url)]?.(response)
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('a call to a provider', () => {
  const call = (path: string, signal = new AbortController().signal) =>
    createOutbound()({ url: base + path, signal })

  test('answers status and JSON; what is not JSON is undefined', async () => {
    expect(await call('/ok')).toEqual({ status: 200, json: { a: 1 } })
    expect(await call('/text')).toEqual({ status: 200, json: undefined })
  })

  test('OAU-23: error: a redirect is not followed', async () => {
    await expect(call('/moved')).rejects.toThrow('did not give a usable answer')
    expect(requested).not.toContain('/internal')
  })

  test('OAU-23: error: an answer of 10 MB is not read', async () => {
    await expect(call('/long')).rejects.toThrow('did not give a usable answer')
  })

  test('OAU-23: error: no answer until the deadline', async () => {
    const deadline = new AbortController()
    const calling = call('/never', deadline.signal)
    deadline.abort()
    await expect(calling).rejects.toThrow('did not give a usable answer')
  })
})

describe('in production', () => {
  const call = (url: string) =>
    createOutbound(publicFetch)({
      url,
      method: 'POST',
      form: { a: 'b' },
      signal: AbortSignal.timeout(4_000),
    })
  const causeOf = (url: string) =>
    call(url).then(
      () => 'called',
      ({ cause }: { cause: Error }) => cause.message,
    )

  test('OAU-23: error: neither http nor a private network is called, by address or by name', async () => {
    const { port } = new URL(base)
    for (const url of [
      `${base}/internal`,
      `https://127.0.0.1:${port}/internal`,
      `https://localhost:${port}/internal`,
      `https://2130706433:${port}/internal`,
      `https://[::ffff:127.0.0.1]:${port}/internal`,
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/token',
    ]) {
      expect(await causeOf(url)).toMatch(/Not https|Not a public address/)
    }
    expect(requested).not.toContain('/internal')
  })
})
