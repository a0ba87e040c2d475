import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, usdc, where } from '../../testing/policies.js'

/* A permit that has members of several forms is of none of them. */

const { wallets } = await openServerWallets()

const hub = `0x${'4b'.repeat(20)}`
const fields = (list: Record<string, string>) =>
  Object.entries(list).map(([name, type]) => ({ name, type }))

test.each([
  ['token beside the amount', { token: usdc, spender: mallory, amount: String(10n ** 30n) }, hub],
  ['amount beside value', { spender: alice, value: '1', amount: String(10n ** 30n) }, usdc],
])('error: %s is counted by a limit on the token', async (_, more, verifyingContract) => {
  const limitId = await wallets.limit({
    ...{ method: '*', scope: 'wallet' },
    metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
    conditions: [where('token_transfer.asset', 'eq', usdc)],
  })
  const conditions = [where(`reference.aggregation.${limitId}`, 'lte', '100')]
  const { policy } = await wallets.policy([
    { name: 'Permits', method: 'eth_signTypedData_v4', action: 'ALLOW', conditions },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const message = { owner: wallet.address, ...more, nonce: '0', deadline: '9' }
  const types = Object.fromEntries(
    Object.entries(message).map(([name, value]) => [
      name,
      value.startsWith('0x') ? 'address' : 'uint256',
    ]),
  )
  const typed_data = {
    ...{ domain: { name: 'Hub', chainId: 1, verifyingContract }, primary_type: 'Permit', message },
    types: { Permit: fields(types) },
  }
  const body = { method: 'eth_signTypedData_v4', params: { typed_data } }
  const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))
  expect(error?.code).toBe('policy_violation')
})

test('error: an operator beside a spender is met by a DENY', async () => {
  const { policy } = await wallets.policy([
    {
      ...{ name: 'no', method: '*', action: 'DENY' },
      conditions: [where('token_transfer.to', 'eq', mallory)],
    },
    { name: 'yes', method: 'eth_signTypedData_v4', action: 'ALLOW', conditions: [] },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const message = {
    owner: wallet.address,
    spender: alice,
    operator: mallory,
    value: '1',
    nonce: '0',
  }
  const typed_data = {
    domain: { name: 'Hub', chainId: 1, verifyingContract: usdc },
    ...{ primary_type: 'Permit', message },
    types: {
      Permit: fields({
        ...{ owner: 'address', spender: 'address', operator: 'address' },
        ...{ value: 'uint256', nonce: 'uint256' },
      }),
    },
  }
  const body = { method: 'eth_signTypedData_v4', params: { typed_data } }
  const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))
  expect(error?.code).toBe('policy_violation')
})
