// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { kitContext } from '../context.js'
import { refuse } from '../test-kit/answers.js'
import { createFakeKit } from '../test-kit/fake-kit.js'
import { emailAccount, walletAccounts, wireUser } from '../test-kit/samples.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { useActiveWallet } from './use-active-wallet.js'
import { useLinkWithSiwe } from './use-link-with-siwe.js'
import { useLinkWithSiws } from './use-link-with-siws.js'

afterEach(cleanup)

const email = emailAccount('ada@example.com')
const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const linked = {
  type: 'wallet',
  address,
  chain_type: 'ethereum',
  wallet_client: 'unknown',
  verified_at: 1,
  first_verified_at: 1,
  latest_verified_at: 1,
} as const
const callbacks = { onSuccess: vi.fn(), onError: vi.fn() }
const proof = { message: 'message', signature: 'signed' }

function setup<T>(hook: () => T, server = {}) {
  const fake = createFakeKit({ clock: standingClock(async () => {}), answers: { server } })
  fake.logIn([email, ...walletAccounts])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <kitContext.Provider value={fake.kit}>{children}</kitContext.Provider>
  )
  return { ...fake, result: renderHook(hook, { wrapper }).result }
}

test.each([
  ['siwe', () => useLinkWithSiwe(callbacks).linkWithSiwe],
  ['siws', () => useLinkWithSiws(callbacks).linkWithSiws],
] as const)('a wallet is linked by %s, and the app is told', async (name, hook) => {
  callbacks.onSuccess.mockClear()
  const user = { ...wireUser, linked_accounts: [email, linked] }
  const { result } = setup(hook, { [`/${name}/link`]: () => user })
  await act(async () => void (await result.current(proof)))

  expect(callbacks.onSuccess).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      linkMethod: name,
      linkedAccount: expect.objectContaining({ address }),
    }),
  )
})
test('error: a refused link rejects, and the state and the callback say why', async () => {
  callbacks.onError.mockClear()
  const { result } = setup(() => useLinkWithSiwe(callbacks), {
    '/siwe/link': refuse('linked_to_another_user'),
  })
  const code = { code: 'linked_to_another_user' }
  await act(() => expect(result.current.linkWithSiwe(proof)).rejects.toMatchObject(code))

  expect(result.current.state).toMatchObject({ status: 'error', error: code })
  expect(callbacks.onError).toHaveBeenCalledExactlyOnceWith('linked_to_another_user', {
    linkMethod: 'siwe',
  })
})

test('the active wallet is the same in every component', async () => {
  const { result } = setup(() => [useActiveWallet(), useActiveWallet()] as const)
  const [, other] = walletAccounts
  act(() => result.current[0].setActiveWallet({ address: other?.address ?? '' }))

  // The code that lists wallets comes after the first render.
  await vi.waitFor(() => expect(result.current[1].wallet?.address).toBe(other?.address))
})
