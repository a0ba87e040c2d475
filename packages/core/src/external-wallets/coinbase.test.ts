import { afterEach, describe, expect, test } from 'vitest'
import { defaultChains } from '../providers/default-chains.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import { createCoinbaseConnector } from './coinbase.js'
import type { Eip1193Provider } from './connector.js'
import { pairingLink } from './pairing-link.js'

afterEach(cleanUp)
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const begin = async () => {
  const { tab } = await setup()
  const created: unknown[] = []
  const state = { accounts: [] as string[], disconnects: 0, declines: false }
  const provider: Eip1193Provider & { disconnect(): Promise<void> } = {
    request: async ({ method }) => {
      if (method === 'eth_requestAccounts') {
        if (state.declines) throw Object.assign(new Error('closed'), { code: 4001 })
        state.accounts = [address]
      }
      return method === 'eth_chainId' ? '0x1' : state.accounts
    },
    on: () => {},
    removeListener: () => {},
    disconnect: async () => {
      state.accounts = []
      state.disconnects += 1
    },
  }
  const connector = createCoinbaseConnector(tab(), {
    connectionOptions: 'smartWalletOnly',
    create: (options) => {
      created.push(options)
      return { getProvider: () => provider }
    },
  })
  return { connector, created, state }
}

describe('Coinbase Wallet', () => {
  test('creates its SDK on first use, connects, reconnects and disconnects', async () => {
    const { connector, created, state } = await begin()
    expect(created).toEqual([])
    expect(await connector.reconnect()).toBeNull()
    const connection = await connector.connect()
    expect(connection.accounts).toEqual([address])
    expect((await connector.reconnect())?.accounts).toEqual([address])
    await connection.disconnect()
    expect(state.disconnects).toBe(1)
    expect(created).toEqual([
      {
        appName: 'App',
        appLogoUrl: null,
        appChainIds: defaultChains.map(({ id }) => id),
        preference: { options: 'smartWalletOnly', telemetry: false },
      },
    ])
  })

  test('error: the user closes the popup', async () => {
    const { connector, state } = await begin()
    state.declines = true
    await expect(connector.connect()).rejects.toMatchObject({ code: 4001 })
  })

  test('the real SDK has the functions that are used', async () => {
    const { createCoinbaseWalletSDK } = await import('@coinbase/wallet-sdk')
    expect(createCoinbaseWalletSDK).toBeTypeOf('function')
  })
})

test('a pairing URI opens the app of a wallet, or lets the device choose', () => {
  expect(pairingLink('wc:a@2?x=1', 'metamask')).toBe(
    'https://metamask.app.link/wc?uri=wc%3Aa%402%3Fx%3D1',
  )
  expect(pairingLink('wc:a@2?x=1')).toBe('wc:a@2?x=1')
})
