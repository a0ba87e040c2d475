// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setup } from '../../../gallery/mount-screen.js'
import { login, wallets } from '../../../gallery/samples.js'
import { en } from '../../copy/en.js'

afterEach(cleanup)

test('tells a guest that the new wallet exists only in this browser', () => {
  const guest = { ...login, user: { ...login.user, isGuest: true } }
  setup('EMBEDDED_WALLET_CREATED_SCREEN', { login: guest, wallets })

  expect(screen.getByText(en.landing.guestNote)).toBeTruthy()
  expect(screen.queryByText(en.wallet.createdHelp)).toBeNull()
})
