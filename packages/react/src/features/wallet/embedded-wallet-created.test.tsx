// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../copy/en.js'
import { setup } from '../../test-kit/mount-screen.js'
import { login, wallets } from '../../test-kit/samples.js'

afterEach(cleanup)

describe('EMBEDDED_WALLET_CREATED_SCREEN', () => {
  test('the new wallet is shown for 1.4 s', async () => {
    const { end, time, announce } = await setup('EMBEDDED_WALLET_CREATED_SCREEN', {
      login,
      wallets,
    })
    expect(announce.mock.calls).toEqual([[en.wallet.createdTitle]])
    expect(screen.getByText('0x12f…9aB4')).toBeTruthy()
    await time.move(1300)
    expect(end).not.toHaveBeenCalled()
    await time.move(200)

    expect(end).toHaveBeenCalledWith('seen', { login })
  })

  test('has no button: none could be pressed in that time', async () => {
    await setup('EMBEDDED_WALLET_CREATED_SCREEN', { login, wallets })

    expect(screen.queryAllByRole('button')).toEqual([])
  })

  test('tells a guest that the new wallet exists only in this browser', async () => {
    const guest = { ...login, user: { ...login.user, isGuest: true } }
    await setup('EMBEDDED_WALLET_CREATED_SCREEN', { login: guest, wallets })

    expect(screen.getByText(en.wallet.createdGuestHelp)).toBeTruthy()
    expect(screen.queryByText(en.wallet.createdHelp)).toBeNull()
  })
})
