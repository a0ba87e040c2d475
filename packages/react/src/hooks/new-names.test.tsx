// @vitest-environment happy-dom
import { cleanup, render, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SallyportConfig } from '../config.js'
import { kitContext } from '../context.js'
import { useCreateWallet, useSignRawHash } from '../extended-chains.js'
import * as farcaster from '../farcaster.js'
import {
  ErrorCode,
  LoginModal,
  useAcceptTerms,
  useActiveWallet,
  useAddFunds,
  useLinkEmail,
  useTransfer,
  useUnlinkOAuth,
  useUnlinkWallet,
  useWallets,
  useX402Fetch,
} from '../index.js'
import LateConfig from '../late-config.js'
import { toSolanaWalletConnectors } from '../solana.js'
import { createFakeKit } from '../test-kit/fake-kit.js'
import { friend, walletAccounts } from '../test-kit/samples.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { UserPill, WalletsDialog } from '../ui.js'

afterEach(cleanup)

/** A page of a user with wallets on Ethereum and Solana, or of one who is logged out. */
async function open(accounts: typeof walletAccounts | null, config: SallyportConfig = {}) {
  const fake = createFakeKit({ clock: standingClock(async () => undefined), config })
  const { kit } = fake
  await kit.client.start()
  if (accounts) fake.logIn(accounts)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <kitContext.Provider value={kit}>{children}</kitContext.Provider>
  )
  const goals = () => kit.modal.runs().map(({ goal }) => goal)
  const use = <T,>(hook: () => T): T => renderHook(hook, { wrapper }).result.current
  const draw = (element: ReactNode) => render(element, { wrapper })
  return { ...fake, kit, goals, use, draw }
}

