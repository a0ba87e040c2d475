// @vitest-environment happy-dom
import { type RequestUiOptions, RpcError } from '@sallyport/core'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { kitContext } from '../context.js'
import {
  useSendTransaction as useSendSolana,
  useSignMessage as useSignSolana,
  useSignTransaction as useSignSolanaTransaction,
  useSolanaWallets,
} from '../solana.js'
import { bitcoinAccounts, bitcoinSend } from '../test-kit/bitcoin-samples.js'
import { settle } from '../test-kit/mount-screen.js'
import { friend, mail, solanaSend, walletAccounts } from '../test-kit/samples.js'
import { createSceneKit } from '../test-kit/scene-kit.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { useBitcoinWallets } from './bitcoin/use-bitcoin-wallets.js'
import { useSallyport } from './use-sallyport.js'
import { useSendTransaction } from './use-send-transaction.js'
import { useSign7702Authorization } from './use-sign-7702-authorization.js'
import { useSignMessage } from './use-sign-message.js'
import { useSignTransaction } from './use-sign-transaction.js'
import { useSignTypedData } from './use-sign-typed-data.js'
import { useWallets } from './use-wallets.js'

afterEach(cleanup)

const useEverySigner = () => ({
  all: useSallyport(),
  ...useSignMessage(),
  ...useSignTypedData(),
  ...useSignTransaction(),
  ...useSendTransaction(),
  ...useSign7702Authorization(),
  solana: { ...useSignSolana(), ...useSignSolanaTransaction(), ...useSendSolana() },
  wallets: useWallets().wallets,
  solanaWallets: useSolanaWallets().wallets,
  bitcoinWallets: useBitcoinWallets().wallets,
})
type Signers = ReturnType<typeof useEverySigner>
type Sign = (hooks: Signers, ui: RequestUiOptions) => Promise<unknown>

const text = { message: 'm' }
const bytes = Uint8Array.of(1)
const transaction = { to: friend, value: 1n }
const authorization = { contractAddress: friend, nonce: 1 } as const
const solana = {
  transaction: Uint8Array.from(atob(solanaSend.transaction), (each) => each.charCodeAt(0)),
}
const { psbt } = bitcoinSend as Extract<typeof bitcoinSend, { psbt: unknown }>

/** Every way of a hook to ask for a signature that an app may let go unseen. */
const signing = {
  signMessage: (hooks, uiOptions) => hooks.signMessage(text, { uiOptions }),
  signTypedData: (hooks, uiOptions) => hooks.signTypedData(mail.typedData, { uiOptions }),
  signTransaction: (hooks, uiOptions) => hooks.signTransaction(transaction, { uiOptions }),
  sendTransaction: (hooks, uiOptions) => hooks.sendTransaction(transaction, { uiOptions }),
  'signMessage of useSallyport': ({ all }, uiOptions) => all.signMessage(text, { uiOptions }),
  'signMessage of Solana': (hooks, uiOptions) =>
    hooks.solana.signMessage({ message: bytes, uiOptions }),
  'signTransaction of Solana': (hooks, uiOptions) =>
    hooks.solana.signTransaction({ ...solana, uiOptions }),
  'sendTransaction of Solana': (hooks, uiOptions) =>
    hooks.solana.sendTransaction({ ...solana, uiOptions }),
  'signMessage of a Solana wallet': async ({ solanaWallets: [wallet] }, uiOptions) =>
    wallet?.signMessage(bytes, { uiOptions }),
  'signTransaction of a Solana wallet': async ({ solanaWallets: [wallet] }, uiOptions) =>
    wallet?.signTransaction(solana.transaction, { uiOptions }),
  'sendTransaction of a Solana wallet': async ({ solanaWallets: [wallet] }, uiOptions) =>
    wallet?.sendTransaction(solana.transaction, undefined, { uiOptions }),
  'signMessage of a Bitcoin wallet': async ({ bitcoinWallets: [wallet] }, ui) =>
    wallet?.signMessage('m', ui),
  'signTransaction of a Bitcoin wallet': async ({ bitcoinWallets: [, wallet] }, ui) =>
    wallet?.signTransaction(psbt, ui),
  'sendTransaction of a Bitcoin wallet': async ({ bitcoinWallets: [, wallet] }, ui) =>
    wallet?.sendTransaction(psbt, ui),
} satisfies Record<string, Sign>

/** The hooks on a page whose client asks by default or does not, with a user who declines what is shown. */
async function open(showWalletUIs: boolean) {
  const { kit, inputsOf } = await createSceneKit({
    scene: {
      data: {},
      accounts: [...walletAccounts, ...bitcoinAccounts],
      config: { embeddedWallets: { showWalletUIs } },
      answers: { node: { eth_chainId: () => '0x1' } },
    },
    clock: standingClock(settle),
  })
  const { confirm } = kit.client.options
  if (confirm === undefined) throw new Error('The kit asks for nothing')
  const shown = vi.spyOn(confirm, 'request').mockRejectedValue(new RpcError(4001))
  const { result } = renderHook(useEverySigner, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <kitContext.Provider value={kit}>{children}</kitContext.Provider>
    ),
  })
  // The code of the lists is loaded after the first render.
  await waitFor(
    () => {
      expect(result.current.solanaWallets).not.toEqual([])
      expect(result.current.bitcoinWallets).not.toEqual([])
    },
    { timeout: 30_000 },
  )
  return { hooks: result.current, shown, signed: () => inputsOf('privy:wallets:rpc') }
}

describe.each(Object.entries<Sign>(signing))('%s', (_, sign) => {
  test.each([
    ['showWalletUIs', { showWalletUIs: true }],
    ['noPromptOnSignature: false', { noPromptOnSignature: false }],
  ])('asks with %s, and signs nothing that the user declines', async (_, ui) => {
    const { hooks, shown, signed } = await open(false)

    await expect(sign(hooks, ui)).rejects.toMatchObject({ code: 4001 })

    expect(shown).toHaveBeenCalledTimes(1)
    expect(signed()).toEqual([])
  })

  test.each([
    ['showWalletUIs: false', { showWalletUIs: false }],
    ['noPromptOnSignature', { noPromptOnSignature: true }],
  ])('asks the frame at once with %s', async (_, ui) => {
    const { hooks, shown, signed } = await open(true)

    // What the frame answers, and whether the network takes it, is tested elsewhere.
    await Promise.race([
      sign(hooks, ui).catch(() => undefined),
      vi.waitFor(() => expect(signed()).not.toEqual([])),
    ])

    expect(signed()).toHaveLength(1)
    expect(shown).not.toHaveBeenCalled()
  })
})

test('signAuthorization is refused with showWalletUIs: false: control of the account is never given unseen', async () => {
  const { hooks, shown, signed } = await open(true)

  const signing = hooks.signAuthorization(authorization, { uiOptions: { showWalletUIs: false } })

  await expect(signing).rejects.toMatchObject({ code: 4200 })
  expect(signed()).toEqual([])
  expect(shown).not.toHaveBeenCalled()
})
