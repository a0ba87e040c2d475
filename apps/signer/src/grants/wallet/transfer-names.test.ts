import { expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory, where } from '../../testing/policies.js'
import type { TestWallet } from '../../testing/server-wallets.js'

/* Policies and limits compare the names in a transfer: each asset and network has one spelling there, and any in a condition. */

const { world, wallets } = await openServerWallets()

const owner = newKey()
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
let nonce = 0

/** The code of a transfer of 5 USDC. */
async function codeOf(wallet: TestWallet, source: { asset: string; chain: string }) {
  nonce += 1
  // Two transfers, not one that comes again.
  const reference_id = `transfer-${nonce}`
  const body = { source, destination: { address: mallory }, amount: '5', reference_id }
  const data = `0xa9059cbb${mallory.slice(2).padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`
  const rpc = {
    ...{ method: 'eth_sendTransaction', caip2: 'eip155:1' },
    params: { transaction: { to: usdc, data } },
  }
  const filled = [
    {
      ...{ nonce: String(nonce), gas_limit: '90000' },
      ...{ max_fee_per_gas: '10', max_priority_fee_per_gas: '1' },
    },
  ]
  const request = wallets.signed({ path: `wallets/${wallet.walletId}/transfer`, body }, [owner])
  const { walletId, apiShare } = wallet
  const input = { appId: world.appId, walletId, apiShare, request, rpc, filled, decimals: 6 }
  return (await wallets.ask('signTransfer', input)).error?.code
}

const walletWith = async (rules: object[]) => {
  const { policy } = await wallets.policy(rules)
  return wallets.create({ owner: { publicKey: owner.spki }, policyIds: [policy.id] })
}
const spelled = { asset: 'usdc', chain: 'ethereum' }

test.each([
  ['an asset in capitals', { asset: 'USDC', chain: 'ethereum' }],
  ['an asset partly in capitals', { asset: 'UsDc', chain: 'ethereum' }],
  ['a network by its id, which has a name', { asset: 'usdc', chain: 'eip155:1' }],
  ['a number with a zero before it', { asset: 'usdc', chain: 'eip155:01' }],
])('error: %s', async (_, source) => {
  const wallet = await walletWith([
    { name: 'yes', method: 'transfer', action: 'ALLOW', conditions: [] },
  ])
  expect(await codeOf(wallet, source)).toBe('invalid_request')
  expect(await codeOf(wallet, spelled)).toBeUndefined()
})

test.each([
  ['source.asset', 'USDC'],
  ['source.chain', 'eip155:1'],
])(
  'error: a DENY of transfers by %s meets them, however the condition spells it',
  async (field, value) => {
    const conditions = [where(`action_request_body.${field}`, 'eq', value)]
    const wallet = await walletWith([
      { name: 'no', method: 'transfer', action: 'DENY', conditions },
      { name: 'yes', method: 'transfer', action: 'ALLOW', conditions: [] },
    ])
    expect(await codeOf(wallet, spelled)).toBe('policy_violation')
  },
)

test.each([
  ['source.asset', 'USDC'],
  ['source.chain', 'eip155:1'],
])(
  'error: a limit on transfers by %s counts them, however the condition spells it',
  async (field, value) => {
    const conditions = [where(`action_request_body.${field}`, 'eq', value)]
    const limitId = await wallets.limit({
      ...{ method: 'transfer', scope: 'wallet', conditions },
      metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
    })
    const wallet = await walletWith([
      {
        ...{ name: 'A day', method: 'transfer', action: 'ALLOW' },
        conditions: [where(`reference.aggregation.${limitId}`, 'lte', '5000000')],
      },
    ])
    expect(await codeOf(wallet, spelled)).toBeUndefined()
    expect(await codeOf(wallet, spelled)).toBe('policy_violation')
  },
)
