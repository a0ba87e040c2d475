// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enMfa } from '../../copy/en-mfa.js'
import { type Answers, refuse } from '../../test-kit/answers.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { emailAccount } from '../../test-kit/samples.js'
import { everyEvent, wireEvents } from '../../test-kit/session-samples.js'

afterEach(cleanup)

const { activity: texts } = enMfa
const path = '/users/me/activity'

async function open(server: Answers['server'] = {}) {
  const accounts = [emailAccount('ada@harbour.example')]
  const mounted = await setup('ACCOUNT_ACTIVITY_SCREEN', {}, { accounts, server })
  await settle()
  return mounted
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('ACCOUNT_ACTIVITY_SCREEN', () => {
  test('tells what happened, on which device, where and when', async () => {
    await open()
    expect(rows()).toEqual([
      'Logged in on a new deviceSafari on iOS · Germany · 3 hours ago',
      'Way to log in addedFirefox on Linux · Germany · yesterday',
      'Second step turned off after a resetBy the app · Mar 2, 2026',
      'Account createdFirefox on Linux · Feb 2, 2026',
    ])
  })

  test('a long list can be scrolled by keyboard', async () => {
    await open()
    expect(screen.getByRole('list', { name: texts.title }).tabIndex).toBe(0)
  })

  test('has words for every kind of event', async () => {
    await open({ [path]: () => ({ data: everyEvent, next_cursor: null }) })
    expect(rows()).toHaveLength(everyEvent.length)
    expect(new Set(Object.values(texts.kinds)).size).toBe(everyEvent.length)
  })

  test('older events are added below', async () => {
    const pages = [
      { data: wireEvents.slice(0, 2), next_cursor: 'older' },
      { data: wireEvents.slice(2), next_cursor: null },
    ]
    await open({ [path]: () => pages.shift() })
    expect(rows()).toHaveLength(2)
    press(texts.more)
    await settle()
    expect(rows()).toHaveLength(4)
    expect(screen.queryByText(texts.more)).toBeNull()
  })

  test('says so when nothing was recorded', async () => {
    await open({ [path]: () => ({ data: [], next_cursor: null }) })
    expect(screen.getByText(texts.empty)).toBeTruthy()
  })

  test('error: without an answer there is a way to load the list again', async () => {
    let isUp = false
    const { time } = await open({
      [path]: (input) =>
        isUp ? { data: wireEvents, next_cursor: null } : refuse('offline')(input),
    })
    await time.move(600)
    expect(await screen.findByText(en.problem.offline)).toBeTruthy()
    isUp = true
    press(en.shell.retry)
    await settle()
    expect(rows()).toHaveLength(4)
  })

  test('a session that ended meanwhile leads to the login', async () => {
    const gone = refuse('missing_or_invalid_token')
    const { end } = await open({ [path]: gone, '/sessions': gone })
    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('failed', expect.anything()))
  })
})
