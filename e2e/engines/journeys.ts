import { expect } from '@playwright/test'
import { newAddress } from '../new-names.js'
import { codeFor, codesOf, dev } from '../person.js'
import type { Tab } from './driver.js'
import { type User, until, userOf } from './user.js'

/** Where the page is: on the auth origin's site, or on another. */
export type Site = 'one site' | 'two sites'
export const sites: readonly Site[] = ['one site', 'two sites']

/** An address of the stack, which is on localhost as the auth origin is, on a site. */
export function hostOn(url: string, site: Site): string {
  return site === 'one site' ? url : url.replace('localhost', '127.0.0.1')
}

export const demoOn = (site: Site): string => hostOn(dev.demoUrl, site)

export interface Wallets {
  ethereum: string
  solana: string
}

/** Opens the demo and logs a new user in by email, once. */
export async function firstLogin(tab: Tab, site: Site): Promise<Wallets & { address: string }> {
  const address = newAddress()
  await tab.goto(demoOn(site))
  const mine = await logIn(userOf(tab), address)
  expect(await codesOf(address)).toHaveLength(1)
  return { ...mine, address }
}

/** Logs in by email on the demo's page before login, and waits for both wallets. */
export async function logIn(user: User, address: string): Promise<Wallets> {
  await user.press('Log in')
  await proveEmail(user, address)
  return wallets(user)
}

/** Types the address and its code into the login that is open. */
export async function proveEmail(user: User, address: string): Promise<void> {
  const seen = (await codesOf(address)).length
  await user.type('Email address', address, { inDialog: true, enter: true })
  await user.type('Six-digit code', await codeFor(address, seen), { inDialog: true })
}

/** Waits until both wallets are there and the modal is closed. */
export async function wallets(user: User): Promise<Wallets> {
  const ethereum = await user.reads('ethereum-address', /^0x[0-9a-fA-F]{40}$/)
  const solana = await user.reads('solana-address', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  await user.seesNoDialog()
  return { ethereum, solana }
}

/** Signs the Solana message that the demo suggests. */
export async function signSolana(user: User): Promise<void> {
  await user.press('Sign message', { testId: 'sign-solana-message' })
  await user.press('Sign', { inDialog: true })
  await user.reads('signature', /^\S{64,90}$/, { below: 'sign-solana-message' })
  await user.seesNoDialog()
}

/** Scrolls what is to be confirmed to its end, which has to be before it is approved, and presses. */
export async function readAndPress(user: User, name: string): Promise<void> {
  await until(`read to the end and press ${name}`, async () => {
    await user.tab.run(scrollToEnd)
    return user.tab.press({ name, inDialog: true })
  })
}

function scrollToEnd(): void {
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [
      ...(each.matches('.morph') ? [each] : []),
      ...(each.shadowRoot ? all(each.shadowRoot) : []),
    ])
  for (const area of all(document)) area.scrollTo(0, area.scrollHeight)
}

/** Signs the message that the demo suggests, and returns the signature. */
export async function sign(user: User): Promise<string> {
  await user.press('Sign message', { testId: 'sign-message' })
  await user.press('Sign', { inDialog: true })
  const signature = await user.reads('signature', /^0x[0-9a-f]{130}$/, { below: 'sign-message' })
  await user.seesNoDialog()
  return signature
}
