import { mkdtemp, readFile, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authorize, openProgram } from './authorize.js'
import { keepProgram } from './kept-program.js'

const grant = {
  id: '00000000-0000-4000-8000-000000000001',
  client_name: 'Agent',
  wallets: [
    { id: 'd00000000000000000000000', address: `0x${'ad'.repeat(20)}`, chain_type: 'ethereum' },
  ],
  policy: { version: 1, messages: false, typedData: false, transactions: null },
  limits: [],
  ...{ created_at: 1, ends_at: 2, last_used_at: null },
}
const code = {
  ...{ device_code: 'secret', user_code: 'BCDF-GHJK', interval: 5, expires_in: 600 },
  ...{ verification_uri: 'https://a/d', verification_uri_complete: 'https://a/d?code=BCDF-GHJK' },
}
const refused = (error: string) => Response.json({ error, code: error }, { status: 400 })

/** A server that answers one question for the token after the other, and what a program did. */
function createWorld(tokens: (() => Response)[]) {
  const sent: { path: string; headers: Headers; body: Record<string, unknown> }[] = []
  const waits: number[] = []
  let isEnded = false
  const options = {
    ...{ apiUrl: 'https://auth.example/', appId: 'app', name: 'Agent' },
    nowMs: () => 0,
    onCode: () => undefined,
    sleep: async (ms: number) => void waits.push(ms),
    fetch: async (url: string, init: RequestInit) => {
      const path = url.replace('https://auth.example/api/v1', '')
      sent.push({ path, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) })
      if (path === '/device_authorization') return Response.json(code)
      if (path === '/device/token') return tokens.shift()?.() ?? refused('invalid_grant')
      const ended = {
        error: 'ended',
        code: 'user_has_not_delegated_wallet',
        data: { reason: 'ended' },
      }
      return isEnded ? Response.json(ended, { status: 403 }) : Response.json({ grant })
    },
  }
  const end = () => {
    isEnded = true
  }
  return { options, sent, waits, end }
}

const folder = () => mkdtemp(join(tmpdir(), 'sallyport-program-'))

test('polls at the interval, slower when it is told to, until the user has decided', async () => {
  const { options, sent, waits } = createWorld([
    () => refused('authorization_pending'),
    () => refused('slow_down'),
    () => {
      throw new TypeError('The network is away')
    },
    () => Response.json({ grant }),
  ])
  const shown: string[] = []
  const wallet = await authorize({
    ...options,
    onCode: ({ user_code, key_fingerprint }) => {
      shown.push(user_code, key_fingerprint)
    },
  })

  expect(wallet.address).toBe(grant.wallets[0]?.address)
  expect(waits).toEqual([5_000, 5_000, 10_000, 10_000])
  expect(shown).toEqual(['BCDF-GHJK', expect.stringMatching(/^([0-9A-F]{4} ){3}[0-9A-F]{4}$/)])
  expect(sent[0]?.body).toMatchObject({ client_id: 'app', client_name: 'Agent' })
  expect(sent[1]?.body).toMatchObject({ device_code: 'secret', client_id: 'app' })
})

test.each(['access_denied', 'expired_token', 'invalid_grant'])(
  'error: %s ends it',
  async (name) => {
    const { options } = createWorld([() => refused(name)])
    await expect(authorize(options)).rejects.toMatchObject({ code: name })
  },
)

test('keeps the key in a file that only its user reads, and uses it again', async () => {
  const path = join(await folder(), 'inner', 'program.json')
  const { options, sent, end } = createWorld([
    () => Response.json({ grant }),
    () => Response.json({ grant }),
  ])
  await authorize({ ...options, path })
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600')
  const kept = JSON.parse(await readFile(path, 'utf8'))
  expect(JSON.stringify(sent.map(({ body }) => body))).not.toContain(kept.private_key)

  await authorize({ ...options, path })
  const asked = () => sent.filter((each) => each.path === '/device_authorization').length
  expect(asked()).toBe(1)
  expect((await openProgram(path, options)).id).toBe(grant.wallets[0]?.id)

  end()
  await authorize({ ...options, path })
  expect(asked()).toBe(2)
  expect(JSON.parse(await readFile(path, 'utf8')).private_key).not.toBe(kept.private_key)
})

test('writes the key through no link, and into no file, that another user of the folder has left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'program-'))
  const elsewhere = join(await mkdtemp(join(tmpdir(), 'thief-')), 'stolen')
  await symlink(elsewhere, join(folder, 'agent.json.new'))
  const kept = { api_url: 'https://a', app_id: 'x', private_key: 'secret', public_key: 'p' }
  await keepProgram(join(folder, 'agent.json'), { ...kept, grant: grant as never })

  expect(await readFile(join(folder, 'agent.json'), 'utf8')).toContain('secret')
  await expect(readFile(elsewhere)).rejects.toThrow('ENOENT')
})

test('error: a file that is not there', async () => {
  await expect(openProgram(join(await folder(), 'none.json'))).rejects.toMatchObject({
    code: 'user_has_not_delegated_wallet',
  })
})

test('signs what it asks, with an end', async () => {
  const { options, sent } = createWorld([() => Response.json({ grant })])
  const wallet = await authorize(options)
  await wallet.status()
  const { headers, path } = sent.at(-1) ?? {}
  expect(path).toBe('/device/app/wallets/d00000000000000000000000/status')
  expect(headers?.get('privy-request-expiry')).toBe('300000')
  expect(headers?.get('privy-authorization-signature')).toMatch(/^ME/)
  expect(headers?.get('authorization')).toBeNull()
})

test('signs again by the server’s clock where the one of this machine is wrong, once', async () => {
  const hourMs = 3_600_000
  const late = () =>
    Response.json(
      { error: 'Late', code: 'missing_or_invalid_token', data: { server_time: 9 * hourMs } },
      { status: 401 },
    )
  const { options, sent } = createWorld([() => Response.json({ grant })])
  const wallet = await authorize({
    ...options,
    fetch: async (url, init) => {
      const answer = await options.fetch(url, init)
      const end = Number(new Headers(init?.headers).get('privy-request-expiry') ?? '')
      return end > 0 && end < 9 * hourMs ? late() : answer
    },
  })
  const before = sent.length
  await wallet.status()
  const ends = sent.slice(before).map(({ headers }) => headers.get('privy-request-expiry'))
  expect(ends).toEqual(['300000', String(9 * hourMs + 300_000)])
})
