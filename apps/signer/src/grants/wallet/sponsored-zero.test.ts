import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, where } from '../../testing/policies.js'

/* With the address zero as paymaster the account would pay: that is not sponsored. */

const { wallets } = await openServerWallets()

test('error: a sponsored send with the address zero as paymaster is not signed', async () => {
  const metric = { function: 'sum', field_source: 'ethereum_transaction', field: 'cost' }
  const limitId = await wallets.limit({ method: '*', scope: 'wallet', metric })
  const conditions = [where(`reference.aggregation.${limitId}`, 'lte', '1000')]
  const { policy } = await wallets.policy([
    { name: 'yes', method: '*', action: 'ALLOW', conditions },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const body = {
    ...{ method: 'wallet_sendCalls', caip2: 'eip155:1', sponsor: true },
    params: { calls: [{ to: alice, value: 1 }] },
  }
  const filled = [
    {
      ...{ operation_nonce: '0', call_gas_limit: '1000000', verification_gas_limit: '1000000' },
      ...{ pre_verification_gas: '100000', paymaster_verification_gas_limit: '0' },
      ...{ paymaster_post_op_gas_limit: '0', max_fee_per_gas: String(10n ** 12n) },
      ...{ max_priority_fee_per_gas: '1', paymaster: `0x${'0'.repeat(40)}`, paymaster_data: '0x' },
    },
  ]
  const input = { ...wallets.signing(wallet, [], body), filled }
  const { error } = await wallets.ask('signWithWallet', input)

  expect(error?.code).toBe('invalid_request')
})
