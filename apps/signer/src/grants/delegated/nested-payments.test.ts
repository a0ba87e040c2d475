import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mallory, transferData } from '../../testing/policies.js'
import { createSignerWorld, type SignerWorld } from '../../testing/signer-world.js'

/* A program that may authorize payments of a token (EIP-3009) signs that alone: no data of an unknown form for another contract with a call of the token in it. */

let world: SignerWorld
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
})
afterAll(() => world?.close())

const coin = `0x${'c0'.repeat(20)}`
const fields = (list: Record<string, string>) =>
  Object.entries(list).map(([name, type]) => ({ name, type }))
const call = { to: 'address', value: 'uint256', data: 'bytes', deadline: 'uint256' }

test.each([
  ['a call of the token in an unknown struct', 'Intent'],
  ['a call of the token by way of another contract', 'Call'],
])('error: %s', async (_, primary_type) => {
  const wallet = await world.delegated({
    program: { name: 'Agent', endsAtMs: world.startMs + 86_400_000 },
    policy: {
      version: 1,
      messages: false,
      typedData: false,
      transactions: {
        ...{ chainIds: ['31337'], recipients: null, mostWeiPerDay: '100000', onlyFees: true },
        tokens: [{ chainId: '31337', contract: coin, mostPerDay: '1000', authorizations: true }],
      },
    },
  })
  const deadline = String(Math.floor(world.startMs / 1_000) + 600)
  const inner = { to: coin, value: '0', data: transferData(mallory, 1), deadline }
  const intent = {
    calls: [inner],
    ...{ paymentToken: `0x${'a0'.repeat(20)}`, totalPaymentMaxAmount: String(10n ** 30n) },
    encodedPreCalls: ['0x1234'],
  }
  const typed_data = {
    domain: {
      name: 'Any',
      version: '1',
      chainId: 31337,
      verifyingContract: `0x${'0c'.repeat(20)}`,
    },
    primary_type,
    types: {
      ...(primary_type === 'Intent' && {
        Intent: fields({
          ...{ calls: 'Call[]', paymentToken: 'address', totalPaymentMaxAmount: 'uint256' },
          encodedPreCalls: 'bytes[]',
        }),
      }),
      Call: fields(call),
    },
    message: primary_type === 'Intent' ? intent : inner,
  }
  const input = world.signedRequest(wallet, {
    method: 'eth_signTypedData_v4',
    params: { typed_data },
  })

  expect((await world.ask('signRequest', input)).error?.code).toBe('policy_violation')
})
