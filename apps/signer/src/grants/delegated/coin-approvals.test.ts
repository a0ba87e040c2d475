import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mallory, transferData, word } from '../../testing/policies.js'
import { createSignerWorld, type SignerWorld } from '../../testing/signer-world.js'

/* On Celo the coin is a token as well: a consent to spend the coin does not cover an approval of it. */

let world: SignerWorld
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
})
afterAll(() => world.close())

const celo = '0x471ece3750da237f93b8e339c536989b8978a438'
test.each([
  ['a transfer', transferData(mallory, 10n ** 24n)],
  ['an unlimited approval', `0x095ea7b3${word(mallory)}${'f'.repeat(64)}`],
  ['increaseAllowance', `0x39509351${word(mallory)}${'f'.repeat(64)}`],
])('error: %s of CELO above what the user allowed in a day', async (_, data) => {
  const wallet = await world.delegated({
    policy: {
      version: 1,
      messages: false,
      typedData: false,
      transactions: {
        chainIds: ['42220'],
        recipients: null,
        mostWeiPerDay: '100000',
        tokens: [],
      },
    },
  })
  const transaction = {
    ...{ chain_id: 42_220, to: celo, data, nonce: 0, gas_limit: 90_000, value: 0 },
    ...{ max_fee_per_gas: 1, max_priority_fee_per_gas: 1, type: 2 },
  }
  const input = world.signedRequest(wallet, {
    method: 'eth_signTransaction',
    params: { transaction },
  })
  expect((await world.ask('signRequest', input)).error?.code).toBe('policy_violation')
})
