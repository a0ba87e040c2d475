import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../index.js'
import { account } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import { accountsOf } from './accounts.js'
import { nameProviderApps } from './name-provider-apps.js'

afterEach(cleanUp)

const connection = {
  appId: 'other-app',
  name: 'Harbour',
  iconUrl: 'https://harbour.example/icon.png',
  isReadOnly: false,
  transactUrl: 'https://harbour.example',
}

test('an account at another app says what the app is called, on later pages at once', async () => {
  const { signedIn, server, tab } = await setup()
  const client = await signedIn()
  const other = { provider_app_id: 'other-app', embedded_wallets: [], smart_wallets: [] }
  server.link(account({ type: 'cross_app', subject: 's', ...other }))
  await session.refreshUser(client)
  const read = vi.fn(async () => [connection])

  const stop = nameProviderApps(client, read)

  const named = { id: 'other-app', name: 'Harbour', logoUrl: connection.iconUrl }
  const appOf = (of: typeof client) => accountsOf(of.state.user ?? { linkedAccounts: [] })[0]
  await vi.waitFor(() => expect(appOf(client)?.providerApp).toEqual(named))
  await session.refreshUser(client)
  expect(appOf(client)?.providerApp).toEqual(named)
  stop()

  const next = tab()
  await next.start()
  nameProviderApps(next, read)()
  expect(appOf(next)?.providerApp).toEqual(named)
  expect(read).toHaveBeenCalledTimes(1)
})
