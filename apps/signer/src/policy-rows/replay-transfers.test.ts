import { expect, test } from 'vitest'
import { openServerWallets } from '../testing/open-server-wallets.js'
import { mallory } from '../testing/policies.js'

const { world, wallets } = await openServerWallets()

test('transfers, whose transactions are not kept, are not tried on a draft', async () => {
  const rules = [{ name: 'All', method: 'transfer', action: 'ALLOW', conditions: [] }]
  const { policy } = await wallets.policy(rules)
  const { walletId, apiShare } = await wallets.create({ policyIds: [policy.id] })
  const body = {
    ...{ source: { asset: 'eth', chain: 'ethereum' }, destination: { address: mallory } },
    amount: '0.5',
  }
  const transaction = { to: mallory, value: `0x${(5n * 10n ** 17n).toString(16)}` }
  await wallets.outputOf('signTransfer', {
    ...{ appId: world.appId, walletId, apiShare, decimals: 18 },
    request: wallets.signed({ path: `wallets/${walletId}/transfer`, body }, []),
    rpc: { method: 'eth_sendTransaction', caip2: 'eip155:1', params: { transaction } },
    filled: [
      { nonce: '0', gas_limit: '21000', max_fee_per_gas: '10', max_priority_fee_per_gas: '1' },
    ],
  })
  const draft = { version: '1.0', name: 'Test', chain_type: 'ethereum', rules }
  const { output } = await wallets.ask('replayPolicy', {
    ...{ appId: world.appId, policyId: policy.id, draft },
  })

  expect(output).toMatchObject({ judged: 0, newlyRefused: 0 })
})
