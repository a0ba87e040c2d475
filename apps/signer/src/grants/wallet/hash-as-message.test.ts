import { accountCallData } from '@sallyport/contract/wallet-api'
import { hashUserOperation07, toHex } from '@sallyport/crypto/chains/ethereum'
import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory, where } from '../../testing/policies.js'

/* `personal_sign` of 32 bytes can give the signature of `eth_signUserOperation`: it may move anything. */

const { wallets } = await openServerWallets()

const contract = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const zeros = `0x${'00'.repeat(32)}` as const
function operationOf(sender: string) {
  const call_data = accountCallData([{ to: mallory, value: 10n ** 20n }])
  const user_operation = {
    ...{ sender, nonce: '0x0', call_data, paymaster: mallory },
    ...{ call_gas_limit: '0x0', verification_gas_limit: '0x0', pre_verification_gas: 10_000 },
    ...{ max_fee_per_gas: '0x1', max_priority_fee_per_gas: '0x0' },
  }
  const hash = hashUserOperation07(
    {
      ...{ sender: sender.toLowerCase() as `0x${string}`, nonce: 0n, initCode: '0x' as const },
      ...{ callData: call_data, accountGasLimits: zeros, preVerificationGas: 10_000n },
      gasFees: `0x${'00'.repeat(31)}01`,
      paymasterAndData: `${mallory as `0x${string}`}${'00'.repeat(32)}`,
    },
    { entryPoint: contract, chainId: 1n },
  )
  const message = toHex(hash).slice(2)
  return {
    operation: {
      method: 'eth_signUserOperation',
      params: { contract, chain_id: 1, user_operation },
    },
    message: { method: 'personal_sign', params: { message, encoding: 'hex' } },
  }
}

test('error: a DENY on recipients meets the hash of an operation, signed as a message', async () => {
  const { policy } = await wallets.policy([
    {
      ...{ name: 'no', method: '*', action: 'DENY' },
      conditions: [where('token_transfer.to', 'eq', mallory)],
    },
    { name: 'yes', method: 'personal_sign', action: 'ALLOW', conditions: [] },
    { name: 'ops', method: 'eth_signUserOperation', action: 'ALLOW', conditions: [] },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const { operation, message } = operationOf(wallet.address)
  const ask = async (body: object) =>
    (await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))).error?.code
  expect(await ask(operation)).toBe('policy_violation')
  expect(await ask(message)).toBe('policy_violation')
})
