import {
  createDelegatedWorld,
  type DelegatedWorld,
  dumpTables,
  type Inhabitant,
  messageRequest,
  paymentRequest,
} from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let world: DelegatedWorld
let ada: Inhabitant
beforeAll(async () => {
  world = await createDelegatedWorld()
  ada = await world.person('ada@example.com')
})
afterAll(() => world?.close())
beforeEach(() => world.revoke(ada))

test('SIG-12: fifty equal requests with one idempotency key send once, and all get the same hash', async () => {
  await world.delegated(ada)
  world.node.sent.length = 0
  const body = await paymentRequest(ada)
  const ask = async () => {
    for (;;) {
      const answer = await world.rpc(body, { idempotencyKey: 'fifty' })
      if (answer.status !== 429) return answer
    }
  }
  const answers = await Promise.all(Array.from({ length: 50 }, ask))

  const hashes = new Set(answers.map((answer) => answer.body.data?.hash))
  expect([...hashes]).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/)])
  expect(world.node.sent).toHaveLength(1)
})

test('SIG-12: error: another request with the same idempotency key', async () => {
  await world.delegated(ada)
  await world.rpc(await paymentRequest(ada), { idempotencyKey: 'one' })
  await world.rpc(await messageRequest(ada), { idempotencyKey: 'two' })
  world.node.sent.length = 0
  const { params, ...asked } = await paymentRequest(ada)
  const other = { ...asked, params: { transaction: { ...params.transaction, value: 2 } } }

  for (const idempotencyKey of ['one', 'two']) {
    const { status, body } = await world.rpc(other, { idempotencyKey })
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'invalid_data',
        error: 'privy-idempotency-key was used for another request',
      },
    ])
  }
  expect(world.node.sent).toEqual([])
})

test('a message with an idempotency key is signed again, and no longer once its user has revoked', async () => {
  await world.delegated(ada)
  const body = await messageRequest(ada)
  const first = await world.rpc(body, { idempotencyKey: 'message' })
  const second = await world.rpc(body, { idempotencyKey: 'message' })
  expect([first.status, second.body]).toEqual([200, first.body])
  const tables = JSON.stringify(await dumpTables(world.kit.db))
  expect(tables).not.toContain(first.body.data?.signature?.slice(2))

  await world.revoke(ada)
  expect((await world.rpc(body, { idempotencyKey: 'message' })).body).toMatchObject({
    code: 'user_has_not_delegated_wallet',
  })
})

test('a transaction that the node refused is sent again with the same idempotency key', async () => {
  await world.delegated(ada)
  world.node.answers = { eth_sendRawTransaction: { error: { code: -32000, message: 'busy' } } }
  const body = await paymentRequest(ada)
  const refused = await world.rpc(body, { idempotencyKey: 'busy' })
  world.node.answers = world.node.accepts
  expect(refused.body.error).toMatchObject({ code: 'transaction_broadcast_failure' })
  const { data } = (await world.rpc(body, { idempotencyKey: 'busy' })).body
  expect(data).toMatchObject({ hash: expect.stringMatching(/^0x/) })
})
