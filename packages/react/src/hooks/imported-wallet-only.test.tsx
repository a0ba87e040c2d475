// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { kitContext } from '../context.js'
import { useSignMessage as useSignSolana } from '../solana.js'
import { settle } from '../test-kit/mount-screen.js'
import { walletAccounts } from '../test-kit/samples.js'
import { createSceneKit } from '../test-kit/scene-kit.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { useSignMessage } from './use-sign-message.js'

afterEach(cleanup)

test('a call without address signs with an imported wallet where the user has no other, on Ethereum and on Solana', async () => {
  const accounts = walletAccounts.map((each) => ({ ...each, imported: true }))
  const { kit, inputsOf } = await createSceneKit({
    scene: { data: {}, accounts, config: { embeddedWallets: { showWalletUIs: false } } },
    clock: standingClock(settle),
  })
  const { result } = renderHook(() => ({ ethereum: useSignMessage(), solana: useSignSolana() }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <kitContext.Provider value={kit}>{children}</kitContext.Provider>
    ),
  })
  const { ethereum, solana } = result.current

  // What the frame answers is tested elsewhere.
  await ethereum.signMessage({ message: 'm' }).catch(() => undefined)
  await solana.signMessage({ message: Uint8Array.of(1) }).catch(() => undefined)

  expect(inputsOf('privy:wallets:rpc')).toHaveLength(2)
})
