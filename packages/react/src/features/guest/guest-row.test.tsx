// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { press, setup } from '../../test-kit/mount-screen.js'

afterEach(cleanup)

test('a guest who opens the further methods first is logged in', async () => {
  const data = { prefill: null, methods: null, disableSignup: false }
  const methods = ['email', 'sms', 'wallet', 'google', 'apple', 'discord', 'guest'] as const
  const { end } = await setup('LANDING', data, { methods: [...methods] })
  press(en.landing.more)
  const row = await screen.findByRole('button', { name: en.landing.guest })
  row.click()
  await vi.waitFor(() => expect(end).toHaveBeenCalledWith('loggedIn', expect.anything()))
})
