// @vitest-environment happy-dom
import type { ConfirmRequest } from '@sallyport/core'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { en } from '../copy/en.js'
import { enRequests } from '../copy/en-requests.js'
import { createFakeKit, type FakeKit } from '../test-kit/fake-kit.js'
import { settle } from '../test-kit/mount-screen.js'
import { failWith, sign, walletAccounts } from '../test-kit/samples.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { confirmRequests } from './confirm-requests.js'
import { ModalSlot } from './modal-slot.js'

// Loaded by the first opening, which would wait for the test runner to compile it.
beforeAll(async () => {
  await Promise.all([import('./modal-root.js'), import('../request-screens.js')])
})
afterEach(cleanup)

const dialogs = () => [
  ...(document.getElementById('sallyport-dialog')?.shadowRoot?.querySelectorAll('dialog') ?? []),
]
const titles = () =>
  dialogs().map((each) => each.querySelector('.screen:not(.leaving) h2')?.textContent)
function click(dialog: Element | undefined, text: string) {
  const buttons = [...(dialog?.querySelectorAll('button') ?? [])]
  const button = buttons.find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === text,
  )
  if (!button) throw new Error(`There is no button ${text}`)
  fireEvent.click(button)
}

/** A signature request on screen that has met an expired session; `accounts` are those of the user who logs in above it. */
async function expiredRequest(accounts: Parameters<FakeKit['sessionWith']>[0] = walletAccounts) {
  const clock = standingClock(settle)
  const fake = createFakeKit({
    clock,
    answers: {
      server: {
        '/passwordless/authenticate': () => fake.sessionWith(accounts),
      },
    },
  })
  const { kit } = fake
  await kit.client.start()
  fake.logIn(walletAccounts)
  render(<ModalSlot kit={kit} config={{ locale: 'en', loginMethods: ['email'] }} />)
  const run = vi
    .fn()
    .mockImplementationOnce(failWith('must_be_authenticated'))
    .mockResolvedValue('0xsigned')
  const request: ConfirmRequest = sign('Hello')
  const answer = confirmRequests(kit.modal.open).request({ request, ui: {}, run })
  await waitFor(() => expect(titles()).toEqual([enRequests.sign.title.message]))
  click(dialogs()[0], enRequests.sign.sign)
  await waitFor(() => click(dialogs()[0], en.shell.logIn))
  await waitFor(() => expect(dialogs()).toHaveLength(2))
  return { ...fake, clock, run, answer }
}

/** Logs in with an emailed code in the dialog on top. */
async function logInAbove() {
  const above = dialogs()[1]
  await waitFor(() => expect(titles()[1]).toBe(en.landing.title('Harbour')))
  const type = (selector: string, value: string) =>
    fireEvent.change(above?.querySelector(selector) as Element, { target: { value } })
  type('input[type=email]', 'ada@example.com')
  click(above, en.landing.continue)
  await waitFor(() => expect(titles()[1]).toBe(en.code.title))
  type('input[name=code]', '123456')
  await waitFor(() => expect(titles()[1]).toBeDefined())
  await settle()
}

test('a login above a wallet request ends, and the request that stayed below it is signed', async () => {
  const { clock, answer, run } = await expiredRequest()
  const [below] = dialogs()
  await logInAbove()
  await clock.move(1000)
  await waitFor(() => expect(dialogs()).toEqual([below]))
  click(below, enRequests.sign.sign)

  await act(async () => expect(await answer).toBe('0xsigned'))
  expect(run).toHaveBeenCalledTimes(2)
})

test('a login above a wallet request can be closed, and the request stays', async () => {
  const { clock, answer } = await expiredRequest()
  const [below, above] = dialogs()
  click(above, en.shell.close)
  await clock.move(200)
  await waitFor(() => expect(dialogs()).toEqual([below]))
  expect(titles()).toEqual([enRequests.sign.title.message])
  click(below, en.shell.close)

  await expect(answer).rejects.toMatchObject({ code: 'must_be_authenticated' })
})

test('a wallet request that another user’s login ends leaves without being shown again', async () => {
  const others = walletAccounts.map((each) => ({ ...each, address: `${each.address}0` }))
  const { clock, answer } = await expiredRequest(others)
  const failure = answer.catch((error: unknown) => error)
  const [below] = dialogs()
  const shown: string[] = []
  const watcher = new MutationObserver(() => {
    if (below?.isConnected && !below.classList.contains('covered')) shown.push(below.className)
  })
  watcher.observe(below as Element, { attributeFilter: ['class'] })
  await logInAbove()
  await clock.move(1000)
  await waitFor(() => expect(dialogs()).toEqual([]))
  watcher.disconnect()

  expect(shown).toEqual([])
  expect(await failure).toMatchObject({ code: 'must_be_authenticated' })
})
