import { externalWallet } from '@sallyport/core'
import { expect, test } from 'vitest'
import type { SallyportConfig } from './config.js'
import { offerConnectors, offeredConnectors } from './offered-connectors.js'
import { createFakeKit } from './test-kit/fake-kit.js'
import { standingClock } from './test-kit/standing-clock.js'

const id = 'ab'.repeat(16)
const own = 'cd'.repeat(16)
const none = { walletConnect: null, coinbase: null }

test.each<[string, string | null, SallyportConfig, object]>([
  ['nothing is offered without a project id', null, {}, none],
  ['the app’s project id', id, {}, { ...none, walletConnect: { projectId: id } }],
  [
    'the provider’s project id wins',
    id,
    { walletConnectCloudProjectId: own },
    { ...none, walletConnect: { projectId: own } },
  ],
  ['off', id, { externalWallets: { walletConnect: { enabled: false } } }, none],
  [
    'a relay of its own',
    id,
    { externalWallets: { walletConnect: { relayUrl: 'wss://relay.example' } } },
    { ...none, walletConnect: { projectId: id, relayUrl: 'wss://relay.example' } },
  ],
  [
    'Coinbase’s smart wallet',
    null,
    { externalWallets: { coinbaseWallet: { connectionOptions: 'smartWalletOnly' } } },
    { ...none, coinbase: { connectionOptions: 'smartWalletOnly' } },
  ],
])('%s', (_, appProjectId, config, expected) => {
  expect(offeredConnectors(appProjectId, config)).toEqual(expected)
})

test('connectors are offered once, as soon as the app’s settings are known', async () => {
  const config = { walletConnectCloudProjectId: id, externalWallets: { coinbaseWallet: {} } }
  const { kit } = createFakeKit({ clock: standingClock(async () => {}), config })
  const { client } = kit
  offerConnectors(kit)
  offerConnectors(kit)
  const names = () =>
    externalWallet.externalWalletsOf(client).state.connectors.map((each) => each.id)
  expect(names()).toEqual([])

  await client.start()
  expect(names()).toEqual(['wallet_connect', 'coinbase_wallet'])
})
