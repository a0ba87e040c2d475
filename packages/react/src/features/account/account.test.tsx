// @vitest-environment happy-dom
import { user as users } from '@sallyport/core'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enAccount } from '../../copy/en-account.js'
import { enBrowser } from '../../copy/en-browser.js'
import type { LoginMethod } from '../../flow/screens.js'
import { refuse } from '../../test-kit/answers.js'
import { bitcoinAccounts, bitcoinFriend, bitcoinWallets } from '../../test-kit/bitcoin-samples.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import {
  appConfig,
  emailAccount,
  friend,
  googleAccount,
  phoneAccount,
  walletAccounts,
  wallets,
  wireUser,
} from '../../test-kit/samples.js'

afterEach(cleanup)

/** The server's answer to a client that starts. */
const appWith = (part: object) => ({
  [`/apps/${'a'.repeat(25)}`]: () => ({ ...appConfig, ...part }),
})

const { account: texts } = enAccount
const email = emailAccount('ada@harbour.example')
const linked = users.accountOf(email)
const [ethereum] = wallets
const [segwit] = bitcoinWallets
if (!ethereum || !segwit) throw new Error('The samples have wallets')

describe('ACCOUNT_SCREEN', () => {
  test('names the user, their accounts and the balances of their wallets', async () => {
    await setup('ACCOUNT_SCREEN', {}, { accounts: [email, phoneAccount, ...walletAccounts] })

    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(
      'ada@harbour.example',
    )
    expect(screen.getByRole('button', { name: /\+12015550123/ })).toBeTruthy()
    await vi.waitFor(() => expect(screen.getByText('1 ETH')).toBeTruthy())
    expect(screen.getByText('2.45 SOL')).toBeTruthy()
  })

  test('shows the balance of a wallet on every network of the app', async () => {
    const chain = (id: number, name: string) => ({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [`https://${id}.example`] } },
    })
    await setup(
      'ACCOUNT_SCREEN',
      {},
      {
        accounts: [email, ...walletAccounts],
        config: { supportedChains: [chain(1, 'Ethereum'), chain(8453, 'Base')] },
      },
    )

    await vi.waitFor(() => expect(screen.getByText('1 ETH · Base')).toBeTruthy())
    expect(screen.getByText('1 ETH')).toBeTruthy()
  })

  test('leads to an account, to a wallet and to the methods', async () => {
    const { end } = await setup('ACCOUNT_SCREEN', {}, { accounts: [email, ...walletAccounts] })
    press(/Email/)
    press(/Ethereum/)
    press(texts.add)

    expect(end.mock.calls.map(([name]) => name)).toEqual(['linkedAccount', 'wallet', 'adds'])
  })

  test('an external wallet is an account to log in with, which can be removed', async () => {
    const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
    const outside = {
      type: 'wallet',
      address,
      chain_type: 'ethereum',
      wallet_client: 'unknown',
      verified_at: 1,
      first_verified_at: 1,
      latest_verified_at: 1,
    } as const
    const accounts = [email, outside, ...walletAccounts]
    const { end } = await setup('ACCOUNT_SCREEN', {}, { accounts })
    press(/0x8ba.*Wallet/)
    const account = users.accountOf(outside)
    expect(end).toHaveBeenCalledWith('linkedAccount', { linked: account })
    cleanup()

    const server = {
      '/siwe/unlink': () => ({ ...wireUser, linked_accounts: [email, ...walletAccounts] }),
    }
    const sheet = await setup('ACCOUNT_LINKED_SCREEN', { linked: account }, { accounts, server })
    await screen.findByRole('button', { name: texts.remove })
    press(texts.remove)
    press(texts.confirmRemove)
    await vi.waitFor(() => expect(sheet.end).toHaveBeenCalledWith('removed', {}))
    expect(sheet.inputsOf('/siwe/unlink')).toEqual([{ address }])
  })

  test('logs out and closes', async () => {
    const { end, kit } = await setup('ACCOUNT_SCREEN', {}, { accounts: [email] })
    press(texts.logOut)
    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('closed', {}))

    expect(kit.client.state.user).toBeNull()
  })
})

