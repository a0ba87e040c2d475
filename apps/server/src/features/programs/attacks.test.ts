import { api } from '@sallyport/contract'
import { createDelegatedWorld, type DelegatedWorld } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authorization, payment } from '../../testing/program-payments.js'
import { outside, page, paying, programsOf } from '../../testing/programs.js'

/* What a program, or a stranger, could do with time and names. */

const { inSeconds, ask, allow, granted } = programsOf(() => world)
let world: DelegatedWorld
beforeAll(async () => {
  world = await createDelegatedWorld()
})
afterAll(() => world?.close())
// One address stands for many.
beforeEach(async () => {
  await sql`truncate rate_limit`.execute(world.kit.db)
  world.node.answers.eth_getTransactionCount = { result: '0x40' }
})

test('AGT-08: error: nothing is kept back: no signed transaction, no later nonce, no payment that stays valid', async () => {
  const { act } = await granted(await world.person('hoard@example.com'))
  const { caip2: _, ...unsent } = payment({})
  expect(await act({ ...unsent, method: 'eth_signTransaction' })).toMatchObject({
    ...{ status: 403, body: { code: 'policy_violation' } },
  })
  world.node.answers.eth_getTransactionCount = { result: '0x8' }
  expect(await act(payment({ nonce: 9 }))).toMatchObject({
    ...{ status: 400, body: { error: expect.stringContaining('next nonce') } },
  })
  const coin = `0x${'c0'.repeat(20)}`
  const pay = { ...paying.pay, asset: coin, most_per_day: '1000', most_fees_per_day: '100000' }
  const coins = await granted(await world.person('coins-kept@example.com'), {
    ...paying,
    pay,
  } as never)
  const until = (seconds: number) => authorization(coin, '10', inSeconds(seconds))
  expect((await coins.act(until(600))).status).toBe(200)
  expect(await coins.act(until(3_600))).toMatchObject({
    ...{ status: 403, body: { error: expect.stringContaining('stays valid for longer') } },
  })
})

test('AGT-09: idempotency keys of one program do not meet those of another', async () => {
  const one = await granted(await world.person('key-one@example.com'))
  const other = await granted(await world.person('key-other@example.com'))
  const named = { idempotencyKey: 'rent' }
  expect((await one.act(payment({ value: 2 }), named)).status).toBe(200)
  expect((await other.act(payment({ value: 1 }), named)).status).toBe(200)
})

test('AGT-10: strangers stop no program and close no page', async () => {
  const person = await world.person('open@example.com')
  const { grant, status } = await granted(person)
  const params = { app_id: world.kit.appId, wallet_id: grant.wallets[0]?.id ?? '' }
  for (let each = 0; each < 310; each += 1)
    await world.kit.call(api.programs.status, { params, body: {} }, outside)
  expect((await status()).status).toBe(200)

  const body = { user_code: 'BCDF-GHJK' }
  for (let network = 0; network < 26; network += 1)
    for (let each = 0; each < 20; each += 1)
      await world.kit.call(api.programs.describe, { body }, { ...page, ip: `203.0.113.${network}` })
  expect(await allow(person, await ask())).toBe(200)
}, 120_000)
