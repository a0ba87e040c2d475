import { expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice } from '../../testing/policies.js'

/* The fee of a no-op is bounded by what was signed, whichever of its prices is paid. */

const { world, wallets } = await openServerWallets()

test('error: a no-op names one price, which is near the one that was signed', async () => {
  const owner = newKey()
  const wallet = await wallets.create({ owner: { publicKey: owner.spki } })
  const { walletId, apiShare } = wallet
  const transaction = { to: alice, value: 5, chain_id: 1 }
  const body = { method: 'eth_sendTransaction', caip2: 'eip155:1', params: { transaction } }
  const later = {
    ...{ appId: world.appId, walletId, apiShare },
    filled: [
      { nonce: '7', gas_limit: '21000', max_fee_per_gas: '100', max_priority_fee_per_gas: '1' },
    ],
    request: wallets.signed(
      { path: `wallets/${walletId}/rpc`, body, headers: { 'privy-idempotency-key': 'k' } },
      [owner],
    ),
  }
  await wallets.outputOf('signWithWallet', later)
  const filled = {
    ...{ nonce: '6', gas_limit: '21000', chain_id: '1' },
    ...{ max_fee_per_gas: '1', gas_price: String(10n ** 18n) },
  }
  const { error } = await wallets.ask('signNoop', { ...later, filled: [filled] })

  expect(error?.code).toBe('invalid_request')
})
