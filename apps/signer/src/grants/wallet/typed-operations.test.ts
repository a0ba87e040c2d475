import { accountCallData, accountEntryPoint } from '@sallyport/contract/wallet-api'
import { hashTypedData, hashUserOperation08 } from '@sallyport/crypto/chains/ethereum'
import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, where } from '../../testing/policies.js'
import {
  operationDomain as domain,
  field,
  operationTypes as types,
} from '../../testing/typed-operation.js'

/*
 * An operation of entry point 0.8 is signed as typed data (EIP-712): `eth_signTypedData_v4` signs the very digest of `sponsor: true`, for the
 * wallet's address, which the kit itself makes the account contract.
 */

const { world, wallets } = await openServerWallets()

const bytes32 = (high: bigint, low: bigint) =>
  `0x${high.toString(16).padStart(32, '0')}${low.toString(16).padStart(32, '0')}` as const

/** Typed data that makes the wallet pay, with fees of 10¹⁸ wei that a paymaster pays. */
function operationOf(sender: string, to: string) {
  const packed = {
    ...{ sender: sender.toLowerCase() as `0x${string}`, initCode: '0x' as const },
    callData: accountCallData([{ to, value: 10n ** 20n }]),
    accountGasLimits: bytes32(10n ** 6n, 10n ** 6n),
    gasFees: bytes32(1n, 10n ** 12n),
    paymasterAndData: `0x${'77'.repeat(20)}${'00'.repeat(32)}` as const,
  }
  const message = { ...packed, nonce: '0', preVerificationGas: '100000' }
  const place = { entryPoint: accountEntryPoint, chainId: 1n } as const
  const hash = hashUserOperation08({ ...packed, nonce: 0n, preVerificationGas: 100_000n }, place)
  const typed = { domain, types, message }
  expect(hashTypedData({ ...typed, primaryType: 'PackedUserOperation' })).toEqual(hash)
  const typed_data = { ...typed, primary_type: 'PackedUserOperation' }
  return { method: 'eth_signTypedData_v4', params: { typed_data } }
}

type TypedOperation = ReturnType<typeof operationOf>['params']['typed_data']

test.each(['token_transfer.to', 'ethereum_transaction.to'])(
  'error: a DENY on %s meets an operation of the wallet that is signed as typed data',
  async (name) => {
    const conditions = [where(name, 'eq', mallory)]
    const { policy } = await wallets.policy([
      { name: 'Blocked', method: '*', action: 'DENY', conditions },
      { name: 'Else', method: 'eth_signTypedData_v4', action: 'ALLOW', conditions: [] },
    ])
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const codeOf = async (to: string) => {
      const input = wallets.signing(wallet, [], operationOf(wallet.address, to))
      return (await wallets.ask('signWithWallet', input)).error?.code
    }

    expect(await codeOf(mallory)).toBe('policy_violation')
  },
)

test('error: what a paymaster may pay in a day holds an operation that is signed as typed data', async () => {
  const path = `apps/${world.appId}/wallet_settings`
  const request = wallets.signed(
    { path, method: 'PATCH', body: { sponsor_wei_per_day: '1000' } },
    [],
  )
  await wallets.outputOf('updateWalletSettings', { appId: world.appId, request })
  const wallet = await wallets.create()
  const input = wallets.signing(wallet, [], operationOf(wallet.address, alice))

  expect((await wallets.ask('signWithWallet', input)).error?.code).toBe('policy_violation')
})

test('error: what a paymaster may pay in a day holds operations that are signed as such', async () => {
  const wallet = await wallets.create()
  const operation = (more: object) => ({
    ...{
      sender: wallet.address,
      nonce: '0x0',
      call_data: accountCallData([{ to: alice, value: 1n }]),
    },
    ...{ call_gas_limit: '0x1', verification_gas_limit: '0x0', pre_verification_gas: '0x0' },
    ...{ max_fee_per_gas: '0x1000', max_priority_fee_per_gas: '0x0', ...more },
  })
  const codeOf = async (more: object) => {
    const contract = '0x0000000071727de22e5e9d8baf0edac6f37da032'
    const params = { contract, chain_id: 1, user_operation: operation(more) }
    const body = { method: 'eth_signUserOperation', params }
    return (await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))).error?.code
  }
  // The account pays itself.
  expect(await codeOf({})).toBeUndefined()
  expect(await codeOf({ paymaster: mallory })).toBe('policy_violation')
})

test('error: a DENY on recipients meets typed data of no known form, which may pay anyone', async () => {
  const { policy } = await wallets.policy([
    {
      ...{ name: 'Blocked', method: '*', action: 'DENY' },
      conditions: [where('token_transfer.to', 'eq', mallory)],
    },
    { name: 'Else', method: 'eth_signTypedData_v4', action: 'ALLOW', conditions: [] },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const typed_data = {
    ...{ domain: { chainId: 1 }, primary_type: 'Vote', message: { choice: '1' } },
    types: { Vote: [field('choice', 'uint256')] },
  }
  const input = wallets.signing(wallet, [], {
    method: 'eth_signTypedData_v4',
    params: { typed_data },
  })

  expect((await wallets.ask('signWithWallet', input)).error?.code).toBe('policy_violation')
})

test.each<[string, (data: TypedOperation) => object]>([
  ['without its calls', ({ message: { callData: _, ...message } }) => ({ message })],
  ['of another domain', () => ({ domain: { ...domain, name: 'Token' } })],
  [
    'with a member more',
    () => ({
      types: { PackedUserOperation: [...types.PackedUserOperation, field('more', 'bytes')] },
    }),
  ],
])('error: an operation in typed data %s is not signed', async (_, changed) => {
  const wallet = await wallets.create()
  const { typed_data } = operationOf(wallet.address, alice).params
  const input = wallets.signing(wallet, [], {
    method: 'eth_signTypedData_v4',
    params: { typed_data: { ...typed_data, ...changed(typed_data) } },
  })

  expect((await wallets.ask('signWithWallet', input)).error?.code).toBe('policy_violation')
})