describe('ACCOUNT_LINKED_SCREEN', () => {
  test('removes the account only after a confirmation', async () => {
    const { end, inputsOf } = await setup(
      'ACCOUNT_LINKED_SCREEN',
      { linked },
      {
        accounts: [email, phoneAccount],
        server: {
          '/passwordless/unlink': () => ({ ...wireUser, linked_accounts: [phoneAccount] }),
        },
      },
    )
    await screen.findByRole('button', { name: texts.remove })
    press(texts.remove)
    expect(inputsOf('/passwordless/unlink')).toEqual([])
    press(texts.confirmRemove)
    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('removed', {}))

    expect(inputsOf('/passwordless/unlink')).toEqual([{ address: 'ada@harbour.example' }])
  })

  test('the only way to log in can’t be removed, and says why', async () => {
    await setup('ACCOUNT_LINKED_SCREEN', { linked }, { accounts: [email, ...walletAccounts] })

    expect(screen.getByText(texts.sole)).toBeTruthy()
    expect(screen.queryByRole('button', { name: texts.remove })).toBeNull()
  })

  test('an account of the app’s own login stays, and says why', async () => {
    const own = { type: 'custom_auth', custom_user_id: '7', ...dates } as const
    const linked = users.accountOf(own)
    await setup('ACCOUNT_LINKED_SCREEN', { linked }, { accounts: [email, own] })

    expect(screen.getByText(texts.ofApp)).toBeTruthy()
    expect(screen.queryByRole('button', { name: texts.remove })).toBeNull()
  })

  const dates = { verified_at: 1, first_verified_at: 1, latest_verified_at: 1 }
  test.each([
    ['Google', googleAccount, '/oauth/unlink', { provider: 'google', subject: '117' }],
    [
      'Telegram',
      { type: 'telegram', telegram_user_id: '7', first_name: 'Ada', ...dates },
      '/telegram/unlink',
      { telegram_user_id: '7' },
    ],
    [
      'Farcaster',
      { type: 'farcaster', fid: 7, owner_address: friend, username: 'ada', ...dates },
      '/farcaster/unlink',
      { fid: 7 },
    ],
  ] as const)('an account of %s is removed', async (_, account, path, input) => {
    const server = { [path]: () => ({ ...wireUser, linked_accounts: [email] }) }
    const { end, inputsOf } = await setup(
      'ACCOUNT_LINKED_SCREEN',
      { linked: users.accountOf(account) },
      { accounts: [email, account], server },
    )
    press(texts.remove)
    press(texts.confirmRemove)
    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('removed', {}))

    expect(inputsOf(path)).toEqual([input])
  })

  test('a refusal is explained', async () => {
    const server = { '/passwordless/unlink': refuse('cannot_unlink_sole_account') }
    await setup('ACCOUNT_LINKED_SCREEN', { linked }, { accounts: [email, phoneAccount], server })
    press(texts.remove)
    press(texts.confirmRemove)

    expect(await screen.findByText(en.problem.cannot_unlink_sole_account)).toBeTruthy()
  })

  test('an address can be replaced', async () => {
    const { end } = await setup('ACCOUNT_LINKED_SCREEN', { linked }, { accounts: [email] })
    press(texts.change)

    expect(end).toHaveBeenCalledWith('replaces', { method: 'email' })
  })
})

test('ACCOUNT_ADD_SCREEN names every kind of account that the user can still add', async () => {
  const methods: LoginMethod[] = ['email', 'sms', 'wallet', 'google', 'passkey', 'guest']
  await setup('ACCOUNT_ADD_SCREEN', {}, { accounts: [email, googleAccount], methods })
  const rows = await screen.findAllByRole('button')

  const { phone, wallet, passkey } = texts.kinds
  expect(rows.map(({ textContent }) => textContent)).toEqual([phone, wallet, passkey])
})

test('ACCOUNT_WALLET_SCREEN shows the address as a QR code and in full', async () => {
  await setup('ACCOUNT_WALLET_SCREEN', { wallet: ethereum }, { accounts: walletAccounts })

  expect(await screen.findByRole('img', { name: texts.qrLabel(ethereum.address) })).toBeTruthy()
  expect(screen.getByRole('button', { name: en.shell.copyAddress(ethereum.address) })).toBeTruthy()
})

test('ACCOUNT_WALLET_SCREEN opens the screens that add money above it, where the app has set them up', async () => {
  const { kit } = await setup(
    'ACCOUNT_WALLET_SCREEN',
    { wallet: ethereum },
    { accounts: walletAccounts, server: appWith({ fiat_on_ramp_enabled: true }) },
  )
  await act(() => kit.client.start())
  fireEvent.click(await screen.findByRole('button', { name: texts.addFunds }))

  await vi.waitFor(() =>
    expect(kit.modal.runs().at(-1)?.goal).toMatchObject({
      goal: 'fund',
      funding: { address: ethereum.address },
    }),
  )
})

test('ACCOUNT_WALLET_SCREEN says what to switch where the browser keeps nothing for the wallet', async () => {
  const frame = { 'sallyport:device:kept': () => ({ isKept: false }) }
  await setup('ACCOUNT_WALLET_SCREEN', { wallet: ethereum }, { accounts: walletAccounts, frame })
  await vi.waitFor(() =>
    expect(screen.getByText(enBrowser.browser.notKept('auth.example'))).toBeTruthy(),
  )
})

test('ACCOUNT_WALLET_SCREEN offers no funding where the app has none', async () => {
  await setup('ACCOUNT_WALLET_SCREEN', { wallet: ethereum }, { accounts: walletAccounts })
  await screen.findByRole('button', { name: texts.send })
  expect(screen.queryByRole('button', { name: texts.addFunds })).toBeNull()
})

