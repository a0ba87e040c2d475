import { accountCallData } from '@sallyport/contract/wallet-api'
import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, usdc, where } from '../../testing/policies.js'
import { field, operationDomain, operationTypes } from '../../testing/typed-operation.js'

const { wallets } = await openServerWallets()

const operation = (sender: string) => ({
  ...{ sender, nonce: '0', initCode: '0x', callData: accountCallData([{ to: alice, value: 1n }]) },
  ...{ accountGasLimits: `0x${'00'.repeat(32)}`, preVerificationGas: '0' },
  ...{ gasFees: `0x${'00'.repeat(32)}`, paymasterAndData: '0x' },
})
const asked = (typed_data: object) => ({ method: 'eth_signTypedData_v4', params: { typed_data } })

test.each(['unknown', 'execution'])(
  'error: a DENY on the meaning (%s) of typed data meets an operation',
  async (kind) => {
    const conditions = [
      where('ethereum_typed_data_meaning.kind', 'in', [kind, 'unknown', 'execution']),
    ]
    const { policy } = await wallets.policy([
      { name: 'no', method: 'eth_signTypedData_v4', action: 'DENY', conditions },
      { name: 'yes', method: 'eth_signTypedData_v4', action: 'ALLOW', conditions: [] },
    ])
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const body = asked({
      ...{
        domain: operationDomain,
        primary_type: 'PackedUserOperation',
        message: operation(wallet.address),
      },
      types: operationTypes,
    })
    const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))
    expect(error?.code).toBe('policy_violation')
  },
)

test('error: an operation whose members are not declared is not what is signed', async () => {
  const limitId = await wallets.limit({
    ...{ method: '*', scope: 'wallet' },
    metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
    conditions: [where('token_transfer.asset', 'eq', usdc)],
  })
  const { policy } = await wallets.policy([
    {
      ...{ name: 'no', method: '*', action: 'DENY' },
      conditions: [where('token_transfer.to', 'eq', mallory)],
    },
    {
      ...{ name: 'yes', method: 'eth_signTypedData_v4', action: 'ALLOW' },
      conditions: [where(`reference.aggregation.${limitId}`, 'lte', '100')],
    },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const permit = {
    ...{ owner: wallet.address, spender: mallory, value: String(10n ** 30n) },
    ...{ nonce: '0', deadline: '9' },
  }
  const body = asked({
    domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc },
    primary_type: 'PackedUserOperation',
    // The eight members of an operation are in the message, and not in the type: only the permit is signed.
    message: { ...operation(wallet.address), permit },
    types: {
      PackedUserOperation: [field('permit', 'Permit')],
      Permit: [
        ...['owner', 'spender'].map((name) => field(name, 'address')),
        ...['value', 'nonce', 'deadline'].map((name) => field(name, 'uint256')),
      ],
    },
  })
  const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))
  expect(error?.code).toBe('policy_violation')
})
