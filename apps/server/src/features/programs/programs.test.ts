import { api, type ProgramChoice } from '@sallyport/contract'
import {
  addressOf,
  createAuthorizationKey,
  createDelegatedWorld,
  type DelegatedWorld,
  dumpTables,
  type Inhabitant,
  listFactor,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authorization, payment } from '../../testing/program-payments.js'
import { outside, page, paying, programsOf, session } from '../../testing/programs.js'
import { columnsToSweep, sweepColumn } from '../../testing/sweep-row.js'
import { sweepEndedPrograms } from '../../wallet-api/sweep-programs.js'

const hourMs = 3_600_000
const reading: ProgramChoice = { pay: null, hours: 1 }

const { inSeconds, ask, statusOfAsking, poll, open, give, allow, end, granted } = programsOf(
  () => world,
)
let world: DelegatedWorld
let ada: Inhabitant
let eve: Inhabitant
beforeAll(async () => {
  world = await createDelegatedWorld()
  ada = await world.person('ada@example.com')
  eve = await world.person('eve@example.com')
})
afterAll(() => world?.close())
// Two users and one address stand for many.
beforeEach(async () => {
  await sql`truncate rate_limit`.execute(world.kit.db)
  // Higher than any nonce of a test.
  world.node.answers.eth_getTransactionCount = { result: '0x40' }
})

