import { expect } from '@playwright/test'
import { dev } from '../person.js'
import type { Tab } from './driver.js'
import type { Target } from './find.js'

type Where = Omit<Target, 'name' | 'isPattern'>

/** What a user does in a tab: each act waits until it can be done. */
export interface User {
  tab: Tab
  newTab(): Promise<Tab>
  press(name: string | RegExp, where?: Where): Promise<void>
  /** Holds a button down until the page says what matches. */
  holds(name: string, until: RegExp): Promise<void>
  type(label: string, text: string, options?: Where & { enter?: boolean }): Promise<void>
  /** Waits for text that matches in the element with a test id, and returns it. */
  reads(testId: string, pattern: RegExp, where?: { below?: string }): Promise<string>
  /** Waits for text anywhere, shadow roots included. */
  sees(pattern: RegExp): Promise<void>
  /** Waits until no dialog is open. */
  seesNoDialog(): Promise<void>
  /** Waits until `probe` is true; a failure says what the page says. */
  waits(what: string, probe: () => Promise<boolean>): Promise<void>
  /** Whether the target is there now. */
  has(name: string | RegExp, where?: Where): Promise<boolean>
}

const targetOf = (name: string | RegExp, where: Where = {}): Target =>
  typeof name === 'string' ? { ...where, name } : { ...where, name: name.source, isPattern: true }

/** The user of a tab. */
export function userOf(tab: Tab): User {
  const act = (what: string, attempt: () => Promise<boolean>) =>
    until(what, attempt).catch(async (error: Error) => {
      throw new Error(`${error.message}\nThe page says:\n${await words(tab)}`)
    })
  return {
    tab,
    newTab: () => tab.newTab(),
    press: (name, where) => act(`Press ${name}`, () => tab.press(targetOf(name, where))),
    holds: (name, pattern) =>
      act(`Hold ${name}`, async () => {
        if (!pattern.test(await words(tab))) await tab.hold(targetOf(name))
        return pattern.test(await words(tab))
      }),
    type: (label, text, { enter, ...where } = {}) =>
      act(`Type into ${label}`, () =>
        tab.type(targetOf(label, where), text, enter === undefined ? {} : { enter }),
      ),
    async reads(testId, pattern, { below } = {}) {
      let text = ''
      await act(`Read ${testId}`, async () => {
        text = await tab.run(textOf, testId, below ?? null)
        return pattern.test(text)
      })
      return text
    },
    sees: (pattern) => act(`See ${pattern}`, async () => pattern.test(await words(tab))),
    seesNoDialog: () => act('See the dialog close', async () => !(await tab.run(hasDialog))),
    waits: act,
    has: (name, where) => tab.has(targetOf(name, where)),
  }
}

/** Waits until `probe` is true. While the page goes to another one, nothing is. */
export function until(what: string, probe: () => Promise<boolean>): Promise<void> {
  const options = { intervals: [50, 100, 200], message: what }
  return expect.poll(() => probe().catch(unlessNavigating), options).toBe(true)
}

/** @throws what is not about a page that has gone. */
function unlessNavigating(error: unknown): false {
  if (error instanceof Error && /context was destroyed|detached frame/i.test(error.message))
    return false
  throw error
}

/** The window that `press` opens. */
export async function windowBy({ tab }: User, press: () => Promise<void>): Promise<User> {
  const known = (await tab.others()).map(({ id }) => id)
  await press()
  const found: Tab[] = []
  await until('a window opens', async () => {
    const others = await tab.others()
    found.push(...others.filter(({ id }) => !known.includes(id)))
    return found.length > 0
  }).catch(async (error: Error) => {
    throw new Error(`${error.message}\nThe page says:\n${await words(tab)}`)
  })
  const [opened] = found
  if (opened === undefined) throw new Error('No window opened')
  return userOf(opened)
}

/**
 * Presses in the wallet's window what a call of the page waits for. A press counts once the confirmation was visible for a moment, so each
 * is repeated until something came of it.
 */
export async function confirmInWallet(user: User, name: string): Promise<void> {
  const known = (await user.tab.others()).map(({ id }) => id)
  const opened = async () => (await user.tab.others()).find(({ id }) => !known.includes(id))
  await until('the window of the wallet opens', async () => {
    const frame = await user.tab.frame(dev.authUrl)
    if (frame && !(await opened())) await frame.press({ name: 'Continue in a window' })
    return (await opened()) !== undefined
  })
  const window = await opened()
  await until('the window of the wallet closes', async () => {
    if (!window || (await window.isClosed())) return true
    await window.press({ name }).catch(() => false)
    return window.isClosed()
  }).catch(async (error: Error) => {
    throw new Error(`${error.message}\nThe window says:\n${window && (await words(window))}`)
  })
}

/** Everything that the page shows. */
export const words = (tab: Tab): Promise<string> => tab.run(visibleWords)

function textOf(testId: string, below: string | null): string {
  const parent = below === null ? '' : `[data-testid="${below}"] `
  return (document.querySelector(`${parent}[data-testid="${testId}"]`)?.textContent ?? '').trim()
}

function hasDialog(): boolean {
  const all = (root: ParentNode): boolean =>
    [...root.querySelectorAll('*')].some(
      (each) => each.matches('dialog[open]') || (each.shadowRoot !== null && all(each.shadowRoot)),
    )
  return all(document)
}

function visibleWords(): string {
  const all = (root: ParentNode): string[] =>
    [...root.querySelectorAll('*')].flatMap((each) =>
      each.shadowRoot ? [...all(each.shadowRoot), inner(each.shadowRoot)] : [],
    )
  const inner = (root: ShadowRoot) =>
    [...root.children].map((each) => (each as HTMLElement).innerText ?? '').join('\n')
  return [document.body?.innerText ?? '', ...all(document)].join('\n')
}
