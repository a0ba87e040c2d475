import { expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory, where } from '../../testing/policies.js'

/* Sets spell assets and networks of transfers as conditions with `eq` do. */

const { world, wallets } = await openServerWallets()

const owner = newKey()
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

test.each([
  ['source.asset', 'USDC'],
  ['source.chain', 'eip155:1'],
])('error: a DENY of transfers by a set on %s meets them', async (field, value) => {
  const { conditionSet } = await wallets.outputOf('createConditionSet', {
    appId: world.appId,
    body: { name: 'Names' },
  })
  const path = `condition_sets/${conditionSet.id}/condition_set_items`
  await wallets.outputOf(
    'addConditionSetItems',
    wallets.governing(path, { method: 'POST', conditionSetId: conditionSet.id, body: [{ value }] }),
  )
  const conditions = [where(`action_request_body.${field}`, 'in_condition_set', conditionSet.id)]
  const { policy } = await wallets.policy([
    { name: 'no', method: 'transfer', action: 'DENY', conditions },
    { name: 'yes', method: 'transfer', action: 'ALLOW', conditions: [] },
  ])
  const { walletId, apiShare } = await wallets.create({
    owner: { publicKey: owner.spki },
    policyIds: [policy.id],
  })
  const source = { asset: 'usdc', chain: 'ethereum' }
  const body = { source, destination: { address: mallory }, amount: '5' }
  const data = `0xa9059cbb${mallory.slice(2).padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`
  const rpc = {
    ...{ method: 'eth_sendTransaction', caip2: 'eip155:1' },
    params: { transaction: { to: usdc, data } },
  }
  const numbers = { max_fee_per_gas: '10', max_priority_fee_per_gas: '1' }
  const filled = [{ nonce: '1', gas_limit: '90000', ...numbers }]
  const request = wallets.signed({ path: `wallets/${walletId}/transfer`, body }, [owner])
  const input = { appId: world.appId, walletId, apiShare, request, rpc, filled, decimals: 6 }
  expect((await wallets.ask('signTransfer', input)).error?.code).toBe('policy_violation')
})
