// @vitest-environment happy-dom
import type { LinkedAccount } from '@sallyport/contract'
import type { crossAppProvider } from '@sallyport/core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeKit } from '../../test-kit/fake-kit.js'
import { friend, walletAccounts } from '../../test-kit/samples.js'
import { requester } from '../../test-kit/sharing-samples.js'
import { standingClock } from '../../test-kit/standing-clock.js'
import { perform } from './perform.js'

const smart = '0x00000000000000000000000000000000000000AA'
const signed = {
  chainId: 8453,
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  userOperation: { sender: smart, signature: '0x12' },
  data: '0x765e827f12',
}
const onBase = {
  account: { address: smart },
  sendTransaction: vi.fn(async () => '0xhash'),
  signTransaction: vi.fn(async () => signed),
  signMessage: vi.fn(async () => '0xmessage'),
  signTypedData: vi.fn(async () => '0xtyped'),
}
const clientFor = vi.fn(async () => onBase)
beforeEach(() => vi.clearAllMocks())

/** Asks a user who has a smart wallet, as a site that was given `addresses`. */
function ask(method: string, params: unknown[], addresses: readonly string[] = [smart]) {
  const { kit, logIn } = createFakeKit({ clock: standingClock(async () => {}) })
  // Read by its type and address.
  const account = { type: 'smart_wallet', address: smart } as unknown as LinkedAccount
  logIn([...walletAccounts, account])
  kit.client.kept.set('smart-wallets', Promise.resolve({ client: onBase, clientFor }))
  const opened = { requester, addresses, call: { method, params } }
  return perform(kit.client, opened as unknown as crossAppProvider.OpenedRequest)
}

describe('requests of another app to the smart wallet', () => {
  const transaction = { to: friend, value: '0x1', chainId: 8453 }

  test('privy_sendSmartWalletTx sends on the chain that the site has chosen', async () => {
    expect(await ask('privy_sendSmartWalletTx', [transaction])).toBe('0xhash')
    expect(clientFor).toHaveBeenCalledWith(8453)
    expect(onBase.sendTransaction.mock.calls[0]).toMatchObject([{ to: friend, value: '0x1' }, {}])
  })

  test('privy_signSmartWalletTx sends nothing, and answers with the signed operation as hex', async () => {
    const answer = await ask('privy_signSmartWalletTx', [transaction])

    expect(answer).toBe(signed.data)
    expect(onBase.signTransaction.mock.calls[0]).toMatchObject([{ to: friend, value: '0x1' }, {}])
    expect(onBase.sendTransaction).not.toHaveBeenCalled()
  })

  test('privy_signSmartWalletMessage and privy_signSmartWalletTypedData are signed', async () => {
    expect(await ask('privy_signSmartWalletMessage', ['0x6869', smart])).toBe('0xmessage')
    expect(await ask('privy_signSmartWalletTypedData', [smart, '{"types":{}}'])).toBe('0xtyped')
  })

  test.each(['privy_sendSmartWalletTx', 'privy_signSmartWalletTx'])(
    'error: XAP-02: %s of a site that was given another wallet is refused',
    async (method) => {
      await expect(ask(method, [transaction], [friend])).rejects.toMatchObject({ code: 4100 })
      expect(clientFor).not.toHaveBeenCalled()
    },
  )
})
