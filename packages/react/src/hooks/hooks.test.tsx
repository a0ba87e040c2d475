// @vitest-environment happy-dom
import {
  automaticRecoveryMethod,
  embeddedWalletClientType,
  storageKeys,
  userIdPrefix,
} from '@sallyport/contract'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SallyportProvider } from '../provider.js'
import {
  useSendTransaction as useSendSolana,
  useSignMessage as useSignSolana,
  useSignTransaction as useSignSolanaTransaction,
  useSolanaWallets,
} from '../solana.js'
import { useCreateWallet } from './use-create-wallet.js'
import { useGuestAccounts } from './use-guest-accounts.js'
import { useIdentityToken } from './use-identity-token.js'
import { useSallyport } from './use-sallyport.js'
import { useSendTransaction } from './use-send-transaction.js'
import { useSign7702Authorization } from './use-sign-7702-authorization.js'
import { useSignMessage } from './use-sign-message.js'
import { useSignTransaction } from './use-sign-transaction.js'
import { useSignTypedData } from './use-sign-typed-data.js'
import { useWallets } from './use-wallets.js'

const appId = 'a'.repeat(25)
const ethereum = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const times = { verified_at: 1, first_verified_at: 1, latest_verified_at: 1 }
const walletOn = (chain_type: string, address: string) => ({
  type: 'wallet',
  address,
  chain_type,
  ...(chain_type === 'ethereum' ? { chain_id: 'eip155:1' } : {}),
  public_key: '0x',
  wallet_client: embeddedWalletClientType,
  wallet_client_type: embeddedWalletClientType,
  connector_type: 'embedded',
  recovery_method: automaticRecoveryMethod,
  imported: false,
  delegated: false,
  wallet_index: 0,
  id: null,
  ...times,
})
const payload = btoa(JSON.stringify({ aud: appId, exp: 4_000_000_000, iat: 1 })).replace(/=+$/, '')
const token = `e30.${payload}.c2ln`
const typedData = { domain: {}, types: { A: [] }, primaryType: 'A', message: {} }
const bytes = Uint8Array.of(1)

/** The user of the page. */
type Visitor = 'logged out' | 'no wallets' | 'both wallets'

