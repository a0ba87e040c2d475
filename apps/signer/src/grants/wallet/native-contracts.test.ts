import { describe, expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory, transferData, where } from '../../testing/policies.js'

/* On some networks the coin is a token, too: a transfer of that token moves the coin, without a value. */

const { wallets } = await openServerWallets()

const fees = { nonce: 0, gas_limit: 90_000, max_fee_per_gas: 1, max_priority_fee_per_gas: 1 }
/** CELO on Celo (GoldToken), which the kit offers as network `celo`. */
const celo = { chain_id: 42_220, to: '0x471ece3750da237f93b8e339c536989b8978a438' }
const body = {
  method: 'eth_signTransaction',
  params: { transaction: { ...celo, ...fees, data: transferData(mallory, 10n ** 24n) } },
}
const codeOf = async (rules: object[], asked: object = body) => {
  const { policy } = await wallets.policy(rules)
  const wallet = await wallets.create({ policyIds: [policy.id] })
  return (await wallets.ask('signWithWallet', wallets.signing(wallet, [], asked))).error?.code
}
const allow = (conditions: object[], method = 'eth_signTransaction') => ({
  ...{ name: 'Allow', method, action: 'ALLOW', conditions },
})
const deny = (conditions: object[]) => ({ name: 'no', method: '*', action: 'DENY', conditions })

describe('a transfer of CELO by its token contract', () => {
  test.each([
    { field_source: 'ethereum_transaction', field: 'value' },
    { field_source: 'ethereum_transaction', field: 'cost' },
  ])('error: is counted by a limit on $field', async (field) => {
    const limitId = await wallets.limit({
      ...{ method: '*', scope: 'wallet', metric: { function: 'sum', ...field } },
    })
    const within = where(`reference.aggregation.${limitId}`, 'lte', '1000000')
    expect(await codeOf([allow([within])])).toBe('policy_violation')
  })

  test('error: is counted by a limit on the coin', async () => {
    const limitId = await wallets.limit({
      ...{ method: '*', scope: 'wallet' },
      metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
      conditions: [where('token_transfer.asset', 'eq', 'native')],
    })
    const within = where(`reference.aggregation.${limitId}`, 'lte', '1000000')
    expect(await codeOf([allow([within])])).toBe('policy_violation')
  })
})

describe('a call that may move the coin without a value', () => {
  const call = (to: string, chain_id: number, data = `0x12345678${'00'.repeat(32)}`) => ({
    method: 'eth_signTransaction',
    params: { transaction: { chain_id, to, ...fees, data } },
  })
  const limits = [
    { metric: { function: 'sum', field_source: 'ethereum_transaction', field: 'value' } },
    {
      metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
      conditions: [where('token_transfer.asset', 'eq', 'native')],
    },
  ]
  const codesOf = async (asked: object) => {
    const codes = [await codeOf([allow([where('ethereum_transaction.value', 'lte', '1')])], asked)]
    for (const limit of limits) {
      const limitId = await wallets.limit({ method: '*', scope: 'wallet', ...limit })
      const within = where(`reference.aggregation.${limitId}`, 'lte', '1000000')
      codes.push(await codeOf([allow([within])], asked))
    }
    return codes
  }
  const low = (digits: string) => `0x${digits.padStart(40, '0')}`

  test.each([
    ['Moonbeam’s batch, which makes calls in the name of its caller', call(low('808'), 1284)],
    ['a precompiled contract of another network', call(low('1005'), 1329)],
    ['a transfer by a precompiled contract', call(low('1010'), 137, transferData(mallory, 9n))],
    ['an unknown function of the coin’s own contract', call(celo.to, celo.chain_id)],
  ])('error: is not within a limit of the coin: %s', async (_, asked) => {
    const refused = 'policy_violation'
    expect(await codesOf(asked)).toEqual([refused, refused, refused])
  })

  test.each([
    ['a contract of the network', call(mallory, 1284)],
    ['a hash function that is compiled in', call(low('2'), 1284)],
    ['a transfer of data and coins to a low address without data', call(low('2000'), 56, '0x')],
  ])('is within one otherwise: %s', async (_, asked) => {
    expect(await codesOf(asked)).toEqual([undefined, undefined, undefined])
  })
})

test('error: a DENY of a network meets typed data that is valid on every network', async () => {
  const permit = {
    method: 'eth_signTypedData_v4',
    params: {
      typed_data: {
        domain: { name: 'Token', verifyingContract: celo.to },
        primary_type: 'Permit',
        types: {
          Permit: [
            ...['owner', 'spender'].map((name) => ({ name, type: 'address' })),
            ...['value', 'nonce', 'deadline'].map((name) => ({ name, type: 'uint256' })),
          ],
        },
        message: { owner: mallory, spender: mallory, value: '1', nonce: '0', deadline: '1' },
      },
    },
  }
  const rules = [deny([where('system.chain_id', 'eq', '42220')]), allow([], 'eth_signTypedData_v4')]

  expect(await codeOf(rules, permit)).toBe('policy_violation')
})