describe('hooks that newer apps use for one thing each', () => {
  test('useLinkEmail and useUnlinkWallet are functions of the larger hooks', async () => {
    const { use, goals } = await open(walletAccounts)

    use(useLinkEmail).linkEmail()
    expect(goals()).toMatchObject([{ goal: 'link', method: 'email' }])
    await expect(use(useUnlinkWallet).unlinkWallet('0x12')).rejects.toThrow()
  })

  test('useUnlinkOAuth unlinks at the provider that it is told', async () => {
    const { use, inputsOf } = await open(walletAccounts)

    // The fake server has no such account.
    const asked = use(useUnlinkOAuth).unlinkOAuth({ provider: 'github', subject: '7' })
    await expect(asked).rejects.toThrow()

    expect(inputsOf('/oauth/unlink')).toMatchObject([{ provider: 'github', subject: '7' }])
  })

  test('useX402Fetch asks the user before it pays with the wallet', async () => {
    const { kit, use, goals } = await open(walletAccounts)
    const wallet = kit.client.state.user?.wallet?.address ?? ''
    const price = {
      ...{ scheme: 'exact', network: 'base', maxAmountRequired: '10000', maxTimeoutSeconds: 60 },
      ...{ asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', payTo: friend },
      extra: { name: 'USD Coin', version: '2' },
    }
    const fetch = async () => Response.json({ x402Version: 1, accepts: [price] }, { status: 402 })
    const pay = use(useX402Fetch).wrapFetchWithPayment({ walletAddress: wallet, fetch })

    pay('https://api.example/report').catch(() => undefined)

    await vi.waitFor(() => expect(goals()).toMatchObject([{ goal: 'confirm' }]))
  })

  test('useAcceptTerms accepts the terms', async () => {
    const { use, inputsOf } = await open(walletAccounts)

    await use(useAcceptTerms).acceptTerms()

    expect(inputsOf('/users/me/accept_terms')).toHaveLength(1)
  })

  test('useAddFunds opens the screens for the first wallet', async () => {
    const { use, goals } = await open(walletAccounts)

    void use(useAddFunds).addFunds({ amount: '0.5' })

    const [{ address } = { address: '' }] = walletAccounts
    await waitFor(() =>
      expect(goals()).toMatchObject([{ goal: 'fund', funding: { address, amount: '0.5' } }]),
    )
  })

  test('error: useAddFunds has nothing to fund without a wallet', async () => {
    const { use } = await open([])

    await expect(use(useAddFunds).addFunds()).rejects.toMatchObject({
      code: 'embedded_wallet_not_found',
    })
  })

  test('useTransfer asks for the transfer', async () => {
    const { use, goals } = await open(walletAccounts)

    void use(useTransfer).transfer({ to: friend, amount: '0.25' })

    await waitFor(() => expect(goals()).toMatchObject([{ goal: 'confirm' }]))
  })

  test.each([
    ['an unreadable amount', { to: friend, amount: 'much' }, 'cannot be read as an amount of'],
    ['an unreadable address', { to: '0x12', amount: '1' }, 'is not an address of'],
  ])('error: useTransfer refuses %s', async (_what, input, message) => {
    const { use } = await open(walletAccounts)

    await expect(use(useTransfer).transfer(input)).rejects.toThrow(message)
  })
})

test('a wallet of useWallets adds money to itself', async () => {
  const { kit, goals, draw } = await open(walletAccounts)
  let wallets: ReturnType<typeof useWallets>['wallets'] = []
  const Page = () => {
    wallets = useWallets().wallets
    return null
  }
  draw(<Page />)
  await waitFor(() => expect(wallets).not.toEqual([]))

  void wallets[0]?.fund({ amount: '2' })

  await waitFor(() => expect(goals()).toMatchObject([{ goal: 'fund', funding: { amount: '2' } }]))
  kit.modal.closeAll()
})

describe('components', () => {
  test('LoginModal opens and closes the login', async () => {
    const { draw, goals } = await open(null)
    const drawn = draw(<LoginModal open />)
    expect(goals()).toMatchObject([{ goal: 'login' }])

    drawn.rerender(<LoginModal open={false} />)

    expect(goals()).toEqual([])
  })

  test('UserPill and WalletsDialog open the account sheet', async () => {
    const { draw, goals, kit } = await open(walletAccounts)
    draw(<UserPill label="Come in" size={32} />)
      .getByRole('button', { name: /Account/ })
      .click()
    expect(goals()).toEqual([{ goal: 'account' }])
    kit.modal.closeAll()

    draw(<WalletsDialog />)

    expect(goals()).toEqual([{ goal: 'account' }])
  })
})

describe('sub-paths', () => {
  test('extended-chains creates wallets of any chain, and signs hashes with Ethereum alone', async () => {
    const { use, inputsOf } = await open(walletAccounts)

    const made = await use(useCreateWallet).createWallet({ chainType: 'bitcoin-segwit' })

    expect(made.wallet.chainType).toBe('bitcoin-segwit')
    expect(inputsOf('privy:wallets:create')).toMatchObject([{ chainType: 'bitcoin-segwit' }])
    const hash = `0x${'ab'.repeat(32)}` as const
    const job = { address: made.wallet.address, chainType: 'bitcoin-segwit', hash } as const
    await expect(use(useSignRawHash).signRawHash(job)).rejects.toMatchObject({
      code: 'not_supported',
    })
  })

  test('farcaster and solana have the names of the field', () => {
    expect(farcaster.useLoginToFrame).toBeTypeOf('function')
    expect(toSolanaWalletConnectors({ shouldAutoConnect: true })).toEqual({
      kind: 'wallet-standard',
    })
  })
})

test('codes of errors have names', () => {
  expect(ErrorCode.MISSING_OR_INVALID_APP_ID).toBe('missing_or_invalid_privy_app_id')
  expect(ErrorCode.EXITED_LINK_FLOW).toBe('exited_link_flow')
})

test('a switch of `config` counts from the next request', async () => {
  const { kit, draw } = await open(null)
  expect(kit.client.options.showWalletUIs).toBeUndefined()

  const drawn = draw(<LateConfig config={{ embeddedWallets: { showWalletUIs: false } }} />)
  expect(kit.client.options.showWalletUIs).toBe(false)
  drawn.rerender(<LateConfig config={{ embeddedWallets: { noPromptOnSignature: true } }} />)
  expect(kit.client.options).toMatchObject({ showWalletUIs: undefined, noPromptOnSignature: true })
})

describe('Bitcoin', () => {
  test('a wallet is created after the login where the app wants it, and can be the active one', async () => {
    const config: SallyportConfig = { embeddedWallets: { bitcoin: { createOnLogin: 'all-users' } } }
    const { kit, draw, inputsOf } = await open(walletAccounts, config)
    const page: { active?: ReturnType<typeof useActiveWallet> } = {}
    const Page = () => {
      page.active = useActiveWallet()
      return <LateConfig config={config} />
    }
    draw(<Page />)

    await waitFor(() =>
      expect(inputsOf('privy:wallets:create')).toMatchObject([{ chainType: 'bitcoin-segwit' }]),
    )
    const made = await vi.waitFor(() => {
      const found = kit.client.state.user?.linkedAccounts.find(
        ({ chainType }) => chainType === 'bitcoin-segwit',
      )
      if (!found) throw new Error('not yet')
      return found
    })
    page.active?.setActiveWallet({ address: String(made.address) })
    await waitFor(() =>
      expect(page.active).toMatchObject({ wallet: { type: 'bitcoin-segwit' }, network: 'bip122' }),
    )
  })
})
