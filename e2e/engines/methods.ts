import { newAddress, newName, newNumber } from '../new-names.js'
import { codeFor } from '../person.js'
import { type User, userOf, windowBy } from './user.js'

/** Logs a new account in by one method, on the demo's page before login. */
export type LogIn = (user: User) => Promise<void>

const inDialog = { inDialog: true }

/** Opens the modal and presses a row of its first screen, behind "More options" where it is there. */
export async function choose(user: User, row: string | RegExp, more: RegExp = /^More options/) {
  await user.press('Log in')
  await user.waits(
    `the row ${row}, or the one that leads to it`,
    async () => (await user.has(row, inDialog)) || user.has(more, inDialog),
  )
  if (!(await user.has(row, inDialog))) await user.press(more, inDialog)
  await user.press(row, inDialog)
}

const byEmail: LogIn = async (user) => {
  const address = newAddress()
  await user.press('Log in')
  await user.type('Email address', address, { ...inDialog, enter: true })
  await user.type('Six-digit code', await codeFor(address), inDialog)
}

const bySms: LogIn = async (user) => {
  const digits = newNumber()
  await choose(user, 'Continue with phone')
  await user.type('Phone number', digits, { ...inDialog, enter: true })
  await user.type('Six-digit code', await codeFor(`+1${digits}`), inDialog)
}

const byProvider =
  (provider: string): LogIn =>
  async (user) => {
    const popup = await windowBy(user, () => choose(user, `Continue with ${provider}`))
    await popup.type('Name', newName(provider), { enter: true })
  }

const byTelegram: LogIn = async (user) => {
  const popup = await windowBy(user, () => choose(user, 'Continue with Telegram'))
  await popup.type('Person', newName('tg'))
  await popup.press('Accept')
}

const byFarcaster: LogIn = async (user) => {
  await choose(user, 'Continue with Farcaster')
  // Reading the clipboard needs a permission that drivers cannot give.
  await user.tab.run(() => {
    const copy = async (text: string) => void Object.assign(window, { copied: text })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: copy } })
  })
  await user.press('Copy the link', inDialog)
  const link = await user.tab.run(() => String(Object(window).copied))
  const phone = userOf(await user.newTab())
  await phone.tab.goto(link)
  await phone.type('Account', newName('fc'))
  await phone.press('Sign in')
  await phone.sees(/Done\. Go back to the page\./)
  await phone.tab.close()
}

const byWallet =
  (chain: string): LogIn =>
  async (user) => {
    await user.press('Install')
    await user.sees(/Share both accounts/)
    const lists = /^(Other wallets|Continue with a wallet|More options)/
    await choose(user, new RegExp(`^Test Wallet.*${chain}`), lists)
  }

const asGuest: LogIn = (user) => user.press('Continue as guest')

const byOwnLogin: LogIn = async (user) => {
  await user.press('Log in with the demo’s own login')
  await user.type('Name', newName('own'))
  await user.press('Log in to the demo')
}

/** The methods that can be played in every engine. */
export const methods = {
  email: byEmail,
  SMS: bySms,
  guest: asGuest,
  Google: byProvider('Google'),
  Apple: byProvider('Apple'),
  Discord: byProvider('Discord'),
  Telegram: byTelegram,
  Farcaster: byFarcaster,
  'an Ethereum wallet': byWallet('Ethereum'),
  'a Solana wallet': byWallet('Solana'),
  'a custom token': byOwnLogin,
} satisfies Record<string, LogIn>
