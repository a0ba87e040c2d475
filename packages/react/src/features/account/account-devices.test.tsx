// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enMfa } from '../../copy/en-mfa.js'
import { type Answers, refuse } from '../../test-kit/answers.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { emailAccount, walletAccounts } from '../../test-kit/samples.js'
import { manySessions, thisSession } from '../../test-kit/session-samples.js'
import { formatAgo, nameCountry } from './describe-device.js'

afterEach(cleanup)

const { devices: texts } = enMfa
const revokePath = '/users/me/sessions/revoke'

async function open(server: Answers['server'] = {}) {
  const accounts = [emailAccount('ada@harbour.example'), ...walletAccounts]
  const mounted = await setup('ACCOUNT_DEVICES_SCREEN', {}, { accounts, server })
  await settle()
  return mounted
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('ACCOUNT_DEVICES_SCREEN', () => {
  test('lists the devices, this one first', async () => {
    await open()
    expect(rows()).toEqual([
      'Firefox on LinuxThis deviceGermany · Active now',
      'Safari on iOSGermany · Last used 3 hours agoLog out',
      'Chrome on WindowsLast used Mar 2, 2026Log out',
    ])
  })

  test('says that a device lost its share of the wallet, and names one that says nothing of itself', async () => {
    await open({ '/users/me/sessions': () => ({ sessions: manySessions }) })
    const [revoked] = screen.getAllByText(texts.walletGone)
    expect(revoked?.closest('li')?.textContent).toContain('Chrome on Android')
    expect(screen.getByText(texts.unknown)).toBeTruthy()
  })

  test('the only one has nothing to end', async () => {
    await open({ '/users/me/sessions': () => ({ sessions: [thisSession] }) })
    expect(screen.getByText(texts.onlyThis)).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  test('one is ended after a question that says what follows', async () => {
    const { inputsOf, announce } = await open()
    press(texts.endLabel('Safari on iOS'))
    expect(screen.getByRole('heading', { name: texts.endTitle('Safari on iOS') })).toBeTruthy()
    expect(screen.getByText(texts.walletHelp)).toBeTruthy()
    expect(inputsOf(revokePath)).toEqual([])
    press(texts.end)
    await vi.waitFor(() => expect(announce).toHaveBeenCalledWith(texts.ended))

    expect(inputsOf(revokePath)).toEqual([{ session_id: 'phone' }])
    expect(rows()).toHaveLength(2)
  })

  test('all others are ended at once', async () => {
    const { inputsOf, announce } = await open()
    press(texts.endOthers)
    press(texts.end)
    await vi.waitFor(() => expect(announce).toHaveBeenCalledWith(texts.othersEnded))

    expect(inputsOf(revokePath)).toEqual([{ others: true }])
    expect(rows()).toHaveLength(1)
  })

  test('nothing is ended by Cancel, and the focus is where it was', async () => {
    const { inputsOf } = await open()
    press(texts.endLabel('Chrome on Windows'))
    press(texts.keep)

    expect(inputsOf(revokePath)).toEqual([])
    const row = screen.getByText('Chrome on Windows').closest('li')
    expect(document.activeElement).toBe(within(row as HTMLElement).getByRole('button'))
  })

  test('error: a failure is explained, and the user may try again', async () => {
    const { announce } = await open({ [revokePath]: refuse('internal_error') })
    press(texts.endLabel('Safari on iOS'))
    press(texts.end)

    expect(await screen.findByText(en.problem.internal_error)).toBeTruthy()
    expect(announce).toHaveBeenCalledWith(en.problem.internal_error, 'assertive')
    press(texts.keep)
    expect(rows()).toHaveLength(3)
  })

  test('error: without an answer there is a way to load the list again', async () => {
    let isUp = false
    const { time } = await open({
      '/users/me/sessions': (input) =>
        isUp ? { sessions: [thisSession] } : refuse('offline')(input),
    })
    await time.move(600)
    expect(await screen.findByText(en.problem.offline)).toBeTruthy()
    isUp = true
    press(en.shell.retry)
    await settle()
    expect(rows()).toHaveLength(1)
  })

  test('a session that ended meanwhile leads to the login', async () => {
    const gone = refuse('missing_or_invalid_token')
    const { end } = await open({ '/users/me/sessions': gone, '/sessions': gone })
    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('failed', expect.anything()))
  })
})

test.each([
  [0, 'now'],
  [59, 'now'],
  [60, '1 minute ago'],
  [3 * 3600, '3 hours ago'],
  [24 * 3600, 'yesterday'],
  [8 * 24 * 3600, 'Mar 6, 2026'],
])('%i seconds ago is "%s"', (seconds, words) => {
  const nowMs = Date.UTC(2026, 2, 14, 9, 30)
  expect(formatAgo(new Date(nowMs - seconds * 1000), { nowMs, locale: 'en' })).toBe(words)
})

test('a country code is named, and what is not one is left out', () => {
  expect(nameCountry('DE', 'en')).toBe('Germany')
  expect(['T1', 'nowhere', null].map((code) => nameCountry(code, 'en'))).toEqual([null, null, null])
})
