import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { addAuthenticator } from './authenticator.js'
import type { Hand } from './hand.js'
import { newAddress, newName, newNumber } from './new-names.js'
import { codeFor } from './person.js'
import { installWallet, type WalletDoubleSettings } from './wallet-double.js'
import { answerForWalletConnect, createRemoteWallet } from './walletconnect-double.js'

/** An account at a login method, used through the modal as its owner does. */
export interface LoginAccount {
  /** Logs in, from the first screen of the modal. */
  logIn(): Promise<void>
  /** Makes a user of the account, from the first screen; default: `logIn`. */
  signUp?(): Promise<void>
  /** Links the account, from the screen that the account sheet's list leads to. */
  link(): Promise<void>
  /** Answers what the modal asks once the link is confirmed. */
  finishLink?(): Promise<void>
  /** Ends what the account needed beside the page. */
  stop?(): Promise<void>
}

/** Where an account is used: nothing has been opened in the page yet. */
export interface Place {
  context: BrowserContext
  page: Page
  hand: Hand
}

/** A login method as the browser tests go through it. */
export interface LoginWay {
  title: string
  /** Its name in the account sheet: in the list of what can be added, and on the row of a linked account. */
  name: string
  /** A new account that no other test uses. */
  open(place: Place): Promise<LoginAccount>
}

/** The modal of a page. */
export const dialogOf = (page: Page): Locator => page.getByRole('dialog')

const providers = {
  Google: 'Google',
  X: 'X (Twitter)',
  Discord: 'Discord',
  GitHub: 'GitHub',
  Spotify: 'Spotify',
  Instagram: 'Instagram',
  TikTok: 'TikTok',
  LinkedIn: 'LinkedIn',
  Apple: 'Apple',
  Twitch: 'Twitch',
  LINE: 'LINE',
}

/** Every login method that links accounts. */
export const loginWays: readonly LoginWay[] = [
  { title: 'email', name: 'Email', open: async (place) => emailAccount(place) },
  { title: 'SMS', name: 'Phone', open: async (place) => phoneAccount(place) },
  ...Object.entries(providers).map(
    ([provider, name]): LoginWay => ({
      title: provider,
      name,
      open: async (place) => providerAccount(place, provider),
    }),
  ),
  { title: 'a passkey', name: 'Passkey', open: passkeyAccount },
  { title: 'Telegram', name: 'Telegram', open: async (place) => telegramAccount(place) },
  { title: 'Farcaster', name: 'Farcaster', open: farcasterAccount },
  { title: 'an Ethereum wallet', name: 'Wallet', open: installed(/^Test Wallet.*Ethereum/) },
  { title: 'a Solana wallet', name: 'Wallet', open: installed(/^Test Wallet.*Solana/) },
  {
    title: 'Coinbase Wallet',
    name: 'Wallet',
    open: installed(/^Coinbase Wallet/, { coinbase: true }),
  },
  { title: 'WalletConnect', name: 'Wallet', open: walletConnectAccount },
]

/** The way with a title. */
export function wayOf(title: string): LoginWay {
  const found = loginWays.find((each) => each.title === title)
  if (found === undefined) throw new Error(`There is no login by ${title}`)
  return found
}

/** Presses a row of the first screen, behind "More options" where it is there. */
export async function chooseRow({ page, hand }: Place, name: string): Promise<void> {
  const row = dialogOf(page).getByRole('button', { name })
  const more = dialogOf(page).getByRole('button', { name: 'More options' })
  await expect(row.or(more).first()).toBeVisible()
  if (!(await row.isVisible())) await hand.press('More options')
  await hand.press(name)
}

function emailAccount(place: Place): LoginAccount {
  const address = newAddress()
  const [label, row] = ['Email address', 'Continue with email']
  return codeAccount(place, { label, row, typed: address, to: address })
}

function phoneAccount(place: Place): LoginAccount {
  const digits = newNumber()
  const [label, row] = ['Phone number', 'Continue with phone']
  return codeAccount(place, { label, row, typed: digits, to: `+1${digits}` })
}

/** `to`: the address as the inbox knows it. */
function codeAccount(
  place: Place,
  { label, row, typed, to }: { label: string; row: string; typed: string; to: string },
): LoginAccount {
  const { page, hand } = place
  let seen = 0
  const prove = async () => {
    await hand.type(label, typed)
    await page.keyboard.press('Enter')
    await page.getByLabel('Six-digit code').waitFor()
    await hand.type('Six-digit code', await codeFor(to, seen))
    seen += 1
  }
  return {
    async logIn() {
      await dialogOf(page).getByRole('textbox').first().waitFor()
      const field = dialogOf(page).getByRole('textbox', { name: label })
      if (!(await field.isVisible())) await chooseRow(place, row)
      await prove()
    },
    link: prove,
  }
}

