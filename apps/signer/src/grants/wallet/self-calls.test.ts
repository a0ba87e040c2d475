import { accountCallData } from '@sallyport/contract/wallet-api'
import { describe, expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, where } from '../../testing/policies.js'

/* Sends that make the wallet’s address the account contract: a call of the wallet to itself is held to the policy as the calls that it makes. */

const { world, wallets } = await openServerWallets()

const most = 10n ** 16n
const gas = { gas_limit: '100000', max_fee_per_gas: '10', max_priority_fee_per_gas: '1' }
const filled = { ...gas, nonce: '0' }
const paid = {
  ...{ operation_nonce: '0', nonce: '0', call_gas_limit: '100000', pre_verification_gas: '50000' },
  ...{ verification_gas_limit: '100000', max_fee_per_gas: '10', max_priority_fee_per_gas: '1' },
  ...{ paymaster: `0x${'77'.repeat(20)}`, paymaster_data: '0x', paymaster_post_op_gas_limit: '1' },
  paymaster_verification_gas_limit: '50000',
}
type Wallet = Awaited<ReturnType<typeof wallets.create>>

/** A wallet with a limit for a day on a field of its transactions. */
async function limited(method: string, field: string): Promise<Wallet> {
  const metric = { function: 'sum', field_source: 'ethereum_transaction', field }
  const limitId = await wallets.limit({ method: '*', metric, scope: 'wallet' })
  const conditions = [where(`reference.aggregation.${limitId}`, 'lte', String(most))]
  const { policy } = await wallets.policy([{ name: 'A day', method, action: 'ALLOW', conditions }])
  return wallets.create({ policyIds: [policy.id] })
}

async function codeOf(wallet: Wallet, { body, numbers }: { body: object; numbers: object }) {
  const { error } = await wallets.ask('signWithWallet', {
    ...{ appId: world.appId, walletId: wallet.walletId, apiShare: wallet.apiShare },
    ...{ filled: [numbers] },
    request: wallets.signed({ path: `wallets/${wallet.walletId}/rpc`, body }, []),
  })
  return error?.code
}

const sends: {
  title: string
  method: string
  numbers: object
  bodyOf: (wallet: Wallet, data: string) => object
}[] = [
  {
    title: 'of one transaction',
    ...{ method: 'eth_sendTransaction', numbers: filled },
    bodyOf: ({ address: to }, data) => ({
      ...{ method: 'eth_sendTransaction', caip2: 'eip155:31337' },
      params: { transaction: { to, data } },
    }),
  },
  {
    title: 'that a paymaster pays for',
    ...{ method: 'eth_sendTransaction', numbers: paid },
    bodyOf: ({ address: to }, data) => ({
      ...{ method: 'eth_sendTransaction', caip2: 'eip155:31337', sponsor: true },
      params: { transaction: { to, data } },
    }),
  },
  {
    title: 'of several calls',
    ...{ method: 'wallet_sendCalls', numbers: filled },
    bodyOf: ({ address: to }, data) => ({
      ...{ method: 'wallet_sendCalls', caip2: 'eip155:31337' },
      params: { calls: [{ to: alice }, { to, data }] },
    }),
  },
]

describe.each(['value', 'cost'])('a limit on %s', (field) => {
  test.each(sends)(
    'error: holds a call of the wallet to itself, by a send $title',
    async (send) => {
      const { method, numbers, bodyOf } = send
      const wallet = await limited(method, field)
      const pays = (value: bigint) => bodyOf(wallet, accountCallData([{ to: mallory, value }]))

      expect(await codeOf(wallet, { numbers, body: pays(most + 1n) })).toBe('policy_violation')
      expect(await codeOf(wallet, { numbers, body: bodyOf(wallet, '0x12345678') })).toBe(
        'policy_violation',
      )
      expect(await codeOf(wallet, { numbers, body: pays(most - 10n ** 7n) })).toBeUndefined()
    },
  )
})

test('error: a limit on cost holds what a paid send sends', async () => {
  const wallet = await limited('eth_sendTransaction', 'cost')
  const body = (value: bigint) => ({
    ...{ method: 'eth_sendTransaction', caip2: 'eip155:31337', sponsor: true },
    params: { transaction: { to: mallory, value: `0x${value.toString(16)}` } },
  })

  expect(await codeOf(wallet, { numbers: paid, body: body(most + 1n) })).toBe('policy_violation')
  expect(await codeOf(wallet, { numbers: paid, body: body(most) })).toBeUndefined()
})
