// @vitest-environment happy-dom
import type { LinkedAccount } from '@sallyport/contract'
import { shorten } from '@sallyport/contract/requests'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../copy/en.js'
import { enConnect } from '../../copy/en-connect.js'
import type { DataOf } from '../../flow/screens.js'
import { refuse } from '../../test-kit/answers.js'
import {
  type FakeWallet,
  metaMask,
  outsideAddress,
  phantom,
} from '../../test-kit/external-wallets.js'
import { press, setup } from '../../test-kit/mount-screen.js'
import { emailAccount, friend, wireUser } from '../../test-kit/samples.js'

afterEach(cleanup)

const { connect: texts } = enConnect
const init = () => ({
  nonce: 'nonce1234',
  address: outsideAddress,
  expires_at: '2030-01-01T00:00:00Z',
})
const email = emailAccount('ada@example.com')
const account = (chain_type: 'ethereum' | 'solana', address: string) =>
  ({
    type: 'wallet' as const,
    address,
    chain_type,
    wallet_client: 'unknown' as const,
    verified_at: 1,
    first_verified_at: 1,
    latest_verified_at: 1,
  }) satisfies LinkedAccount
const chains = [
  ['siwe', metaMask, account('ethereum', outsideAddress)],
  ['siws', phantom, account('solana', phantom.accounts?.[0] ?? '')],
] as const

/** The screen as it links or logs in with a wallet. */
const mount = (
  wallet: FakeWallet,
  given: Partial<DataOf<'AWAITING_CONNECTION'>> & Parameters<typeof setup>[2] = {},
) => {
  const { intent = 'login', expected = null, disableSignup = false, ...rest } = given
  const id = wallet.rdns ?? `solana:${wallet.name}`
  const chosen = { how: 'connect', id, name: wallet.name } as const
  const server = { '/siwe/init': init, '/siws/init': init, ...rest.server }
  return setup(
    'AWAITING_CONNECTION',
    { wallet: chosen, intent, expected, disableSignup },
    { ...rest, wallets: [wallet], server },
  )
}

describe('AWAITING_CONNECTION', () => {
  test.each(chains)('%s links the wallet to the user', async (name, wallet, linked) => {
    const user = { ...wireUser, linked_accounts: [email, linked] }
    const { end, inputsOf } = await mount(wallet, {
      intent: 'link',
      accounts: [email],
      server: { [`/${name}/link`]: () => user },
    })
    await waitFor(() => expect(end).toHaveBeenCalledWith('linked', expect.anything()))

    const [, value] = end.mock.calls[0] ?? []
    expect(value).toMatchObject({ method: name, account: { address: linked.address } })
    expect(inputsOf(`/${name}/link`)).toMatchObject([
      { signature: 'signed', walletClientType: wallet.name.toLowerCase() },
    ])
  })

  test.each(chains)(
    '%s: a wallet of another user can be moved here',
    async (name, wallet, linked) => {
      const user = { ...wireUser, linked_accounts: [email, linked] }
      const offer = {
        nonce: 'nonce',
        account: { type: 'wallet', displayName: linked.address },
        otherUser: { embeddedWalletAddress: null },
      }
      const { end, inputsOf } = await mount(wallet, {
        intent: 'link',
        accounts: [email],
        server: {
          [`/${name}/link`]: refuse('account_transfer_required', offer),
          [`/${name}/transfer`]: () => user,
        },
      })
      await waitFor(() => expect(end).toHaveBeenCalledWith('conflicted', expect.anything()))

      const [, value] = end.mock.calls[0] ?? []
      await value.transfer()
      expect(inputsOf(`/${name}/transfer`)).toEqual([{ nonce: 'nonce', address: linked.address }])
    },
  )

  test('error: a declined connection is explained, and can be tried again', async () => {
    await mount({ ...metaMask, connecting: 'rejects' })
    expect(await screen.findByText(texts.rejectedTitle)).toBeTruthy()

    press(en.shell.retry)
    expect(await screen.findByText(texts.rejectedTitle)).toBeTruthy()
  })

  test('error: a signature that does not match is explained', async () => {
    const { end } = await mount(metaMask, {
      server: { '/siwe/authenticate': refuse('invalid_credentials') },
    })
    expect(await screen.findByText(texts.badSignature)).toBeTruthy()
    expect(end).not.toHaveBeenCalled()
  })

  test('of several accounts the user chooses one, which signs', async () => {
    const { inputsOf } = await mount(
      { ...metaMask, accounts: [friend, outsideAddress] },
      { server: { '/siwe/authenticate': refuse('invalid_credentials') } },
    )
    await screen.findByText(texts.accountsTitle)
    press(shorten(outsideAddress))

    await waitFor(() => expect(inputsOf('/siwe/init')).toEqual([{ address: outsideAddress }]))
  })

  test('another address than the expected one is used only after a question', async () => {
    const { inputsOf } = await mount(metaMask, { expected: friend })
    await screen.findByText(texts.otherAddressTitle)
    expect(inputsOf('/siwe/init')).toEqual([])
    press(texts.useAnyway)

    await waitFor(() => expect(inputsOf('/siwe/init')).toHaveLength(1))
  })

  test('a network that the app does not have is switched', async () => {
    const { inputsOf } = await mount({ ...metaMask, chainId: 'eip155:5' })
    await screen.findByText(/Switch .* to/)
    press(texts.switchNetwork)

    await waitFor(() => expect(inputsOf('/siwe/init')).toHaveLength(1))
  })

  test('a wallet on another device shows a QR code and a link', async () => {
    const pairs = { ...metaMask, connectorType: 'wallet_connect_v2', connecting: 'pairs' } as const
    await mount(pairs)
    await screen.findByText(texts.scanTitle)

    const link = screen.getByRole('link', { name: texts.openWallet })
    expect(link.getAttribute('href')).toMatch(/^wc:/)
    expect(await screen.findByRole('img', { name: texts.qrLabel })).toBeTruthy()
  })
})

describe('LINK_WALLET_SCREEN', () => {
  test('lists the wallets of the page, says the expected address and hands on the choice', async () => {
    const options = { suggestedAddress: outsideAddress }
    const { end } = await setup(
      'LINK_WALLET_SCREEN',
      { options },
      { wallets: [metaMask], accounts: [email] },
    )
    expect(await screen.findByText(texts.expected(shorten(outsideAddress)))).toBeTruthy()
    press(/MetaMask/)

    expect(end).toHaveBeenCalledWith('walletChosen', {
      how: 'connect',
      id: 'io.metamask',
      name: 'MetaMask',
    })
  })
})
