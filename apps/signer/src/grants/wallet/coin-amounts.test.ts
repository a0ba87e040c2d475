import { describe, expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory, where, word } from '../../testing/policies.js'

/* Where the coin is a token as well, limits on `value` and `cost` count what its contract moves, or refuse what they cannot read. */

const { wallets } = await openServerWallets()

const fees = { nonce: 0, gas_limit: 90_000, max_fee_per_gas: 1, max_priority_fee_per_gas: 1 }
const all = 10n ** 24n
const approve = `0x095ea7b3${word(mallory)}${word(all)}`
const comment = `0xe1d6aceb${word(mallory)}${word(all)}${word(96)}${word(0)}`
const body = (chain_id: number, to: string, data: string) => ({
  method: 'eth_signTransaction',
  params: { transaction: { chain_id, to, ...fees, data } },
})
const celo = '0x471ece3750da237f93b8e339c536989b8978a438'
/** Batch precompile of Moonbeam: batchAll(address[],uint256[],bytes[],uint64[]) makes calls as its caller, with the caller's coins. */
const batchAll = `0x96e292b8${[128, 192, 256, 352, 1].map(word).join('')}${word(mallory)}${word(1)}${word(all)}${[1, 32, 0, 0].map(word).join('')}`

describe.each(['value', 'cost'])('a limit on %s', (field) => {
  test.each([
    ['transferWithComment of CELO', body(42_220, celo, comment)],
    ['approve of CELO', body(42_220, celo, approve)],
    ['approve of GLMR', body(1284, '0x0000000000000000000000000000000000000802', approve)],
    [
      'batchAll of Moonbeam’s batch precompile',
      body(1284, '0x0000000000000000000000000000000000000808', batchAll),
    ],
    [
      'transfer of CELO on Celo Sepolia',
      body(11_142_220, celo, `0xa9059cbb${word(mallory)}${word(all)}`),
    ],
  ])('error: counts %s', async (_, asked) => {
    const metric = { function: 'sum', field_source: 'ethereum_transaction', field }
    const limitId = await wallets.limit({ method: '*', scope: 'wallet', metric })
    const conditions = [where(`reference.aggregation.${limitId}`, 'lte', '1000000')]
    const { policy } = await wallets.policy([
      { name: 'Allow', method: 'eth_signTransaction', action: 'ALLOW', conditions },
    ])
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, [], asked))
    expect(error?.code).toBe('policy_violation')
  })
})
