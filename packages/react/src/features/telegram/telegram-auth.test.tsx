// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enSocial } from '../../copy/en-social.js'
import type { DataOf } from '../../flow/screens.js'
import { appId } from '../../test-kit/fake-kit.js'
import { setup } from '../../test-kit/mount-screen.js'
import { appConfig } from '../../test-kit/samples.js'

const texts = enSocial.social
const botId = '7001'
const app = {
  ...appConfig,
  telegram_auth: true,
  telegram_auth_config: { bot_id: botId, bot_name: 'harbour_bot' },
}
const world = { server: { [`/apps/${appId}`]: () => app }, started: true }
const answer = { id: 7, first_name: 'Ada', auth_date: 1_893_456_000, hash: 'a'.repeat(64) }
const login: DataOf<'TELEGRAM_AUTH_SCREEN'> = {
  disableSignup: false,
  intent: 'login',
  initDataRaw: null,
}
const open = vi.fn<typeof window.open>()
const close = vi.fn()
/** Telegram's script, which has the answer at once. */
const auth = vi.fn((_: object, done: (answer: unknown) => void) => done(answer))

beforeEach(() => {
  // A window of which only the end matters here.
  open.mockReturnValue({ close } as unknown as Window)
  vi.stubGlobal('open', open)
  vi.stubGlobal('Telegram', { Login: { auth } })
  vi.spyOn(document.head, 'append').mockImplementation((node) =>
    setTimeout(() => (node as HTMLScriptElement).onload?.(new Event('load'))),
  )
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the row of Telegram on the first screen', () => {
  test('opens the window that Telegram’s script then uses while the press is handled', async () => {
    const data = { prefill: null, methods: null, disableSignup: false }
    const { end } = await setup('LANDING', data, { ...world, methods: ['email', 'telegram'] })
    const row = await screen.findByRole('button', { name: en.landing.withProvider('Telegram') })
    row.click()
    expect(open).toHaveBeenCalledTimes(1)
    expect(open.mock.calls[0]?.slice(0, 2)).toEqual(['', `telegram_oauth_bot${botId}`])
    expect(end).toHaveBeenCalledWith('telegram', {})
  })
})

describe('TELEGRAM_AUTH_SCREEN', () => {
  // The first one: a page loads the script once.
  test('error: the window is closed when Telegram’s script can’t be loaded', async () => {
    vi.mocked(document.head.append).mockImplementation((node) =>
      setTimeout(() => (node as HTMLScriptElement).onerror?.(new Event('error'))),
    )
    await setup('TELEGRAM_AUTH_SCREEN', login, world)
    await screen.findByText(en.problem.offline)
    expect(close).toHaveBeenCalled()
  })

  test('logs in with the answer of the window', async () => {
    const { end, inputsOf } = await setup('TELEGRAM_AUTH_SCREEN', login, world)
    await waitFor(() => expect(end).toHaveBeenCalledWith('loggedIn', expect.anything()))
    expect(auth.mock.calls[0]?.[0]).toMatchObject({ bot_id: botId })
    expect(inputsOf('/telegram/authenticate')).toMatchObject([{ telegram_auth_result: answer }])
  })

  test('error: a window that the browser blocked is opened by another press', async () => {
    open.mockReturnValueOnce(null)
    const { end } = await setup('TELEGRAM_AUTH_SCREEN', login, world)
    await screen.findByRole('heading', { name: texts.telegramBlocked })
    expect(auth).not.toHaveBeenCalled()
    const button = await screen.findByRole('button', { name: texts.telegramOpen })
    button.click()
    expect(open.mock.calls.length).toBeGreaterThan(1)
    await waitFor(() => expect(end).toHaveBeenCalledWith('loggedIn', expect.anything()))
  })

  test('asks for a press where linking begins and the browser wants one', async () => {
    open.mockReturnValueOnce(null)
    await setup('TELEGRAM_AUTH_SCREEN', { ...login, intent: 'link' }, world)
    await screen.findByRole('heading', { name: texts.telegramTitle })
    expect(await screen.findByRole('button', { name: texts.telegramOpen })).toBeTruthy()
    expect(screen.queryByText(texts.telegramHelp)).toBeNull()
  })

  test('error: a window that the user closed can be opened again', async () => {
    auth.mockImplementationOnce((_, done) => done(false))
    await setup('TELEGRAM_AUTH_SCREEN', login, world)
    await screen.findByRole('heading', { name: texts.telegramCancelled })
    expect(screen.getByRole('button', { name: texts.telegramOpen })).toBeTruthy()
  })
})
