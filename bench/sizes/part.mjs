import { randomUUID } from 'node:crypto'
import { startPostgres } from '../lib/postgres.mjs'
import { table } from '../lib/table.mjs'

/** Rows are counted between two of these, so that what an empty table takes does not count. */
const [first, last] = [200, 1_200]
/** A table that grows by less is left out of the tables, in bytes for each. */
const least = 1

/** How much the databases grow by a user with a wallet, by a server wallet and by a signature of one: indexes, events and audit log included. */
export async function run({ root, say }) {
  const { api } = await import('@sallyport/contract')
  const testing = await import('@sallyport/testing')
  const { default: makeTemplate } = await import(`${root}/packages/testing/dist/global-setup.js`)
  const postgres = await startPostgres()
  try {
    process.env.TEST_DATABASE_URL = await postgres.create('bench_sizes')
    await makeTemplate()
    say('users')
    const users = await measureUsers({ api, testing })
    say('server wallets and signatures')
    const { wallets, signatures } = await measureWallets({ api, testing })
    const measured = { users, wallets, signatures }
    return { versions: { Postgres: postgres.version }, measured, text: describe(measured) }
  } finally {
    await postgres.stop()
  }
}

/** Users who log in by email, make both wallets, come back once and keep their session. */
async function measureUsers({ api, testing }) {
  const { kit, vault, close } = await testing.createKitWithVault(
    { config: { readBacksPerUserPerHour: 100_000 } },
    { releasesPerMinute: 100_000 },
  )
  const { embeddedWallet: routes, session: sessions } = api
  const live = async (number) => {
    kit.clock.advance(1_000)
    const session = await kit.signIn(`user${number}@example.com`)
    const frame = { token: session.token, origin: testing.authOrigin }
    const owner = { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey }
    const device = await testing.createTestDevice(owner)
    const body = await testing.createBody(device, vault.publicKey)
    const stored = await kit.call(routes.create, { body }, frame)
    await testing.readBack(kit, device, frame)
    const params = { wallet_id: device.walletId, generation_id: device.generationId }
    const confirm = await testing.confirmBody(device, String(stored.body.receipt))
    const { status } = await kit.call(routes.confirm, { params, body: confirm }, frame)
    const { refresh_token } = session
    const again = await kit.call(sessions.refresh, { body: { refresh_token } })
    if (status !== 200 || again.status !== 200) throw new Error(`user ${number}: ${status}`)
  }
  try {
    return await growthOf(kit.databaseUrl, live)
  } finally {
    await close()
  }
}

async function measureWallets({ api, testing }) {
  const world = await testing.createWalletWorld()
  const ids = []
  const create = async () => {
    world.kit.clock.advance(1_000)
    ids.push((await world.createWallet()).id)
  }
  const sign = async (number) => {
    world.kit.clock.advance(1_000)
    const params = { wallet_id: ids[number % ids.length] }
    const message = { message: randomUUID(), encoding: 'utf-8' }
    const body = { method: 'personal_sign', params: message }
    const idempotencyKey = randomUUID()
    const answer = await world.call(api.walletActions.rpc, { params, body }, { idempotencyKey })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  }
  try {
    const wallets = await growthOf(world.kit.databaseUrl, create)
    const signatures = await growthOf(world.kit.databaseUrl, sign)
    return { wallets, signatures }
  } finally {
    await world.close()
  }
}

/** Bytes for each time that something is done, by table. */
async function growthOf(url, act) {
  const sizes = []
  for (let number = 0; number <= last; number += 1) {
    if (number === first || number === last) sizes.push(await sizesOf(url))
    if (number < last) await act(number)
  }
  const [before, after] = sizes
  const grown = Object.entries(after).map(([name, bytes]) => [
    name,
    (bytes - (before[name] ?? 0)) / (last - first),
  ])
  return Object.fromEntries(grown.filter(([, bytes]) => bytes >= least).sort((a, b) => b[1] - a[1]))
}

async function sizesOf(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum')
  const { rows } = await client.query(`
    select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname like 'sallyport%' and c.relkind = 'r'`)
  await client.end()
  return Object.fromEntries(rows.map(({ name, bytes }) => [name.replace('sallyport_', ''), bytes]))
}

function describe(measured) {
  return Object.entries(measured)
    .map(([what, tables]) => {
      const total = Object.values(tables).reduce((sum, bytes) => sum + bytes, 0)
      const rows = Object.entries({ ...tables, 'all tables': total }).map(([name, bytes]) => [
        name,
        String(Math.round(bytes)),
        `${(bytes / 1_000).toFixed(2)} GB`,
      ])
      return table([`a million ${what}`, 'bytes each', 'in all'], rows)
    })
    .join('\n\n')
}
