import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, send, where } from '../../testing/policies.js'

/* A clock that is set back and right again: what was signed meanwhile counts for a whole window from when it was signed. */

const { world, wallets } = await openServerWallets()

test('error: what was signed while the clock was set back does not leave the limit when it is right again', async () => {
  const metric = { function: 'sum', field_source: 'ethereum_transaction', field: 'value' }
  const limitId = await wallets.limit({ method: '*', metric, scope: 'wallet' })
  const conditions = [where(`reference.aggregation.${limitId}`, 'lte', '10')]
  const { policy } = await wallets.policy([
    { name: 'A day', method: 'eth_signTransaction', action: 'ALLOW', conditions },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const pay = async (nonce: number, value: number) => {
    const fees = { gas_limit: 21_000, max_fee_per_gas: 10, max_priority_fee_per_gas: 1 }
    const input = wallets.signing(wallet, [], send({ ...fees, nonce, to: alice, value }))
    return (await wallets.ask('signWithWallet', input)).error?.code
  }

  expect(await pay(0, 1)).toBeUndefined()
  world.clock.ms -= 86_400_000
  expect(await pay(1, 9)).toBeUndefined()
  world.clock.ms += 86_400_001
  expect(await pay(2, 9)).toBe('policy_violation')
})