describe('a program that asks for access', () => {
  test('is given a grant for its key, once, after its user has allowed it', async () => {
    const program = await ask()
    expect((await poll(program)).body).toMatchObject({ error: 'authorization_pending' })
    expect(await allow(ada, program)).toBe(200)
    world.kit.clock.advance(5_000)
    const { status, body } = await poll(program)

    expect(status).toBe(200)
    expect(body.grant).toMatchObject({
      client_name: 'Agent',
      wallets: [{ address: await addressOf(ada), chain_type: 'ethereum' }],
      limits: [{ asset: 'native', symbol: 'ETH', most: '100000', left: '100000' }],
      ends_at: Math.floor((world.kit.clock.nowMs() - 5_000 + 24 * hourMs) / 1000),
    })
    expect(JSON.stringify(body)).not.toContain('token')
    world.kit.clock.advance(5_000)
    expect((await poll(program)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('AGT-02: error: a device code that many redeem at once is good for one of them', async () => {
    const program = await ask()
    await allow(ada, program)
    // Those that wait for the row are early; of those that are not, one uses it up.
    await sql`update program_request set interval_seconds = -60`.execute(world.kit.db)
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(program)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is told to ask less often, and when it is too late', async () => {
    const program = await ask()
    await poll(program)
    const early = await poll(program)
    expect(early.body).toMatchObject({ error: 'slow_down', data: { interval: 10 } })
    world.kit.clock.advance(5_000)
    expect((await poll(program)).body).toMatchObject({ error: 'slow_down' })
    world.kit.clock.advance(600_000)
    expect((await poll(program)).body).toMatchObject({ error: 'expired_token' })
  })

  test('is told that its user has refused it', async () => {
    const program = await ask()
    const body = { user_code: program.user_code }
    expect((await world.kit.call(api.programs.refuse, { body }, page)).status).toBe(200)
    expect((await poll(program)).body.error).toBe('access_denied')
    expect(await allow(ada, program)).toBe(404)
  })

  test('is described by a code in any case, with or without the dash', async () => {
    const { user_code, public_key } = await ask()
    const typed = user_code.replace('-', ' ').toLowerCase()
    const { body } = await world.kit.call(
      api.programs.describe,
      { body: { user_code: typed } },
      page,
    )
    expect(body).toMatchObject({ client_name: 'Agent', public_key })
  })

  test('error: a name of several lines, or a key that is none', async () => {
    const key = createAuthorizationKey()
    expect(await statusOfAsking({ client_name: 'Agent\nWallet', public_key: key.spki })).toBe(400)
    expect(await statusOfAsking({ client_name: 'Agent\u202e', public_key: key.spki })).toBe(400)
    expect(await statusOfAsking({ public_key: 'AAAA' })).toBe(400)
  })

  test('error: in an app that has not switched programs on', async () => {
    const other = await world.kit.addApp({ name: 'Other' })
    const key = createAuthorizationKey()
    const asked = { client_id: other.appId, client_name: 'Agent', public_key: key.spki }
    const { body } = await world.kit.call(api.programs.authorize, { body: asked }, outside)
    expect(body).toMatchObject({ code: 'feature_not_enabled' })
  })
})

describe('what a user has allowed', () => {
  test('is carried out within the limit, and what is left is said', async () => {
    const { act, status } = await granted(ada)
    const sent = await act(payment({ value: 60_000 }))
    expect([sent.status, sent.body.data?.hash]).toEqual([200, expect.stringMatching(/^0x/)])
    const [limit] = (await status()).body.grant.limits
    expect(limit).toMatchObject({ most: '100000', left: String(100_000 - 60_000 - 21_000) })
    expect(await act(payment({ value: 60_000, nonce: 1 }))).toMatchObject({
      status: 403,
      body: { code: 'policy_violation', data: { left: '19000' } },
    })
    // What is more than the whole limit is told the same.
    expect(await act(payment({ value: 200_000, nonce: 1 }))).toMatchObject({
      body: { error: expect.stringContaining('19000 left'), data: { left: '19000' } },
    })
  })

  test('is paid once by an idempotency key: another nonce would pay again, and is refused', async () => {
    const { act } = await granted(ada)
    const named = { idempotencyKey: 'order-7' }
    const first = await act(payment({ value: 5_000, nonce: 2 }), named)
    const again = await act(payment({ value: 5_000, nonce: 2 }), named)

    expect(first.status).toBe(200)
    expect(again).toMatchObject({ status: 200, body: { data: first.body.data } })
    expect(await act(payment({ value: 5_000, nonce: 3 }), named)).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_data' } },
    })
  })

  test('WAL-20: error: not to another address, nor a message', async () => {
    const { act } = await granted(ada)
    const elsewhere = payment({ to: `0x${'ee'.repeat(20)}` })
    const hello = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
    for (const body of [elsewhere, hello])
      expect((await act(body)).body).toMatchObject({ code: 'policy_violation' })
  })

  test('tells the user by mail, is in the log and in the user’s list', async () => {
    const owner = await world.person('lists@example.com')
    const { act, grant } = await granted(owner)
    await act(payment({}))
    const { body } = await world.kit.call(api.programs.list, {}, session(owner))
    expect(body.grants).toMatchObject([{ id: grant.id, client_name: 'Agent' }])
    expect(body.grants[0]?.last_used_at).toBe(Math.floor(world.kit.clock.nowMs() / 1000))
    await world.kit.deliverNotices()
    expect(JSON.stringify(world.kit.mailbox)).toContain('A program may act with your')
    const log = await world.kit.call(api.sessions.activity, { query: {} }, session(owner))
    expect(JSON.stringify(log.body)).toContain('program_allowed')
    expect((await world.kit.call(api.programs.list, {}, session(eve))).body.grants).toEqual([])
  })

  test('to read only: the balance is read, and nothing has a key', async () => {
    world.node.answers = { eth_getBalance: { result: '0x2a' } }
    const { act, signed, grant } = await granted(ada, reading)
    const read = await signed(api.programs.balance, { caip2: 'eip155:31337' })
    expect(read.body).toMatchObject({ asset: 'native', symbol: 'ETH', amount: '42' })
    expect((await act(payment({}))).body).toMatchObject({ code: 'policy_violation' })
    expect(grant.limits).toEqual([])
    world.node.answers = world.node.accepts
  })

  test('to pay with a token: payments that their recipient sends count like transfers', async () => {
    const asset = `0x${'c0'.repeat(20)}`
    const coins = { chain_id: '31337', asset, most_per_day: '1000', most_fees_per_day: '100000' }
    const owner = await world.person('coins@example.com')
    const { act, status } = await granted(owner, { pay: { ...coins, recipients: null }, hours: 1 })

    const paid = await act(authorization(asset, '700', inSeconds(600)))
    expect(paid.body.data?.signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect((await status()).body.grant.limits).toMatchObject([
      { asset: 'native', most: '100000', left: '100000' },
      { asset, symbol: null, most: '1000', left: '300' },
    ])
    expect(await act(authorization(asset, '301', inSeconds(600)))).toMatchObject({
      status: 403,
      body: { code: 'policy_violation', data: { left: '300' } },
    })
    expect((await act(payment({}))).body).toMatchObject({ code: 'policy_violation' })
  })

  test('several programs use one wallet, each with a limit of its own', async () => {
    const [first, second] = [await granted(ada), await granted(ada)]
    expect((await first.act(payment({ value: 70_000, nonce: 20 }))).status).toBe(200)
    expect((await second.act(payment({ value: 70_000, nonce: 21 }))).status).toBe(200)
  })
})

describe('the end', () => {
  test('AGT-05: error: what the user has ended is refused at once, by the signer too', async () => {
    const { act, grant, status } = await granted(ada)
    expect(await end(ada, grant.id)).toBe(200)
    for (const answer of [await act(payment({ nonce: 30 })), await status()])
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'user_has_not_delegated_wallet', data: { reason: 'ended' } },
      })
    expect(await end(ada, grant.id)).toBe(404)
  })

  test('AGT-06: error: its time is over', async () => {
    const owner = await world.person('ends@example.com')
    const { act } = await granted(owner, { ...paying, hours: 1 })
    world.kit.clock.advance(hourMs - 1_000)
    expect((await act(payment({}))).status).toBe(200)
    world.kit.clock.advance(1_000)
    expect(await act(payment({ nonce: 1 }))).toMatchObject({
      status: 403,
      body: { data: { reason: 'expired' } },
    })
    const fresh = await world.kit.signIn('ends@example.com')
    const { body } = await world.kit.call(api.programs.list, {}, { token: fresh.token })
    expect(body.grants).toEqual([])
  })

  test('error: another user ends nothing', async () => {
    const ben = await world.person('ben@example.com')
    const { grant, act } = await granted(ben)
    const other = await world.person('other@example.com')
    expect(await end(other, grant.id)).toBe(404)
    expect((await act(payment({}))).status).toBe(200)
  })

  test('comes with the end of all delegations', async () => {
    const cleo = await world.person('cleo@example.com')
    const { act } = await granted(cleo)
    await world.revoke(cleo)
    expect((await act(payment({}))).body).toMatchObject({ data: { reason: 'ended' } })
  })
})

