import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SocketVault, socketVault } from './unix-vault.js'
import { fromVaultError, VaultRefusal, VaultUnavailable } from './vault.js'

type Request = { id: string; call: string; input: unknown }

let directory: string
let path: string
let server: Server | undefined
let vault: SocketVault
let connections: Socket[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'unix-vault-'))
  path = join(directory, 'v.sock')
  connections = []
  vault = socketVault(path, { deadlineMs: 300 })
})
afterEach(async () => {
  vault.close()
  await stop()
  rmSync(directory, { recursive: true, force: true })
})

const healthy = { status: 'ok', publicKey: 'BAAA' }

describe('socketVault', () => {
  test('answers many calls over one connection, whatever their order', async () => {
    const held: (() => void)[] = []
    await serve((request, reply) => {
      held.push(() =>
        reply({ id: request.id, output: { ...healthy, publicKey: `K${request.id}` } }),
      )
      if (held.length === 10) for (const answer of held.reverse()) answer()
    })

    const answers = await Promise.all(Array.from({ length: 10 }, () => vault.call('health', {})))

    expect(answers.map(({ publicKey }) => publicKey)).toEqual(
      Array.from({ length: 10 }, (_, i) => `K${i + 1}`),
    )
    expect(connections).toHaveLength(1)
  })

  test('error: a request of more than 256 KB is not sent, and other calls are answered', async () => {
    await serve((request, reply) => reply({ id: request.id, output: healthy }))
    const other = vault.call('health', {})
    const text = 'x'.repeat(262_144)
    const large = vault.call('pinAppKey', { appId: 'a', issuer: text, verificationKey: 'k' })

    await expect(large).rejects.toMatchObject({
      code: 'invalid_request',
      details: { message: expect.stringContaining('too large') },
    })
    expect(await other).toEqual(healthy)
    expect(connections).toHaveLength(1)
  })

  test('keeps at most 64 calls open and sends the rest when places are free', async () => {
    let open = 0
    let most = 0
    await serve((request, reply) => {
      open += 1
      most = Math.max(most, open)
      setImmediate(() => {
        open -= 1
        reply({ id: request.id, output: healthy })
      })
    })
    const answers = await Promise.all(Array.from({ length: 200 }, () => vault.call('health', {})))

    expect(answers).toHaveLength(200)
    expect(most).toBeLessThanOrEqual(64)
    expect(most).toBeGreaterThan(1)
  })

  test('connects again after the vault was away', async () => {
    await expect(vault.call('health', {})).rejects.toBeInstanceOf(VaultUnavailable)
    await serve((request, reply) => reply({ id: request.id, output: healthy }))
    expect(await vault.call('health', {})).toEqual(healthy)
    await stop()
    await expect(vault.call('health', {})).rejects.toBeInstanceOf(VaultUnavailable)
    await serve((request, reply) => reply({ id: request.id, output: healthy }))
    expect(await vault.call('health', {})).toEqual(healthy)
  })

  test('error: CUS-11: gives up at the deadline when the vault hangs', async () => {
    await serve(() => {})
    await expect(vault.call('health', {})).rejects.toThrow('did not answer in time')
  })

  test('a call that is given up ends no other while the vault answers', async () => {
    const asked: string[] = []
    await serve((request, reply) => {
      asked.push(request.id)
      if (request.id !== '1') setTimeout(() => reply({ id: request.id, output: healthy }), 200)
    })
    const given = vault.call('health', {}).catch((error: unknown) => error)
    await vault.call('health', {})
    const others = Array.from({ length: 9 }, () => vault.call('health', {}))

    expect(await given).toBeInstanceOf(VaultUnavailable)
    expect(await Promise.all(others)).toHaveLength(9)
    expect([asked.length, connections.length]).toEqual([11, 1])
  })

  test('error: of a flood each call that was not sent is refused with the time to wait', async () => {
    await serve(() => {})
    const calls = Array.from({ length: 1_100 }, () =>
      vault.call('health', {}).catch((error: unknown) => error),
    )
    const errors = await Promise.all(calls)
    const refused = { code: 'too_many_requests', retryAfterSeconds: 1 }
    // 64 are sent, and 1,000 wait.
    for (const error of errors.slice(1_064)) expect(error).toMatchObject(refused)
    for (const error of errors.slice(0, 64)) expect(error).toBeInstanceOf(VaultUnavailable)
  })

  test('error: an answer outside the contract is refused', async () => {
    await serve((request, reply) => reply({ id: request.id, output: { status: 'fine' } }))
    await expect(vault.call('health', {})).rejects.toBeInstanceOf(VaultUnavailable)
  })

  test('error: a refusal keeps its code; an unknown one is internal_error', async () => {
    await serve((request, reply) =>
      reply({ id: request.id, error: { code: request.id === '1' ? 'not_found' : 'toString' } }),
    )
    await expect(vault.call('health', {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(vault.call('health', {})).rejects.toMatchObject({ code: 'internal_error' })
  })

  test('error: a program whose clock is off is as good as away, and has done nothing', async () => {
    await serve((request, reply) => reply({ id: request.id, error: { code: 'clock_off' } }))
    const refused = await vault.call('health', {}).catch((reason: unknown) => reason)
    expect(refused).toBeInstanceOf(VaultUnavailable)
    expect(refused).toMatchObject({ mayBeDone: false })
  })
})

describe('fromVaultError', () => {
  test.each([
    [new VaultRefusal('invalid_request'), 'invalid_data', 400],
    [new VaultRefusal('invalid_token'), 'missing_or_invalid_token', 401],
    [new VaultRefusal('key_mismatch'), 'internal_error', 500],
    [new VaultRefusal('already_stored'), 'invalid_data', 400],
    [new VaultRefusal('not_found'), 'linked_account_not_found', 404],
    [new VaultRefusal('too_many_requests'), 'too_many_requests', 429],
    [new VaultRefusal('internal_error'), 'internal_error', 503],
    [new VaultUnavailable('away'), 'internal_error', 503],
  ])('%s', (error, code, status) => {
    expect(fromVaultError(error)).toMatchObject({ name: 'ApiError', code, status })
  })

  test('the time to wait of a limit reaches the caller', async () => {
    const error = { code: 'too_many_requests', retryAfterSeconds: 42 }
    await serve((request, reply) => reply({ id: request.id, error }))
    const refusal = await vault.call('health', {}).catch((reason: unknown) => reason)
    expect(fromVaultError(refusal)).toMatchObject({ status: 429, data: { retry_after: 42 } })
  })

  test('leaves what is not the vault’s alone', () => {
    const bug = new TypeError('bug')
    expect(fromVaultError(bug)).toBe(bug)
  })
})

async function serve(on: (request: Request, reply: (answer: object) => void) => void) {
  server = createServer((socket) => {
    connections.push(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const lines = (text + chunk).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        on(JSON.parse(line) as Request, (answer) => socket.write(`${JSON.stringify(answer)}\n`))
      }
    })
  })
  await new Promise<void>((resolve) => server?.listen(path, resolve))
}

async function stop(): Promise<void> {
  const stopping = server
  server = undefined
  if (!stopping) return
  const closed = new Promise((resolve) => stopping.close(resolve))
  for (const socket of connections.splice(0)) socket.destroy()
  await closed
}
