import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createClient } from '@sallyport/node'
import { createListeningWorld } from '@sallyport/testing'
import { freePort } from '@sallyport/testing/free-port'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { run } from './lib/run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/features/back-end.md'), 'utf8')
/** Inside of the checkout: the files find the packages of the workspace. */
const folder = join(root, '.cache/back-end-feature-page')
const blocks = Array.from(page.matchAll(/```js (\S+)\n([\s\S]*?)```/g))
const isDeep = (process.env.SALLYPORT_TESTS ?? 'quick') !== 'quick'
let world: Awaited<ReturnType<typeof createListeningWorld>>
let token: string
let env: Record<string, string>

/** Doubles of what the examples take of Next, which runs them in a build of its own. */
const doubles = {
  'node_modules/next/package.json': '{"type":"module"}',
  'node_modules/next/headers.js': 'export const headers = async () => globalThis.nextHeaders',
  'node_modules/next/server.js': `export const NextResponse = {
  next: () => new Response('passed on'),
  redirect: (url) => new Response(null, { status: 307, headers: { location: String(url) } }),
}`,
}

beforeAll(async () => {
  world = await createListeningWorld()
  // The files use the machine's clock.
  world.kit.clock.advance(Date.now() - world.kit.clock.nowMs())
  token = (await world.kit.signIn('ada@example.com')).token
  env = {
    PATH: process.env.PATH ?? '',
    SALLYPORT_URL: world.apiUrl,
    SALLYPORT_APP_ID: world.kit.appId,
    SALLYPORT_APP_SECRET: world.kit.appSecret,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  rmSync(folder, { recursive: true, force: true })
  const files = { 'package.json': '{"private":true,"type":"module"}', ...doubles }
  for (const [name, text] of [...Object.entries(files), ...blocks.map((each) => each.slice(1))]) {
    mkdirSync(dirname(join(folder, String(name))), { recursive: true })
    writeFileSync(join(folder, String(name)), String(text))
  }
})
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  await world?.close()
})

const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)
const asking = (given: string | undefined) =>
  new Request('http://shop.example/me', {
    headers: given === undefined ? {} : { authorization: `Bearer ${given}` },
  })

