import { accountCallData, accountEntryPoint } from '@sallyport/contract/wallet-api'
import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alice, mallory, usdc, where } from '../../testing/policies.js'
import { createServerWallets, type ServerWallets } from '../../testing/server-wallets.js'
import { createSignerWorld, type SignerWorld } from '../../testing/signer-world.js'

let world: SignerWorld
let wallets: ServerWallets
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
  wallets = await createServerWallets({ socketPath: world.config.socketPath, appId: world.appId })
})
afterAll(() => world.close())

const field = (name: string, type: string) => ({ name, type })
const members = [
  ...[field('sender', 'address'), field('nonce', 'uint256'), field('initCode', 'bytes')],
  ...[field('callData', 'bytes'), field('accountGasLimits', 'bytes32')],
  ...[field('preVerificationGas', 'uint256'), field('gasFees', 'bytes32')],
  field('paymasterAndData', 'bytes'),
]
const operation = (sender: string) => ({
  ...{ sender, nonce: '0', initCode: '0x', callData: accountCallData([{ to: alice, value: 1n }]) },
  ...{ accountGasLimits: `0x${'00'.repeat(32)}`, preVerificationGas: '0' },
  ...{ gasFees: `0x${'00'.repeat(32)}`, paymasterAndData: '0x' },
})
const asked = (typed_data: object) => ({ method: 'eth_signTypedData_v4', params: { typed_data } })
const domain = { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: accountEntryPoint }

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
      ...{ domain, primary_type: 'PackedUserOperation', message: operation(wallet.address) },
      types: { PackedUserOperation: members },
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
