import { accountCallData } from '@sallyport/contract/wallet-api'
import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, where, word } from '../../testing/policies.js'

/*
 * `execute(bytes32,bytes)` is also the function of ERC-7821 (accounts of OpenZeppelin and Solady): a call of the address zero is one of the account
 * itself, and the rest of the mode says what the bytes are.
 */

const { wallets } = await openServerWallets()

const most = 1_000n
/** Data of `execute(mode, executionData)`. */
const execute = (mode: string, inner: string) => {
  const bytes = inner.padEnd(Math.ceil(inner.length / 64) * 64, '0')
  return `0xe9ae5c53${mode.padEnd(64, '0')}${word(64)}${word(inner.length / 2)}${bytes}`
}
/** abi.encode of a list of at least two calls. */
const batch = (calls: Parameters<typeof accountCallData>[0]) => accountCallData(calls).slice(10)
async function codeOf(callData: string) {
  const metric = { function: 'sum', field_source: 'ethereum_transaction', field: 'value' }
  const limitId = await wallets.limit({ method: '*', metric, scope: 'wallet' })
  const conditions = [where(`reference.aggregation.${limitId}`, 'lte', String(most))]
  const rules = [{ name: 'A day', method: 'eth_signUserOperation', action: 'ALLOW', conditions }]
  const { policy } = await wallets.policy(rules)
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const user_operation = {
    ...{ sender: `0x${'5a'.repeat(20)}`, nonce: '0x0', call_data: callData },
    ...{ call_gas_limit: '0x1', verification_gas_limit: '0x0', pre_verification_gas: '0x0' },
    ...{ max_fee_per_gas: '0x1', max_priority_fee_per_gas: '0x0' },
  }
  const contract = '0x0000000071727de22e5e9d8baf0edac6f37da032'
  const params = { contract, chain_id: 1, user_operation }
  const body = { method: 'eth_signUserOperation', params }
  return (await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))).error?.code
}

const zero = `0x${'0'.repeat(40)}`
/** Pays 100 ether by a call of the account to itself. */
const self = execute(
  '01',
  batch([
    { to: mallory, value: 10n ** 20n },
    { to: mallory, value: 1n },
  ]),
)

test('error: a call of the address zero in a batch is a call of the account to itself', async () => {
  const calls = [
    { to: alice, value: 1n },
    { to: zero, value: 0n, data: self },
  ]
  expect(await codeOf(execute('01', batch(calls)))).toBe('policy_violation')
})

test('error: a batch of batches is not read as one call of 32 wei', async () => {
  // As a tuple its one item says: an address (its length), 32 wei (an offset), and bytes that begin after 32 (the number of calls).
  const list = batch(Array.from({ length: 32 }, () => ({ to: mallory, value: 10n ** 20n })))
  const inner = `${word(32)}${word(1)}${word(32)}${word(list.length / 2)}${list}`

  expect(await codeOf(execute('01000000000078210002', inner))).toBe('policy_violation')
})
