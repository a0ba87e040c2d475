import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  authOrigin,
  authShareBody,
  canSwitchUser,
  confirmBody,
  createBody,
  createKitWithVault,
  createMethods,
  createOAuthVisits,
  createTestDevice,
  debianPostgresFolder,
  fillTables,
  genericPlan,
  type MethodName,
  present,
  readBack,
  recoverBody,
  simulatedOutbound,
  startPostgres,
  type TestKit,
  wholeReads,
} from '@sallyport/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiSchema, connectDb } from './connect.js'
import { migrate } from './migrate.js'

/*
 * The statements that requests send find their rows by key in tables that are new or full. A connection keeps the plan of a
 * statement until Postgres has counted the rows of its tables again, which it does within a minute of their growing: a plan
 * that reads a whole table is right while the table has a row, and not in that minute.
 */

/** Statements that read a table or an index whole, and why. */
const reasons: Record<string, string> = {
  'from "app" where "retired_at" is null': 'all apps are listed, at the start',
  "set state = 'active', confirmed_at":
    'an index of the wallets that are being made, which are few',
}

let statements: string[]
beforeAll(async () => {
  statements = await recordStatements()
}, 120_000)

const methodsUsed: MethodName[] = ['email', 'sms', 'siwe', 'siws', 'passkey', 'guest', 'google']

test('the statements of logins, links, sessions and wallets are known', () => {
  expect(statements.length).toBeGreaterThan(50)
  for (const part of ['rate_limit', 'refresh_token', 'share_generation', 'linked_account'])
    expect(statements.some((text) => text.includes(part))).toBe(true)
})

const servers = [
  { name: 'the tests’ Postgres', isDebian: false },
  ...(canSwitchUser && debianPostgresFolder() ? [{ name: 'Debian’s', isDebian: true }] : []),
]
describe.each(servers)('in $name', ({ isDebian }) => {
  let server: string
  let stop: () => Promise<void>
  const urls: Record<string, string> = {}
  beforeAll(async () => {
    const started = isDebian ? await startDebian() : undefined
    server = started?.url ?? process.env.SALLYPORT_TEST_POSTGRES ?? ''
    stop = started?.stop ?? (async () => {})
    for (const [name, rows] of Object.entries({ empty: 0, young: 1, grown: 5_000 }))
      urls[name] = await createFilled(server, rows)
  }, 120_000)
  afterAll(async () => {
    for (const url of Object.values(urls)) await drop(server, url)
    await stop()
  })

  /** A statement with the tables that it reads whole. */
  async function whole(url: string, set: string[] = []) {
    const options = await optionsOf(url)
    const client = new pg.Client({ connectionString: url, options })
    await client.connect()
    for (const each of set) await client.query(each)
    const found: Record<string, string[]> = {}
    for (const text of statements) {
      const tables = wholeReads(await genericPlan(client, text))
      const isKnown = Object.keys(reasons).some((part) => text.includes(part))
      if (tables.length > 0 && !isKnown) found[text] = tables
    }
    await client.end()
    return found
  }

  test.each(['empty', 'grown'])(
    'every statement finds its rows by key in tables that are %s',
    async (state) => {
      expect(await whole(urls[state] ?? '')).toEqual({})
    },
  )

  test('in a young deployment most do; without enable_seqscan=off most read whole tables', async () => {
    const { young = '' } = urls
    const [own, without] = [await whole(young), await whole(young, ['set enable_seqscan = on'])]
    expect(Object.keys(own).length).toBeLessThan(statements.length / 3)
    expect(Object.keys(without).length).toBeGreaterThan(statements.length / 2)
  })

  test.each(['enable_hashjoin', 'enable_mergejoin'])(
    'without %s=off codes and budgets would read the index of all counters',
    async (name) => {
      const without = await whole(urls.grown ?? '', [`set ${name} = on`])
      expect(Object.values(without).flat()).toContain('rate_limit_pkey')
    },
  )

  test('nothing is compiled', async () => {
    const client = new pg.Client({
      connectionString: urls.grown,
      options: await optionsOf(urls.grown ?? ''),
    })
    await client.connect()
    const explain = 'explain analyze select count(*) from rate_limit'
    await client.query('set jit_above_cost = 0')
    const off = JSON.stringify((await client.query(explain)).rows)
    await client.query('set jit = on')
    const on = JSON.stringify((await client.query(explain)).rows)
    await client.end()
    expect(off).not.toContain('JIT')
    if (isDebian) expect(on).toContain('JIT')
  })
})

