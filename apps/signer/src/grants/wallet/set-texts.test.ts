import { accountCallData } from '@sallyport/contract/wallet-api'
import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, where } from '../../testing/policies.js'

const { world, wallets } = await openServerWallets()

/** A set with one value. */
async function setOf(value: string) {
  const { conditionSet } = await wallets.outputOf('createConditionSet', {
    appId: world.appId,
    body: { name: 'Texts' },
  })
  const path = `condition_sets/${conditionSet.id}/condition_set_items`
  await wallets.outputOf(
    'addConditionSetItems',
    wallets.governing(path, { method: 'POST', conditionSetId: conditionSet.id, body: [{ value }] }),
  )
  return conditionSet.id as string
}

test.each([
  ['1', '#1'],
  ['0x0F', '#15'],
  ['0xDEAD', '0xdead'],
])('error: a set of texts with %s does not have %s', async (item, message) => {
  const conditions = [where('message.content', 'in_condition_set', await setOf(item))]
  const { policy } = await wallets.policy([
    { name: 'yes', method: 'personal_sign', action: 'ALLOW', conditions },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const body = { method: 'personal_sign', params: { message, encoding: 'utf-8' } }
  const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))
  expect(error?.code).toBe('policy_violation')
})

test.each(['in_condition_set', 'eq'] as const)(
  'error: a text that looks like an address meets a DENY by %s',
  async (operator) => {
    const destination = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const primary_type = 'HyperliquidTransaction:UsdSend'
    const types = {
      [primary_type]: [
        { name: 'destination', type: 'string' },
        { name: 'time', type: 'uint64' },
      ],
    }
    const value = operator === 'eq' ? destination : await setOf(destination)
    const more = { typed_data: { types, primary_type } }
    const denied = where('ethereum_typed_data_message.destination', operator, value, more)
    const { policy } = await wallets.policy([
      { name: 'no', method: '*', action: 'DENY', conditions: [denied] },
      { name: 'yes', method: '*', action: 'ALLOW', conditions: [] },
    ])
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const codeOf = async (to: string) => {
      const typed_data = { domain: {}, types, primary_type, message: { destination: to, time: 1 } }
      const body = { method: 'eth_signTypedData_v4', params: { typed_data } }
      return (await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))).error?.code
    }
    expect(await codeOf(destination)).toBe('policy_violation')
    expect(await codeOf('elsewhere')).toBeUndefined()
  },
)

test('error: what a paymaster may pay holds an operation of entry point 0.6, whose verification gas it pays three times', async () => {
  const path = `apps/${world.appId}/wallet_settings`
  const request = wallets.signed(
    { path, method: 'PATCH', body: { sponsor_wei_per_day: '1000' } },
    [],
  )
  await wallets.outputOf('updateWalletSettings', { appId: world.appId, request })
  const wallet = await wallets.create()
  const params = {
    contract: '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
    chain_id: 1,
    user_operation: {
      ...{ sender: wallet.address, nonce: '0x0' },
      call_data: accountCallData([{ to: alice, value: 1n }]),
      ...{ call_gas_limit: '0x0', verification_gas_limit: 900, pre_verification_gas: '0x0' },
      ...{ max_fee_per_gas: '0x1', max_priority_fee_per_gas: '0x1', paymaster: mallory },
    },
  }
  const body = { method: 'eth_signUserOperation', params }
  const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))
  expect(error?.code).toBe('policy_violation')
})
