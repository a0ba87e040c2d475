// @vitest-environment happy-dom

import { email } from '@sallyport/core'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { en } from '../copy/en.js'
import type { LoginOptions } from '../kit.js'
import { loadLaterScreens } from '../registry.js'
import { refuse } from '../test-kit/answers.js'
import { createFakeKit } from '../test-kit/fake-kit.js'
import { settle } from '../test-kit/mount-screen.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { ModalSlot } from './modal-slot.js'

// Loaded by the first opening and the first refusal, which would wait for the test runner to compile them.
beforeAll(() => import('./modal-root.js'))
beforeAll(async () => {
  const { kit } = createFakeKit({ answers: wrong, clock: standingClock(settle) })
  await email.login(kit.client, { email: address, code: '111111' }).catch(() => undefined)
})
afterEach(cleanup)

const minuteMs = 60_000
const address = 'ada@example.com'
const wrong = { server: { '/passwordless/authenticate': refuse('invalid_credentials') } }

const root = () => document.getElementById('sallyport-dialog')?.shadowRoot ?? null
const find = (selector: string) => root()?.querySelector(`.screen:not(.leaving) ${selector}`)
const title = () => find('h2')?.textContent
const field = () => find('input[type=email]') as HTMLInputElement
const button = (label: string) =>
  [...(root()?.querySelectorAll('button') ?? [])].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === label,
  ) as HTMLElement
const type = (selector: string, value: string) =>
  fireEvent.change(find(selector) as Element, { target: { value } })

/** A login that stands at the code screen. */
async function codeScreen(answers = {}) {
  const clock = standingClock(settle)
  const { kit, seen } = createFakeKit({ clock, answers })
  await kit.client.start()
  render(<ModalSlot kit={kit} config={{ locale: 'en', loginMethods: ['email', 'guest'] }} />)
  const open = async (options?: LoginOptions) => {
    kit.login(options)
    await waitFor(() => expect(title()).toBeDefined())
  }
  const close = async () => {
    fireEvent.keyDown(root()?.querySelector('dialog') as Element, { key: 'Escape' })
    await clock.move(200)
    await waitFor(() => expect(root()?.querySelector('dialog') ?? null).toBeNull())
  }
  await open()
  type('input[type=email]', address)
  fireEvent.click(button(en.landing.continue))
  await waitFor(() => expect(title()).toBe(en.code.title))
  return { clock, kit, seen, open, close }
}

test('a click beside the modal closes the first screen, and not the code screen', async () => {
  const { clock, open, close } = await codeScreen()
  fireEvent.pointerDown(root()?.querySelector('.veil') as Element)
  await clock.move(200)
  expect(title()).toBe(en.code.title)
  await close()
  await clock.move(10 * minuteMs)
  await open()
  expect(title()).toBe(en.landing.title('Harbour'))
  fireEvent.pointerDown(root()?.querySelector('.veil') as Element)
  await act(async () => void (await loadLaterScreens()))
  await clock.move(200)

  await waitFor(() => expect(root()?.querySelector('dialog') ?? null).toBeNull())
})

test('a login that is closed at the code screen opens there again for 10 minutes, without another code', async () => {
  const { clock, seen, open, close } = await codeScreen()
  await clock.move(20_000)
  await close()
  await clock.move(5_000)
  await open()
  expect(title()).toBe(en.code.title)
  expect(find('.help')?.textContent).toContain(address)
  expect(find('.resend button')?.textContent).toBe(en.code.sendAgainIn('0:05'))
  expect(seen.filter(({ name }) => name === '/passwordless/init')).toHaveLength(1)
  await close()
  await clock.move(10 * minuteMs)
  await open()

  expect(title()).toBe(en.landing.title('Harbour'))
})

test('the way back from a reopened code screen keeps the address', async () => {
  const { open, close } = await codeScreen()
  await close()
  await open()
  fireEvent.click(button(en.code.change))
  await waitFor(() => expect(field()?.value).toBe(address))
  await close()
  await open()

  expect(title()).toBe(en.landing.title('Harbour'))
})

test('a login for another address or method opens on its own first screen', async () => {
  const { open, close } = await codeScreen()
  await close()
  await open({ prefill: { type: 'email', value: 'grace@example.com' } })

  expect(title()).toBe(en.landing.title('Harbour'))
  expect(field().value).toBe('grace@example.com')
})

test('a code that was wrong too often is not pending', async () => {
  const { open, close } = await codeScreen(wrong)
  for (const code of ['111111', '222222', '333333', '444444', '555555']) {
    type('input[name=code]', code)
    await settle()
  }
  expect(title()).toBe(en.code.spentTitle)
  await close()
  await open()

  expect(title()).toBe(en.landing.title('Harbour'))
})
