// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createByLogin } from './tell-connected.js'
import { createFakeKit } from './test-kit/fake-kit.js'
import { walletAccounts } from './test-kit/samples.js'
import { standingClock } from './test-kit/standing-clock.js'

/** A kit whose user has chosen to create a wallet by a login; `loggedIn` is that login's end. */
async function setup(accounts: typeof walletAccounts | []) {
  const { kit, logIn } = createFakeKit({ clock: standingClock(async () => undefined) })
  await kit.client.start()
  const onSuccess = vi.fn()
  const onError = vi.fn()
  kit.events.add('connectWallet', { onSuccess, onError })
  createByLogin(kit, ['email'])
  logIn(accounts)
  const { user } = kit.client.state
  if (!user) throw new Error('No user')
  const login = { user, isNewUser: true, wasAlreadyAuthenticated: false }
  kit.events.emit('login', (each) =>
    each.onComplete?.({ ...login, loginMethod: 'email', loginAccount: null }),
  )
  return { kit, onSuccess, onError }
}

test('a login that created no wallet is followed by the creation of one, and the app is told of it', async () => {
  const { kit, onSuccess, onError } = await setup([])

  await vi.waitFor(() => expect(onSuccess).toHaveBeenCalledTimes(1))
  const [{ wallet }] = onSuccess.mock.calls[0] ?? []
  expect(kit.client.state.user?.wallet?.address).toBe(wallet.address)
  expect(onError).not.toHaveBeenCalled()
})

test('a user who has a wallet gets no second one', async () => {
  const { kit, onSuccess } = await setup(walletAccounts)

  await vi.waitFor(() => expect(onSuccess).toHaveBeenCalledTimes(1))
  expect(kit.client.state.user?.linkedAccounts).toHaveLength(walletAccounts.length)
})
