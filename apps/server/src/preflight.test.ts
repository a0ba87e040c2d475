import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseProblem, portProblem } from './preflight.js'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

describe('databaseProblem', () => {
  test('has nothing to say about a database that answers', async () => {
    expect(await databaseProblem('DATABASE_URL', kit.databaseUrl)).toBeUndefined()
  })

  test('waits for a database that is starting', async () => {
    const { port } = new URL(kit.databaseUrl)
    let attempts = 0
    const starting = createServer((socket) => {
      attempts += 1
      if (attempts === 1) return socket.once('data', () => socket.end(startingUp()))
      return socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(starting, 'listening')
    const own = String((starting.address() as AddressInfo).port)
    const url = Object.assign(new URL(kit.databaseUrl), { port: own }).href

    expect(await databaseProblem('DATABASE_URL', url)).toBeUndefined()
    expect(attempts).toBe(2)
    starting.close()
  })

  test.each([
    ['no URL', 'not-a-url', 'must be a Postgres URL'],
    ['another kind of URL', 'mysql://u:hush@127.0.0.1/x', 'must be a Postgres URL'],
    ['a port without a listener', 'postgres://u:hush@127.0.0.1:1/x', 'ECONNREFUSED'],
    ['a host that is none', 'postgres://u:hush@nowhere.invalid/x', 'nowhere.invalid'],
  ])('error: one sentence without the password for %s', async (_, url, said) => {
    const problem = await databaseProblem('DATABASE_URL', url)

    expect(problem).toMatch(/^DATABASE_URL [^\n]+\.$/)
    expect(problem).toContain(said)
    expect(problem).not.toContain('hush')
  })

  test('error: says that a database is missing', async () => {
    const url = new URL(kit.databaseUrl)
    url.pathname = '/nothing_here'

    expect(await databaseProblem('DATABASE_URL', url.href)).toContain('nothing_here')
  })

  test('error: gives up on a server that says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const url = `postgres://u:hush@127.0.0.1:${port}/x`

    expect(await databaseProblem('DATABASE_URL', url, 50)).toContain('does not answer')
    silent.close()
  })
})

describe('portProblem', () => {
  test('error: names a taken port; a free one is none', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const said = await portProblem({ host: '127.0.0.1', port })
    other.close()
    await once(other, 'close')

    expect(said).toBe(
      `SALLYPORT_PORT ${port} is taken on 127.0.0.1: stop the program that uses it, or set another port.`,
    )
    expect(await portProblem({ host: '127.0.0.1', port })).toBeUndefined()
  })

  test('error: names an address this machine does not have', async () => {
    expect(await portProblem({ host: '192.0.2.1', port: 4400 })).toContain('SALLYPORT_HOST')
  })
})

/** What a Postgres that is starting answers every connection: an error of the protocol, version 3. */
function startingUp(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', '']
  const body = Buffer.from(`${fields.join('\0')}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