/** The start-up options of the API's connections. */
async function optionsOf(url: string): Promise<string> {
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  const db = connectDb({ url, poolSize: 1 })
  await db.selectFrom('app').select('id').limit(1).execute()
  await db.destroy()
  const [client] = connect.mock.contexts
  connect.mockRestore()
  // The parameters of the connection are not among the client's public types.
  return (client as unknown as { connectionParameters: { options: string } }).connectionParameters
    .options
}

async function createFilled(server: string, rows: number): Promise<string> {
  const name = `plans_${process.pid}_${rows}`
  await run(server, `create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const db = connectDb({ url, poolSize: 1 })
  await migrate(db)
  await db.destroy()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set search_path = ${apiSchema}`)
  if (rows > 0) {
    await fillTables(client, apiSchema, rows)
    await client.query('vacuum analyze')
  }
  await client.end()
  return url
}

const drop = (server: string, url: string) =>
  run(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function startDebian() {
  const folder = mkdtempSync(join(tmpdir(), 'plans-'))
  chmodSync(folder, 0o755)
  const postgres: ChildProcess = await startPostgres(folder, { auth: 'trust' })
  return {
    url: `postgres://postgres@${encodeURIComponent(join(folder, 'pg'))}/postgres`,
    stop: async () => {
      postgres.kill('SIGINT')
      await once(postgres, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The texts of what a kit sends while users log in, link, refresh, make wallets and recover them. */
async function recordStatements(): Promise<string[]> {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  const { kit, vault, close } = await createKitWithVault({
    deps: { outbound: simulatedOutbound(simulator) },
  })
  const texts = new Set<string>()
  const original = pg.Client.prototype.query
  // Only what is sent to the API's schema.
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first] = given
    const { options = '' } = (this as unknown as { connectionParameters: { options?: string } })
      .connectionParameters
    const isPlanned = typeof first === 'object' && first !== null && 'text' in first
    if (isPlanned && options.includes(`search_path=${apiSchema} `)) texts.add(String(first.text))
    return Reflect.apply(original, this, given)
  } as typeof original)
  await logInByEach(kit, createMethods({ kit, visits: createOAuthVisits(kit, simulator) }))
  await makeWallets(kit, vault.publicKey)
  spy.mockRestore()
  await close()
  return [...texts].filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
}

async function logInByEach(kit: TestKit, all: ReturnType<typeof createMethods>): Promise<void> {
  const { appId } = await all.addApp()
  for (const name of methodsUsed) {
    const method = all.find(name)
    const prove = async (account: string, token?: string) => {
      const prover = { appId, ...(token !== undefined && { token }) }
      const proven = await method.prove(account, prover)
      if ('refused' in proven) throw new Error(`${name} was refused`)
      const { link = method.routes.login } = method.routes
      const login = proven.login ?? method.routes.login
      return present(kit, token === undefined ? login : link, proven, prover)
    }
    for (const _again of [1, 2]) expect((await prove('ada')).status).toBe(200)
    const { body: owner } = await all
      .find('email')
      .prove(name, { appId })
      .then(async (proven) => {
        if ('refused' in proven) throw new Error('email was refused')
        return present(kit, api.email.authenticate, proven, { appId })
      })
    if (method.routes.link !== undefined && name !== 'email')
      await prove(`linked ${name}`, String(owner.token))
  }
}

async function makeWallets(kit: TestKit, vaultPublicKey: string): Promise<void> {
  const routes = api.embeddedWallet
  const session = await kit.signIn('wallet@example.com')
  const frame = { token: session.token, origin: authOrigin }
  const owner = { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey }
  const device = await createTestDevice(owner)
  const stored = await kit.call(
    routes.create,
    { body: await createBody(device, vaultPublicKey) },
    frame,
  )
  await readBack(kit, device, frame)
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const receipt = 'receipt' in stored.body ? String(stored.body.receipt) : ''
  await kit.call(routes.confirm, { params, body: await confirmBody(device, receipt) }, frame)
  const { body: share } = await authShareBody(device)
  expect((await kit.call(routes.authShare, { params, body: share }, frame)).status).toBe(200)
  const { body } = await recoverBody(device, frame)
  const { status } = await kit.call(
    routes.recover,
    { params: { wallet_id: device.walletId }, body },
    frame,
  )
  expect(status).toBe(200)
  await kit.call(routes.list, {}, frame)
  await kit.call(api.user.me, {}, { token: session.token })
  const { refresh_token } = session
  await kit.call(api.session.refresh, { body: { refresh_token } })
  await kit.call(api.session.logout, { body: { refresh_token } }, { token: session.token })
}