function providerAccount(place: Place, provider: string): LoginAccount {
  const { page, hand } = place
  const name = newName(provider)
  const row = `Continue with ${provider}`
  const visit = async (open: () => Promise<void>) => {
    const opening = page.waitForEvent('popup')
    await open()
    const popup = await opening
    await popup.getByLabel('Name').fill(name)
    const closing = popup.waitForEvent('close')
    await popup.keyboard.press('Enter')
    await closing
  }
  return {
    logIn: () => visit(() => chooseRow(place, row)),
    link: () => visit(() => hand.press(row)),
  }
}

async function passkeyAccount(place: Place): Promise<LoginAccount> {
  const { page, hand } = place
  const authenticator = await addAuthenticator(page)
  const useRow = async (button: string) => {
    await chooseRow(place, 'Continue with a passkey')
    await authenticator.confirmNext(() => hand.press(button))
  }
  return {
    logIn: () => useRow('Log in with a passkey'),
    signUp: () => useRow('Create an account'),
    link: () => authenticator.confirmNext(() => hand.press('Add a passkey')),
    async finishLink() {
      await hand.press(/^Rename /)
      await hand.type('Name of the passkey', 'Work laptop')
      await hand.press('Save')
      await expect(dialogOf(page).getByText('Work laptop')).toBeVisible()
      await hand.press('Done')
    },
  }
}

function telegramAccount(place: Place): LoginAccount {
  const { page } = place
  const name = newName('tg')
  const accept = async (telegram: Page) => {
    await telegram.getByLabel('Person').fill(name)
    const closing = telegram.waitForEvent('close')
    await telegram.getByRole('button', { name: 'Accept' }).click()
    await closing
  }
  const [opened, waiting]: [Page[], ((opened: Page) => void)[]] = [[], []]
  page.on('popup', (popup) => {
    const take = waiting.shift()
    if (take === undefined) opened.push(popup)
    else take(popup)
  })
  /** The press that leads to Telegram's screen opens its window, before it is waited for here. */
  const nextWindow = async () => {
    // The wallet's own window is a popup too. It has closed by then.
    const taken = opened.splice(0).find((each) => !each.isClosed())
    return taken ?? new Promise<Page>((resolve) => void waiting.push(resolve))
  }
  return {
    async logIn() {
      await chooseRow(place, 'Continue with Telegram')
      await accept(await nextWindow())
    },
    link: async () => accept(await nextWindow()),
  }
}

async function farcasterAccount(place: Place): Promise<LoginAccount> {
  const { context, page, hand } = place
  const name = newName('fc')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const approve = async () => {
    await page.getByRole('img', { name: 'QR code that opens Farcaster' }).waitFor()
    await hand.press('Copy the link')
    const phone = await context.newPage()
    await phone.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await phone.getByRole('combobox', { name: 'Account' }).fill(name)
    await phone.getByRole('button', { name: 'Sign in' }).click()
    await expect(phone.getByRole('status')).toHaveText('Done. Go back to the page.')
    await phone.close()
    await page.bringToFront()
  }
  return {
    async logIn() {
      await chooseRow(place, 'Continue with Farcaster')
      await approve()
    },
    link: approve,
  }
}

/** Presses a wallet on the first screen, or in the list that it leads to. */
async function chooseWallet({ page, hand }: Place, row: RegExp): Promise<void> {
  const list = /^(Other wallets|Continue with a wallet)/
  const own = dialogOf(page).getByRole('button', { name: row })
  const others = dialogOf(page).getByRole('button', { name: list })
  await expect(own.or(others).first()).toBeVisible()
  if (!(await own.isVisible())) await hand.press(list)
  await hand.press(row)
}

function installed(row: RegExp, settings: WalletDoubleSettings = {}) {
  return async (place: Place): Promise<LoginAccount> => {
    await installWallet(place.context, settings)
    return { logIn: () => chooseWallet(place, row), link: () => place.hand.press(row) }
  }
}

async function walletConnectAccount(place: Place): Promise<LoginAccount> {
  const { context, page, hand } = place
  await answerForWalletConnect(context)
  const remote = await createRemoteWallet()
  const row = /^WalletConnect/
  const pair = async () => {
    const link = dialogOf(page).getByRole('link', { name: 'Open wallet' })
    const asked = remote.asked.length
    // A wallet that stays connected is asked without another pairing.
    await expect
      .poll(async () => (await link.isVisible()) || remote.asked.length > asked)
      .toBe(true)
    if (await link.isVisible()) await remote.pair(String(await link.getAttribute('href')))
  }
  return {
    async logIn() {
      await chooseWallet(place, row)
      await pair()
    },
    async link() {
      await hand.press(row)
      await pair()
    },
    stop: remote.stop,
  }
}
