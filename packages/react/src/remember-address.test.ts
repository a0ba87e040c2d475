import type { Account } from '@sallyport/core'
import { expect, test } from 'vitest'
import { recentMethod } from './recent-method.js'
import { rememberAddress } from './remember-address.js'
import { createFakeKit } from './test-kit/fake-kit.js'
import { standingClock } from './test-kit/standing-clock.js'

const account = (fields: object) => ({ verifiedAt: new Date(0), ...fields }) as unknown as Account // what the name is read of

test.each([
  [{ type: 'email', address: 'ada@example.com' }, 'a•••@example.com'],
  [{ type: 'phone', phoneNumber: '+12015550123' }, '+1•••23'],
  [{ type: 'google_oauth', email: 'ada@gmail.com', name: 'Ada' }, 'a•••@gmail.com'],
  [{ type: 'twitter_oauth', username: 'ada' }, 'a•••'],
  [{ type: 'wallet', address: `0x${'a'.repeat(40)}` }, '0xaaa…aaaa'],
])('%o is kept masked, and forgotten with the next method', (fields, masked) => {
  const { kit } = createFakeKit({ clock: standingClock(async () => undefined) })
  const recent = recentMethod(kit.client)
  recent.set('email')
  rememberAddress(kit.client, account(fields))
  expect(recent.address()).toBe(masked)
  recent.set('guest')

  expect(recent.address()).toBeNull()
})