describe('docs/features/back-end.md', () => {
  test('has the blocks that are run here, and no other', () => {
    expect(blocks.map(([, name]) => name)).toEqual([
      ...['sallyport.js', 'verify.js', 'express.js', 'fastify.js', 'hono.js'],
      ...['route.js', 'proxy.js', 'page.js', 'webhooks.js', 'payout.js'],
    ])
  })

  test('verify.js and the files for Next know the user, and refuse others', async () => {
    const { userOf } = await load('verify.js')
    const { user_id } = await userOf(asking(token))
    expect(user_id).toMatch(/^did:privy:/)
    expect(await userOf(asking(undefined))).toEqual({ status: 401, reason: 'missing' })
    expect(await userOf(asking('x'))).toEqual({ status: 401, reason: 'invalid' })

    const { GET } = await load('route.js')
    expect((await GET(asking('x'))).status).toBe(401)
    expect(await (await GET(asking(token))).json()).toMatchObject({ user_id })
    const { default: proxy } = await load('proxy.js')
    expect(await (await proxy(asking(token))).text()).toBe('passed on')
    expect((await proxy(asking('x'))).headers.get('location')).toBe('http://shop.example/login')
    const { default: Page } = await load('page.js')
    Reflect.set(globalThis, 'nextHeaders', new Headers({ cookie: `privy-token=${token}` }))
    expect(await Page()).toBe(`Hello ${user_id}`)
    Reflect.set(globalThis, 'nextHeaders', new Headers())
    expect(await Page()).toBe('Log in first')
    Reflect.deleteProperty(globalThis, 'nextHeaders')
  })

  test('tokens.sh gets a token of a test user, which a back end knows, and a wrong one', async () => {
    const [, script = ''] = /```sh tokens\.sh\n([\s\S]*?)```/.exec(page) ?? []
    const [, make = ''] = /^([\s\S]*?> token\.txt)\n/.exec(script) ?? []
    const { code, output } = await run('sh', ['-eu', '-c', make], { cwd: folder, env })
    expect(code, output).toBe(0)
    const { userOf } = await load('verify.js')
    const made = readFileSync(join(folder, 'token.txt'), 'utf8').trim()
    expect(await userOf(asking(made))).toMatchObject({ status: 200 })
    expect(await userOf(asking(`${made}x`))).toEqual({ status: 401, reason: 'invalid' })
    // As the page says of an expired one.
    const { appId, appSecret } = world.kit
    const nowMs = () => Date.now() + 7_200_000
    const later = createClient({ appId, appSecret, apiUrl: world.apiUrl, nowMs })
    await expect(later.verifyAccessToken(made)).rejects.toMatchObject({
      data: { reason: 'expired' },
    })
  })

  test('webhooks.js adds an endpoint and takes what it is sent once', async () => {
    const { addEndpoint, receive } = await load('webhooks.js')
    const { secret } = await addEndpoint('http://127.0.0.1:9/webhooks')
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const body = JSON.stringify({ type: 'user.created', user: { id: 'did:privy:x' } })
    const id = 'evt_1'
    const timestamp = String(Math.floor(Date.now() / 1000))
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    const headers = { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${mac}` }
    for (let time = 0; time < 2; time += 1) {
      const request = new Request('http://shop.example/webhooks', { method: 'POST', body, headers })
      expect((await receive(request, secret)).status).toBe(204)
    }
    expect(said.mock.calls).toEqual([['signed up', 'did:privy:x']])
    said.mockRestore()
  })

  test('sign.sh makes a key and a wallet, and the wallet signs by its signature', async () => {
    const [, script = ''] = /```sh sign\.sh\n([\s\S]*?)```/.exec(page) ?? []
    const { code, output } = await run('sh', ['-eu', '-c', script], { cwd: folder, env })
    expect(code, output).toBe(0)
    expect(JSON.parse(output)).toMatchObject({
      method: 'personal_sign',
      data: { signature: expect.stringMatching(/^0x[0-9a-f]{130}$/), encoding: 'hex' },
    })
  })

  test('payout.js sends twice, and the limit refuses the third with what is left', async () => {
    const { code, output } = await run(process.execPath, ['payout.js'], { cwd: folder, env })
    expect(code, output).toBe(0)
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(/^1 sent 0x[0-9a-f]{64}$/),
      expect.stringMatching(/^2 sent 0x[0-9a-f]{64}$/),
      expect.stringMatching(/^3 refused: /),
    ])
  })

  test('fastify.js answers who asks', async () => expectServer('fastify.js'))

  // Express and Hono are not among the project's packages: the deep tier installs them.
  test.skipIf(!isDeep)(
    'express.js and hono.js answer who asks',
    async () => {
      const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
      const wanted = ['express@5', 'hono@4', '@hono/node-server@1']
      const { code, output } = await run('npm', [...args, ...wanted], { cwd: folder })
      expect(code, output).toBe(0)
      await expectServer('express.js')
      await expectServer('hono.js')
    },
    300_000,
  )

  test('every method of the tables is one of the client', () => {
    const client = createClient({ appId: 'a', apiUrl: 'https://auth.example.com' })
    const rows = Array.from(page.matchAll(/^\| .*? \| (.*) \|$/gm), ([, ours = '']) => ours)
    const named = rows.flatMap((ours) =>
      Array.from(ours.matchAll(/`((?:\w+\(\)\.)+\w+)/g), ([, name = '']) => name),
    )
    expect(new Set(named).size).toBeGreaterThan(40)
    expect(named.filter((name) => !isMethod(client, name))).toEqual([])
  })
})

/** Whether `users().get` and the like is a function of the client. */
function isMethod(client: object, path: string): boolean {
  let at: unknown = client
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null) return false
    const member: unknown = Reflect.get(at, part.replace('()', ''))
    at = part.endsWith('()') && typeof member === 'function' ? member.call(at) : member
  }
  return typeof at === 'function'
}

/** Starts a file of the page and asks it as a user and without a login. */
async function expectServer(name: string) {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [name], {
    ...{ cwd: folder, env: { ...env, PORT: String(port) }, stdio: 'inherit' },
  })
  try {
    const ask = (given?: string) =>
      fetch(`http://127.0.0.1:${port}/me`, { headers: asking(given).headers })
    await expect
      .poll(() =>
        ask().then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(401)
    expect((await ask('x')).status).toBe(401)
    expect(await (await ask(token)).json()).toMatchObject({
      ...{ status: 200, user_id: expect.stringMatching(/^did:privy:/) },
    })
  } finally {
    child.kill()
    await once(child, 'close')
  }
}
