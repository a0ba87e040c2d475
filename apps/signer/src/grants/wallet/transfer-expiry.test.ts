import { expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory } from '../../testing/policies.js'

/* A client sends the end of a transfer within its body (wire reference §37), where its owner signs it. */

const { world, wallets } = await openServerWallets()

test('error: a transfer whose end is in its body is not signed after it', async () => {
  const owner = newKey()
  const wallet = await wallets.create({ owner: { publicKey: owner.spki } })
  const body = {
    ...{ source: { asset: 'eth', chain: 'ethereum' }, destination: { address: mallory } },
    ...{ amount: '0.5', request_expiry: world.clock.nowMs() + 60_000 },
  }
  const path = `wallets/${wallet.walletId}/transfer`
  const transaction = { to: mallory, value: `0x${(5n * 10n ** 17n).toString(16)}` }
  const input = {
    ...{ appId: world.appId, walletId: wallet.walletId, apiShare: wallet.apiShare, decimals: 18 },
    request: wallets.signed({ path, body }, [owner]),
    rpc: { method: 'eth_sendTransaction', caip2: 'eip155:1', params: { transaction } },
    filled: [
      {
        ...{ nonce: '0', gas_limit: '21000' },
        ...{ max_fee_per_gas: '10', max_priority_fee_per_gas: '1' },
      },
    ],
  }
  world.clock.ms += 30 * 86_400_000

  expect((await wallets.ask('signTransfer', input)).error?.code).toBe('wrong_signature')
})