test('both halves of a key are deleted a day after its time', async () => {
  const who = await world.person('swept@example.com')
  const { grant, act } = await granted(who, { ...paying, hours: 1 })
  world.kit.clock.advance(hourMs + 24 * hourMs - 1_000)
  await sweepEndedPrograms(world.kit.deps)
  expect((await act(payment({}))).body).toMatchObject({ data: { reason: 'expired' } })
  world.kit.clock.advance(1_000)
  await sweepEndedPrograms(world.kit.deps)
  expect((await act(payment({}))).body).toMatchObject({ data: { reason: 'ended' } })
  const owner = { appId: world.kit.appId, userId: who.session.user.id }
  const input = { ...owner, consentIds: [grant.id] }
  expect((await world.signer.call('readConsents', input)).consents).toEqual([])
})

test('what was allowed goes on when the app switches programs off, and no program can ask', async () => {
  const { act } = await granted(await world.person('goes-on@example.com'))
  const change = (programs: Record<string, never> | null) =>
    world.kit.call(api.adminApp.update, { body: { programs } }, { secret: world.kit.appSecret })
  expect((await change(null)).status).toBe(200)
  expect((await act(payment({}))).status).toBe(200)
  expect(await statusOfAsking({ public_key: createAuthorizationKey().spki })).toBe(403)
  expect((await change({})).status).toBe(200)
})

