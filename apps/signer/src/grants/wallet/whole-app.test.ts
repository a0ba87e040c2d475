import { accountCallData } from '@sallyport/contract/wallet-api'
import { expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, where } from '../../testing/policies.js'

/* What the settings of an app hold for each of its wallets. */

const { world, wallets } = await openServerWallets()

const settings = (body: object) => {
  const path = `apps/${world.appId}/wallet_settings`
  const request = wallets.signed({ path, method: 'PATCH', body }, [])
  return wallets.outputOf('updateWalletSettings', { appId: world.appId, request })
}

test('error: an app that demands owners has no wallet that loses its own', async () => {
  const key = newKey()
  const wallet = await wallets.create({ owner: { publicKey: key.spki } })
  await settings({ require_owner: true })
  expect(
    await wallets.codeOf('createWallet', {
      ...{ appId: world.appId, sealTo: 'AA' },
      wallet: { chainType: 'ethereum', owner: null, signers: [], policyIds: [] },
    }),
  ).toBe('invalid_request')

  expect(
    await wallets.codeOf('updateWallet', wallets.updating(wallet, { owner: null }, [key])),
  ).toBe('invalid_request')
})

test('error: what a paymaster may pay in a day holds operations that are signed by eth_signUserOperation', async () => {
  await settings({ sponsor_wei_per_day: '1000', require_owner: false })
  const wallet = await wallets.create()
  const hex = (value: bigint) => `0x${value.toString(16)}`
  const user_operation = {
    ...{ sender: `0x${'5a'.repeat(20)}`, nonce: '0x0' },
    call_data: accountCallData([{ to: alice, value: 1n }]),
    ...{ call_gas_limit: '0x1000', verification_gas_limit: '0x0', pre_verification_gas: '0x0' },
    ...{ max_fee_per_gas: hex(10n ** 18n), max_priority_fee_per_gas: '0x0' },
    paymaster: `0x${'77'.repeat(20)}`,
  }
  const contract = '0x0000000071727de22e5e9d8baf0edac6f37da032'
  const body = {
    method: 'eth_signUserOperation',
    params: { contract, chain_id: 1, user_operation },
  }
  expect((await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))).error?.code).toBe(
    'policy_violation',
  )
})

test('a rule for every method whose limit counts one method is noted when it is saved', async () => {
  const metric = { function: 'sum', field_source: 'ethereum_transaction', field: 'value' }
  const limitId = await wallets.limit({ method: 'eth_sendTransaction', metric, scope: 'wallet' })
  const conditions = [where(`reference.aggregation.${limitId}`, 'lte', '1000')]
  const saved: object = await wallets.policy([
    { name: 'A day', method: '*', action: 'ALLOW', conditions },
  ])

  const note = expect.stringContaining('counts eth_sendTransaction: other methods pass uncounted')
  expect(saved).toMatchObject({ notes: expect.arrayContaining([{ path: 'rules[0]', note }]) })
})
