// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { CustomAuth } from '../config.js'
import { kitContext } from '../context.js'
import FollowCustomAuth from '../features/custom-auth/follow-custom-auth.js'
import { createFakeKit } from '../test-kit/fake-kit.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { useCustomAuth } from './use-custom-auth.js'

afterEach(cleanup)

function open(customAuth?: CustomAuth) {
  const config = customAuth ? { customAuth } : {}
  const { kit } = createFakeKit({ clock: standingClock(async () => undefined), config })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <kitContext.Provider value={kit}>
      {children}
      {customAuth && <FollowCustomAuth customAuth={customAuth} />}
    </kitContext.Provider>
  )
  return renderHook(() => useCustomAuth(), { wrapper }).result
}

test('is done for a user who is not logged in at the app either', async () => {
  const result = open({ isLoading: false, getCustomAccessToken: async () => undefined })

  await waitFor(() => expect(result.current.status).toBe('done'))
})

test('error: a login that failed is told', async () => {
  const result = open({
    isLoading: false,
    getCustomAccessToken: () => Promise.reject(new Error('no token')),
  })

  await waitFor(() => expect(result.current.status).toBe('error'))
})

test('is not enabled without a login of the app', () => {
  expect(open().current.status).toBe('not-enabled')
  const never = { isLoading: true, getCustomAccessToken: async () => undefined }
  expect(open({ ...never, enabled: false }).current.status).toBe('not-enabled')
  expect(open(never).current.status).toBe('initial')
})