test('ACCOUNT_WALLET_SCREEN shows a Bitcoin address as the app’s network spells it, and what it holds', async () => {
  const config = { bitcoin: { network: 'testnet' } } as const
  await setup('ACCOUNT_WALLET_SCREEN', { wallet: segwit }, { accounts: bitcoinAccounts, config })
  expect(screen.queryByRole('img')).toBeNull()

  const spelled = 'tb1q8w8qms090cde6jnzcrmafx347tyxuxc8qsjvat'
  expect(await screen.findByRole('img', { name: texts.qrLabel(spelled) })).toBeTruthy()
  expect(await screen.findByText('0.01 BTC')).toBeTruthy()
  expect(screen.getByRole('button', { name: texts.send })).toBeTruthy()
})

describe('ACCOUNT_SEND_SCREEN of a Bitcoin wallet', () => {
  const send = async (to: string, amount: string, esplora = {}) => {
    const mounted = await setup(
      'ACCOUNT_SEND_SCREEN',
      { wallet: segwit },
      { accounts: bitcoinAccounts, esplora },
    )
    await screen.findByText(texts.available('0.01 BTC'))
    fireEvent.change(screen.getByLabelText(texts.to), { target: { value: to } })
    fireEvent.change(screen.getByLabelText(texts.amount('BTC')), { target: { value: amount } })
    press(texts.review)
    await settle()
    return mounted
  }

  test('a complete transfer goes to the request’s screen', async () => {
    const { end } = await send(bitcoinFriend, '0.004')

    const transfer = { wallet: segwit, to: bitcoinFriend, units: 400_000n }
    await vi.waitFor(() =>
      expect(end).toHaveBeenCalledWith('sends', expect.objectContaining(transfer)),
    )
  })

  const { sendProblems } = texts
  test.each([
    ['an Ethereum address', friend, '0.004', sendProblems.address],
    [
      'an address of another network',
      segwit.address.replace('bc1', 'tb1'),
      '1',
      sendProblems.address,
    ],
    ['the wallet itself', segwit.address, '0.004', sendProblems.self],
    ['less than the network takes', bitcoinFriend, '0.00000293', sendProblems.small],
    ['more than there is', bitcoinFriend, '0.02', sendProblems.balance],
    ['all there is, without a fee', bitcoinFriend, '0.01', sendProblems.fee],
  ])('%s is refused below its field', async (_, to, amount, text) => {
    const { end } = await send(to, amount)

    expect(await screen.findByText(text)).toBeTruthy()
    expect(end).not.toHaveBeenCalled()
  })

  test('a server that tells no outputs is named before anything is asked', async () => {
    const { end } = await send(bitcoinFriend, '0.004', { '/address/utxo': refuse('offline') })

    expect(await screen.findByText(sendProblems.unreachable)).toBeTruthy()
    expect(end).not.toHaveBeenCalled()
  })
})

describe('ACCOUNT_SEND_SCREEN', () => {
  const send = async (to: string, amount: string) => {
    const mounted = await setup(
      'ACCOUNT_SEND_SCREEN',
      { wallet: ethereum },
      { accounts: walletAccounts },
    )
    await screen.findByText(texts.available('1 ETH'))
    fireEvent.change(screen.getByLabelText(texts.to), { target: { value: to } })
    fireEvent.change(screen.getByLabelText(texts.amount('ETH')), { target: { value: amount } })
    press(texts.review)
    await settle()
    return mounted
  }

  test('a complete transfer goes to the request’s screen', async () => {
    const { end } = await send(friend, '0.25')

    await vi.waitFor(() =>
      expect(end).toHaveBeenCalledWith('sends', {
        wallet: ethereum,
        to: friend,
        units: 250_000_000_000_000_000n,
        amount: '0.25 ETH',
      }),
    )
  })

  test('Max takes everything less the fee', async () => {
    await setup('ACCOUNT_SEND_SCREEN', { wallet: ethereum }, { accounts: walletAccounts })
    await screen.findByText(texts.available('1 ETH'))
    press(texts.maxLabel)

    expect(screen.getByLabelText<HTMLInputElement>(texts.amount('ETH')).value).toBe('0.99895')
  })

  test('a transfer that was declined can be changed', async () => {
    const again = { wallet: ethereum, to: friend, units: 5n * 10n ** 17n }
    await setup('ACCOUNT_SEND_SCREEN', { wallet: ethereum, again }, { accounts: walletAccounts })
    await screen.findByDisplayValue('0.5')

    expect(screen.getByLabelText<HTMLInputElement>(texts.to).value).toBe(friend)
  })

  test.each([
    ['half an address', friend.slice(0, 20), '1', texts.sendProblems.address],
    ['a wrong checksum', friend.replace('dc79', 'DC79'), '1', texts.sendProblems.checksum],
    ['a name', 'maria.eth', '1', texts.sendProblems.name],
    ['the wallet itself', ethereum.address, '1', texts.sendProblems.self],
    ['nothing', friend, '0', texts.sendProblems.amount],
    ['more than there is', friend, '1.5', texts.sendProblems.balance],
  ])('%s is refused below its field', async (_, to, amount, text) => {
    const { end } = await send(to, amount)

    expect(await screen.findByText(text)).toBeTruthy()
    expect(end).not.toHaveBeenCalled()
  })
})
