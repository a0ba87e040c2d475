import { expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, transferData, usdc } from '../../testing/policies.js'

/* Plain bugs. */

const { world, wallets } = await openServerWallets()

test('a nonce before a transfer that waits is filled', async () => {
  const owner = newKey()
  const { walletId, apiShare } = await wallets.create({ owner: { publicKey: owner.spki } })
  const body = {
    ...{ source: { asset: 'eth', chain: 'ethereum' }, destination: { address: mallory } },
    amount: '0.5',
  }
  const transaction = { to: mallory, value: `0x${(5n * 10n ** 17n).toString(16)}` }
  const numbers = { gas_limit: '21000', max_fee_per_gas: '10', max_priority_fee_per_gas: '1' }
  const request = wallets.signed({ path: `wallets/${walletId}/transfer`, body }, [owner])
  const input = { appId: world.appId, walletId, apiShare, request }
  const rpc = { method: 'eth_sendTransaction', caip2: 'eip155:1', params: { transaction } }
  const filled = [{ ...numbers, nonce: '3' }]
  await wallets.outputOf('signTransfer', { ...input, decimals: 18, rpc, filled })

  const before = [{ ...numbers, nonce: '2', chain_id: '1' }]
  expect((await wallets.ask('signNoop', { ...input, filled: before })).error).toBeUndefined()
})

test.each(['uint', 'uint256[', 'tuple'])(
  'an ABI with the type %s is read, or refused when the policy is saved',
  async (type) => {
    const inputs = [
      { name: 'to', type: 'address' },
      { name: 'amount', type },
    ]
    const condition = {
      ...{ field_source: 'ethereum_calldata', field: 'function_name', operator: 'eq' },
      ...{ value: 'transfer', abi: [{ type: 'function', name: 'transfer', inputs }] },
    }
    const rules = [
      { name: 'no', method: '*', action: 'DENY', conditions: [condition] },
      { name: 'yes', method: '*', action: 'ALLOW', conditions: [] },
    ]
    const body = { version: '1.0', name: 'Test', chain_type: 'ethereum', rules }
    const saved = await wallets.ask('createPolicy', { appId: world.appId, body })
    if (saved.error) return
    const wallet = await wallets.create({ policyIds: [saved.output?.policy.id ?? ''] })
    const transaction = {
      ...{ chain_id: 1, nonce: 0, to: usdc, data: transferData(alice, 1) },
      ...{ gas_limit: 90_000, gas_price: 1 },
    }
    const asked = { method: 'eth_signTransaction', params: { transaction } }
    const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, [], asked))

    expect(error?.code).toBe('policy_violation')
  },
)
