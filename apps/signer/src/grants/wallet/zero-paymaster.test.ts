import { accountCallData } from '@sallyport/contract/wallet-api'
import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, where } from '../../testing/policies.js'

/* An operation whose paymaster is the address zero has none: entry points of 0.6 and 0.7 take its fee from the account. */

const { wallets } = await openServerWallets()

const most = 10n ** 16n
const hex = (value: bigint) => `0x${value.toString(16)}`
const operation = (fee: bigint, more: object) => ({
  ...{ sender: `0x${'5a'.repeat(20)}`, nonce: '0x0' },
  call_data: accountCallData([{ to: alice, value: 1n }]),
  ...{ call_gas_limit: '0x1', verification_gas_limit: '0x0', pre_verification_gas: '0x0' },
  ...{ max_fee_per_gas: hex(fee), max_priority_fee_per_gas: '0x0', ...more },
})

test.each([
  ['0.6', '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'],
  ['0.7', '0x0000000071727de22e5e9d8baf0edac6f37da032'],
])(
  'error: a limit on cost holds the fee of an operation with the address zero as paymaster (%s)',
  async (_, contract) => {
    const metric = { function: 'sum', field_source: 'ethereum_transaction', field: 'cost' }
    const limitId = await wallets.limit({ method: '*', metric, scope: 'wallet' })
    const conditions = [where(`reference.aggregation.${limitId}`, 'lte', String(most))]
    const rules = [{ name: 'A day', method: 'eth_signUserOperation', action: 'ALLOW', conditions }]
    const { policy } = await wallets.policy(rules)
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const codeOf = async (more: object) => {
      const params = { contract, chain_id: 1, user_operation: operation(100n * most, more) }
      const body = { method: 'eth_signUserOperation', params }
      return (await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))).error?.code
    }

    expect(await codeOf({})).toBe('policy_violation')
    expect(await codeOf({ paymaster: `0x${'00'.repeat(20)}` })).toBe('policy_violation')
  },
)
