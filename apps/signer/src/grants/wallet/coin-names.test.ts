import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory, transferData, where, word } from '../../testing/policies.js'

/* The coin of Celo has two names, `native` and its contract: conditions and limits know it by both. */

const { wallets } = await openServerWallets()

const celo = '0x471ece3750da237f93b8e339c536989b8978a438'
const numbers = { nonce: 0, gas_limit: 90_000, max_fee_per_gas: 1, max_priority_fee_per_gas: 1 }
const bodyOf = (data: string) => ({
  method: 'eth_signTransaction',
  params: { transaction: { chain_id: 42_220, to: celo, ...numbers, data } },
})
const codeOf = async (rules: object[], data: string) => {
  const { policy } = await wallets.policy(rules)
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const input = wallets.signing(wallet, [], bodyOf(data))
  return (await wallets.ask('signWithWallet', input)).error?.code
}
const allow = (conditions: object[]) => ({
  ...{ name: 'yes', method: 'eth_signTransaction', action: 'ALLOW', conditions },
})
const moves = [
  ['transfer', transferData(mallory, 10n ** 24n)],
  ['approve', `0x095ea7b3${word(mallory)}${word(10n ** 24n)}`],
] as const

test.each(moves)('error: a DENY on the contract of CELO meets %s', async (_, data) => {
  const conditions = [where('token_transfer.asset', 'eq', celo)]
  const no = { name: 'no', method: '*', action: 'DENY', conditions }
  expect(await codeOf([no, allow([])], data)).toBe('policy_violation')
})

test.each(moves)('error: a limit on the contract of CELO counts %s', async (_, data) => {
  const limitId = await wallets.limit({
    ...{ method: '*', scope: 'wallet' },
    metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
    conditions: [where('token_transfer.asset', 'eq', celo)],
  })
  expect(
    await codeOf([allow([where(`reference.aggregation.${limitId}`, 'lte', '100')])], data),
  ).toBe('policy_violation')
})

test('error: a DENY on the coin meets transferWithComment of CELO', async () => {
  const conditions = [where('token_transfer.asset', 'eq', 'native')]
  const no = { name: 'no', method: '*', action: 'DENY', conditions }
  const comment = `0xe1d6aceb${word(mallory)}${word(10n ** 24n)}${word(96)}${word(0)}`
  expect(await codeOf([no, allow([])], comment)).toBe('policy_violation')
})