let visitor: Visitor = 'logged out'
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    const linked_accounts =
      visitor === 'both wallets' ? [walletOn('ethereum', ethereum), walletOn('solana', solana)] : []
    const user = {
      id: `${userIdPrefix}1`,
      created_at: 1,
      linked_accounts,
      mfa_methods: [],
      has_accepted_terms: true,
      is_guest: false,
    }
    const answers: Record<string, unknown> = {
      [`/api/v1/apps/${appId}`]: { id: appId, name: 'Harbour', allowlist_config: {} },
      '/api/v1/users/me': { user, identity_token: 'identity' },
    }
    return Response.json(answers[pathname] ?? {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const onError = vi.fn()
const onSuccess = vi.fn()
const callbacks = { onError, onSuccess }

async function hooksFor(who: Visitor) {
  visitor = who
  onError.mockClear()
  onSuccess.mockClear()
  if (who !== 'logged out') {
    localStorage.setItem(storageKeys.accessToken, JSON.stringify(token))
    localStorage.setItem(storageKeys.refreshToken, JSON.stringify('refresh'))
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SallyportProvider
      appId={appId}
      apiUrl="https://auth.example"
      config={{ solanaClusters: [{ name: 'devnet', rpcUrl: 'https://devnet.example' }] }}
    >
      {children}
    </SallyportProvider>
  )
  const hook = renderHook(
    () => ({
      all: useSallyport(),
      ...useIdentityToken(),
      ...useGuestAccounts(),
      ...useCreateWallet(callbacks),
      ...useSignMessage(callbacks),
      ...useSignTypedData(callbacks),
      ...useSignTransaction(callbacks),
      ...useSendTransaction(callbacks),
      ...useSign7702Authorization(callbacks),
      solana: { ...useSignSolana(), ...useSignSolanaTransaction(), ...useSendSolana(callbacks) },
      ethereumWallets: useWallets(),
      solanaWallets: useSolanaWallets(),
    }),
    { wrapper },
  )
  await waitFor(() => expect(hook.result.current.all.ready).toBe(true))
  return hook.result
}
type Hooks = Awaited<ReturnType<typeof hooksFor>>['current']

const creating: [string, (hooks: Hooks) => Promise<unknown>][] = [
  ['createWallet', (hooks) => hooks.createWallet()],
  ['createWallet of Solana', (hooks) => hooks.solanaWallets.createWallet()],
]
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const asking: [string, (hooks: Hooks) => Promise<unknown>][] = [
  ['signMessage', (hooks) => hooks.signMessage({ message: 'm' })],
  ['signTypedData', (hooks) => hooks.signTypedData(typedData)],
  ['signTransaction', (hooks) => hooks.signTransaction({ to: ethereum })],
  ['signAuthorization', (hooks) => hooks.signAuthorization({ contractAddress: other, nonce: 1 })],
  ['sendTransaction', (hooks) => hooks.sendTransaction({ to: ethereum })],
  ['signMessage of Solana', (hooks) => hooks.solana.signMessage({ message: bytes })],
  ['signTransaction of Solana', (hooks) => hooks.solana.signTransaction({ transaction: bytes })],
  ['sendTransaction of Solana', (hooks) => hooks.solana.sendTransaction({ transaction: bytes })],
]
const elsewhere = { rpcEndpoint: 'https://elsewhere.example' }
const devnet = { rpcEndpoint: 'https://devnet.example/' }
const wrong: [string, string | number, (hooks: Hooks) => Promise<unknown>][] = [
  [
    'a recipient with a wrong checksum',
    -32602,
    (hooks) => hooks.sendTransaction({ to: '0x00000000000000000000000000000000000A11ce' }),
  ],
  ['an amount in words', -32602, (hooks) => hooks.signTransaction({ to: other, value: 'one' })],
  ['a chain that is not configured', 4901, (hooks) => hooks.sendTransaction({ chainId: 5 })],
  ['a transaction from another address', 4100, (hooks) => hooks.sendTransaction({ from: other })],
  [
    'a wallet of another user',
    'embedded_wallet_not_found',
    (hooks) => hooks.signMessage({ message: 'm' }, { address: other }),
  ],
  [
    'no Solana transaction',
    -32602,
    (hooks) => hooks.solana.sendTransaction({ transaction: bytes, connection: devnet }),
  ],
  [
    'a connection to an unknown cluster',
    4901,
    (hooks) => hooks.solana.sendTransaction({ transaction: bytes, connection: elsewhere }),
  ],
  [
    'a connection of a wallet to an unknown cluster',
    4901,
    async (hooks) => hooks.solanaWallets.wallets[0]?.sendTransaction(bytes, elsewhere),
  ],
  ['a guest beside a user', 'not_supported', (hooks) => hooks.createGuestAccount()],
]
const table: [string, Visitor, string | number, (hooks: Hooks) => Promise<unknown>][] = [
  ...[...creating, ...asking].map(
    ([name, run]) => [name, 'logged out', 'must_be_authenticated', run] as (typeof table)[number],
  ),
  ...asking.map(
    ([name, run]) =>
      [name, 'no wallets', 'embedded_wallet_not_found', run] as (typeof table)[number],
  ),
  ...creating.map(
    ([name, run]) =>
      [name, 'both wallets', 'embedded_wallet_already_exists', run] as (typeof table)[number],
  ),
  ...wrong.map(([name, code, run]) => [name, 'both wallets', code, run] as (typeof table)[number]),
]
/** Functions of hooks that take no callbacks. */
const silent = /^(sign.* of Solana|a guest|a connection of a wallet)/

describe('guards', () => {
  test.each(table)('%s with %s: %s, before any screen', async (name, who, code, run) => {
    const hooks = await hooksFor(who)
    let failure: unknown = null
    await act(async () => {
      failure = await run(hooks.current).catch((error) => error)
    })

    expect(failure).toMatchObject({ code })
    expect(hooks.current.all.isModalOpen).toBe(false)
    expect(onError.mock.calls).toEqual(silent.test(name) ? [] : [[String(code)]])
    expect(onSuccess).not.toHaveBeenCalled()
  })
})

describe('what hooks give', () => {
  test('logged out', async () => {
    const { current } = await hooksFor('logged out')

    expect(current.all).toMatchObject({ ready: true, authenticated: false, user: null })
    expect(await current.all.getAccessToken()).toBeNull()
    expect(current.identityToken).toBeNull()
    expect(current.ethereumWallets).toEqual({ wallets: [], ready: true })
  })

  test('a user with wallets', async () => {
    const hooks = await hooksFor('both wallets')

    expect(hooks.current.all).toMatchObject({ authenticated: true, user: { mfaMethods: [] } })
    expect(await hooks.current.all.getAccessToken()).toBe(token)
    await waitFor(() => expect(hooks.current.identityToken).toBe('identity'))
    const [wallet] = hooks.current.ethereumWallets.wallets
    expect(wallet).toMatchObject({
      type: 'ethereum',
      address: ethereum,
      connectedAt: 1000,
      walletClientType: embeddedWalletClientType,
      connectorType: 'embedded',
      imported: false,
      linked: true,
      walletIndex: 0,
      chainId: 'eip155:1',
    })
    expect(await wallet?.isConnected()).toBe(true)
    await expect(wallet?.loginOrLink()).rejects.toMatchObject({ code: 'not_supported' })
    await expect(wallet?.unlink()).rejects.toMatchObject({ code: 'not_supported' })
    await expect(wallet?.switchChain(5)).rejects.toMatchObject({ code: 4901 })
    expect(hooks.current.solanaWallets).toMatchObject({
      ready: true,
      wallets: [{ type: 'solana', address: solana, walletIndex: 0 }],
    })
  })
})
