// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { connectedSmartWallets } from './connected-smart-wallets.js'
import { kitContext } from './context.js'
import { SmartWalletsProvider, useSmartWallets } from './smart-wallets.js'
import { createFakeKit } from './test-kit/fake-kit.js'
import { standingClock } from './test-kit/standing-clock.js'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const createKit = () => createFakeKit({ clock: standingClock(async () => {}) })

test('error: a chain that is asked for while no smart wallet is connected is named (specification §8)', async () => {
  const { kit } = createKit()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <kitContext.Provider value={kit}>
      <SmartWalletsProvider>{children}</SmartWalletsProvider>
    </kitContext.Provider>
  )
  const { result } = renderHook(() => useSmartWallets(), { wrapper })
  expect(result.current.client).toBeUndefined()

  await expect(result.current.getClientForChain({ id: 8453 })).rejects.toThrow(
    'Smart wallet client for chain (eip155:8453) not found',
  )
})

test('error: outside of the provider it says what is missing', () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)

  expect(() => renderHook(() => useSmartWallets())).toThrow(
    'useSmartWallets must be used inside <SmartWalletsProvider>',
  )
})

test('requests of other apps do not wait for smart wallets where the app has none', async () => {
  expect(await connectedSmartWallets(createKit().kit.client)).toBeNull()
})
