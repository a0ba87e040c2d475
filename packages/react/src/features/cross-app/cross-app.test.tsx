// @vitest-environment happy-dom
import { ApiError } from '@sallyport/contract'
import { ClientError } from '@sallyport/core'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { enSharing } from '../../copy/en-sharing.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { friend, walletAccounts } from '../../test-kit/samples.js'
import { requester, requestVisit, sharingVisit } from '../../test-kit/sharing-samples.js'

afterEach(cleanup)

const { sharing } = enSharing
const notAllowed = new ApiError('cross_app_connection_not_allowed')
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement

async function consent(given: Parameters<typeof sharingVisit>[0] = {}) {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const visit = sharingVisit({ approve: vi.fn(async () => undefined), ...given })
  const mounted = await setup('CROSS_APP_CONSENT_SCREEN', { visit }, { accounts: walletAccounts })
  await settle()
  return { ...mounted, visit }
}

describe('CROSS_APP_CONSENT_SCREEN', () => {
  test('says who asks and what for, and shares the wallet by a press', async () => {
    const { visit, end, time } = await consent()
    expect(screen.getByRole('heading', { name: sharing.connectTitle('Lighthouse') })).toBeTruthy()
    expect(screen.getByText('lighthouse.example')).toBeTruthy()
    expect(screen.getByText(sharing.asks)).toBeTruthy()
    await time.move(600)
    press(sharing.approve)
    await settle()

    expect(visit.approve).toHaveBeenCalledWith(friend)
    expect(end).toHaveBeenCalledWith('approved', {})
  })

  test('both answers look alike', async () => {
    const { time } = await consent()
    await time.move(600)

    expect(button(sharing.approve).className).toBe(button(sharing.deny).className)
  })

  test('error: a press allows nothing before the window was seen for a moment, nor while it has not the focus', async () => {
    const { time } = await consent()
    expect(button(sharing.approve).disabled).toBe(true)
    await time.move(600)
    expect(button(sharing.approve).disabled).toBe(false)
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    fireEvent.blur(window)

    expect(button(sharing.approve).disabled).toBe(true)
  })

  test('error: a press that is not the user’s own allows nothing', async () => {
    const { visit, time } = await consent({ isMeant: ({ isTrusted }) => isTrusted })
    await time.move(600)
    press(sharing.approve)
    await settle()

    expect(visit.approve).not.toHaveBeenCalled()
  })

  test('of several wallets the chosen one is shared', async () => {
    const { visit, time } = await consent({ wallets: () => ['0x1', friend] })
    await time.move(600)
    fireEvent.click(screen.getAllByRole('radio')[1] as HTMLElement)
    press(sharing.approve)
    await settle()

    expect(visit.approve).toHaveBeenCalledWith(friend)
  })

  test('a read-only site is said to be one', async () => {
    await consent({ describe: async () => ({ ...requester, read_only: true }) })

    expect(screen.getByText(sharing.readOnly)).toBeTruthy()
    expect(screen.queryByText(sharing.asks)).toBeNull()
  })

  test('refusing needs no moment', async () => {
    const { end } = await consent()
    press(sharing.deny)

    expect(end).toHaveBeenCalledWith('refused', {})
  })

  test('error: XAP-01: a site that is not allowed is told apart from one that is', async () => {
    await consent({ describe: () => Promise.reject(notAllowed) })

    expect(await screen.findByText(sharing.notAllowed)).toBeTruthy()
    expect(screen.queryByRole('button', { name: sharing.approve })).toBeNull()
  })

  test('V2: a login that is too old for it is made again from here', async () => {
    const tooOld = Object.assign(new Error('Log in again'), {
      name: 'ApiError',
      code: 'login_too_old',
    })
    const { time } = await consent({ approve: () => Promise.reject(tooOld) })
    await time.move(600)
    press(sharing.approve)
    await settle()

    expect(screen.getByText('Log in again to do this in this browser.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: sharing.approve })).toBeNull()
  })

  test('error: a server that does not answer is asked again', async () => {
    const describe = vi.fn(async () => requester).mockRejectedValueOnce(new ClientError('offline'))
    await consent({ describe })
    press('Try again')
    await settle()

    expect(screen.getByText('lighthouse.example')).toBeTruthy()
  })

  test('error: without the page that asked nothing is asked', async () => {
    const describe = vi.fn(async () => requester)
    await consent({ canAnswer: false, describe })

    expect(screen.getByText(sharing.lost)).toBeTruthy()
    expect(describe).not.toHaveBeenCalled()
  })
})

describe('CROSS_APP_REQUEST_SCREEN', () => {
  test('ends once the request is let through', async () => {
    const { end } = await setup('CROSS_APP_REQUEST_SCREEN', { visit: requestVisit() })
    await settle()

    expect(end).toHaveBeenCalledWith('opened', {})
  })

  test('error: XAP-06: a request of a connection that has ended is not let through', async () => {
    const visit = requestVisit({ open: () => Promise.reject(notAllowed) })
    const { end } = await setup('CROSS_APP_REQUEST_SCREEN', { visit })

    expect(await screen.findByText(sharing.notAllowed)).toBeTruthy()
    press(sharing.close)
    expect(end.mock.calls).toEqual([['closed', {}]])
  })
})