describe('error: an attack', () => {
  test('AGT-01: another program redeems nothing with a code that a user has allowed', async () => {
    const [program, phisher] = [await ask(), await ask()]
    await allow(ada, program)
    world.kit.clock.advance(5_000)
    expect((await poll(phisher)).body).toMatchObject({ error: 'authorization_pending' })
    expect((await poll({ ...program, device_code: program.user_code })).body).toMatchObject({
      error: 'invalid_grant',
    })
    const other = await world.kit.addApp({ name: 'Thief', privateSettings: { programs: {} } })
    expect((await poll(program, other.appId)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('AGT-03: the key of one program opens no other wallet', async () => {
    const [first, second] = [
      await world.person('one@example.com'),
      await world.person('two@example.com'),
    ]
    const [mine, theirs] = [await granted(first), await granted(second)]
    const stolen = { key: mine.key }
    expect((await theirs.act(payment({ nonce: 40 }), stolen)).body).toMatchObject({
      code: 'missing_or_invalid_token',
    })
    expect((await theirs.status(stolen)).status).toBe(401)
  })

  test('a signature without an end, or for another body, is none', async () => {
    const { act } = await granted(await world.person('three@example.com'))
    expect((await act(payment({ nonce: 41 }), { expiry: null })).status).toBe(401)
    const body = payment({ nonce: 41, value: 2 })
    expect((await act(payment({ nonce: 41 }), { body })).status).toBe(401)
  })

  test('a signature that ended, or ends in a day, is refused with the time of the server', async () => {
    const { act } = await granted(await world.person('clock@example.com'))
    const nowMs = world.kit.clock.nowMs()
    for (const expiry of [nowMs - 1, nowMs + 24 * hourMs]) {
      const answer = await act(payment({ nonce: 42 }), { expiry: String(expiry) })
      expect(answer).toMatchObject({ status: 401, body: { data: { server_time: nowMs } } })
    }
  })

  test('AGT-07: codes are not guessed: one network has few tries', async () => {
    const tries = []
    for (let count = 0; count < 25; count += 1) {
      const body = { user_code: 'BCDF-GHJK' }
      const from = { ...page, ip: '203.0.113.9' }
      tries.push((await world.kit.call(api.programs.describe, { body }, from)).status)
    }
    expect(tries.filter((status) => status === 404)).toHaveLength(20)
    expect(tries.slice(20)).toEqual([429, 429, 429, 429, 429])
  })

  test('AGT-04: a consent for another key, name, limit of time or wallet is not kept', async () => {
    world.kit.clock.advance(hourMs)
    const owner = await world.person('changes@example.com')
    const program = await ask()
    const { consent } = (await open(owner, program)).body
    const { program: named } = consent
    if (!named) throw new Error('The consent is for a program')
    const changes = [
      { authorizationKeys: [createAuthorizationKey().spki] },
      { program: { ...named, name: 'Wallet' } },
      { program: { ...named, endsAtMs: named.endsAtMs + 60 * 24 * hourMs } },
      { program: undefined },
      { userId: eve.session.user.id },
      { policy: { ...consent.policy, messages: true } },
    ]
    for (const change of changes)
      expect([change, await give(owner, program, { ...consent, ...change })]).toEqual([change, 400])
    expect(await give(owner, program, consent)).toBe(200)
  })

  test('MFA: a user with a factor proves it, and the login has to be recent', async () => {
    const owner = await world.person('factors@example.com')
    const program = await ask()
    await listFactor(world.kit, owner.session.user.id)
    expect((await open(owner, program)).body).toMatchObject({ code: 'missing_or_invalid_mfa' })
    const late = await world.person('late@example.com')
    world.kit.clock.advance(16 * 60_000)
    expect((await open(late, await ask())).body).toMatchObject({ code: 'login_too_old' })
  })

  test('the database holds no code and no half of a key in clear', async () => {
    const program = await ask()
    const tables = JSON.stringify(await dumpTables(world.kit.db))
    for (const code of [program.device_code, program.user_code, program.user_code.replace('-', '')])
      expect(tables).not.toContain(code)
  })
})

describe('P5 V4: the rows of programs', () => {
  test.each(columnsToSweep('program_request'))(
    'a changed %s is refused (%s)',
    async (column, rule) => {
      world.kit.clock.advance(hourMs)
      const owner = await world.person(`r-${column.replaceAll('_', '-')}@example.com`)
      const program = await ask()
      await allow(owner, program)
      const target = {
        row: sql`public_key = ${program.public_key}`,
        use: async () => {
          world.kit.clock.advance(61_000)
          return (await poll(program)).status
        },
      }
      if (column === 'user_code_hash') return expectUnknown(target)
      await sweepColumn(world.kit, { table: 'program_request', column, rule }, target)
    },
  )

  test.each(columnsToSweep('program_grant'))(
    'a changed %s is refused (%s)',
    async (column, rule) => {
      world.kit.clock.advance(hourMs)
      const owner = await world.person(`g-${column.replaceAll('_', '-')}@example.com`)
      const { act, grant } = await granted(owner)
      await sweepColumn(
        world.kit,
        { table: 'program_grant', column, rule },
        {
          row: sql`grant_id = ${grant.id}`,
          ...(column === 'chain_type' && { value: sql`'solana'` }),
          use: async () => (await act(payment({}))).status,
        },
      )
    },
  )

  /** The hash of the user's code is under the MAC with the rest. */
  async function expectUnknown(target: { row: ReturnType<typeof sql>; use(): Promise<number> }) {
    await sql`update program_request set user_code_hash = 'x' where ${target.row}`.execute(
      world.kit.db,
    )
    expect(await target.use()).toBe(500)
  }
})
