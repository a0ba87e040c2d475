import { storageKeys } from '@sallyport/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../index.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)
afterEach(() => vi.unstubAllGlobals())

const refuse = (): never => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}

test('a page whose browser blocks all storage logs in, refreshes and logs out', async () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        refuse()
      }
    },
  )
  const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage
  const { signedIn, clock } = await setup({}, { storage: blocked, locks: { request: refuse } })
  const client = await signedIn()
  const token = await session.getAccessToken(client)

  clock.advance(3_600_000)

  expect(await session.getAccessToken(client)).not.toBe(token)
  expect(client.environment.storage.get(storageKeys.refreshToken)).not.toBeNull()
  await session.logout(client)
  expect(client.state.user).toBeNull()
})
