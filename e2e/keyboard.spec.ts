import { expect, test } from '@playwright/test'
import { createPublicClient, http } from 'viem'
import { findings } from './axe.js'
import { type Keyboard, keyboardOf } from './keyboard.js'
import { newAddress } from './new-names.js'
import { codeFor, dev, wallets, watchNoise } from './person.js'
import { solBalance } from './verify.js'

test('a user without a mouse logs in, signs, sends and logs out', async ({ browser }) => {
  test.setTimeout(180_000)
  const context = await browser.newContext()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const noise = watchNoise(context)
  const page = await context.newPage()
  const keys = await keyboardOf(page)
  const dialog = page.getByRole('dialog')
  const address = newAddress()
  /** Presses Tab to a button of the page, opens a request with it, and waits until `first` has the focus. */
  const ask = async (button: string, first: { role: string; name: string }) => {
    await keys.tabTo(button)
    await keys.press('Enter')
    await dialog.waitFor()
    // A screen that has to load takes the focus when it is there.
    await expect.poll(keys.focused).toMatchObject({ ...first, isInDialog: true })
  }
  /** Where the focus is once the dialog is gone. */
  const backOn = async () => {
    await expect(dialog).toBeHidden()
    return (await keys.focused()).name
  }

  await test.step('Escape closes the login, and the focus returns to its button', async () => {
    await page.goto(dev.demoUrl)
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    await ask('Log in', { role: 'textbox', name: 'Email address' })
    // Rows of methods load after the form.
    for (const row of ['a wallet', 'Google'])
      await dialog.getByRole('button', { name: `Continue with ${row}` }).waitFor()
    expect(await keys.circle()).toEqual([
      'Continue',
      'Continue with phone',
      'Continue with a wallet',
      'Continue with Google',
      'More options',
      'Close',
      'Email address',
    ])
    // The page behind the dialog is not reachable.
    expect(await keys.buttons()).toEqual([
      'Close',
      'Continue',
      'Continue with Google',
      'Continue with a wallet',
      'Continue with phone',
      'More options',
    ])
    await keys.press('Escape')
    expect(await backOn()).toBe('Log in')
    expect(await keys.buttons()).toEqual(['Continue as guest', 'Log in'])
  })

  await test.step('the login takes an address and the code', async () => {
    await keys.press('Enter')
    await expect.poll(async () => (await keys.focused()).name).toBe('Email address')
    await keys.type(address)
    await keys.press('Enter')
    await expect.poll(async () => (await keys.focused()).name).toBe('Six-digit code')
    await expect(dialog.getByRole('status')).toContainText(`We sent a six-digit code to ${address}`)
    expect(await keys.circle()).toEqual(['Back', 'Close', 'Change', 'Six-digit code'])
    await keys.type(await codeFor(address))
  })
  const mine = await wallets(page)
  // The button that opened the login is gone: the page's content has the focus.
  await expect.poll(async () => (await keys.focused()).role).toBe('main')

  await test.step('an address is copied', async () => {
    await keys.tabTo('Copy address of Ethereum')
    await keys.press('Enter')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(mine.ethereum)
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  })

  await test.step('a message is signed, and rejected with Escape', async () => {
    await ask('Sign message', { role: 'heading', name: 'Sign message' })
    expect(await keys.circle()).toEqual([
      'Message',
      'Copy',
      expect.stringMatching(/^Copy address 0x/),
      'Reject',
      'Sign',
      'Close',
    ])
    await keys.press('Escape')
    expect(await backOn()).toBe('Sign message')
    const form = page.getByTestId('sign-message')
    await expect(form.getByRole('status')).toHaveText('Cancelled')
    await expect(form.getByRole('alert')).toHaveCount(0)
    await keys.press('Enter')
    await sign(keys)
    expect(await backOn()).toBe('Sign message')
    await expect(form).toContainText('The signature is valid')
  })

  await test.step('typed data is signed', async () => {
    await ask('Sign typed data', { role: 'heading', name: 'Sign data' })
    await keys.tabTo('Sign')
    await keys.press('Space')
    expect(await backOn()).toBe('Sign typed data')
    await expect(page.getByTestId('sign-typed-data')).toContainText('The signature is valid')
  })

  await test.step('a Solana message is signed', async () => {
    await keys.tabTo('Message on Solana')
    await keys.press('ControlOrMeta+a')
    await keys.type('No mouse was used')
    await keys.press('Enter')
    await sign(keys)
    expect(await backOn()).toBe('Message on Solana')
    await expect(page.getByTestId('sign-solana-message')).toContainText('The signature is valid')
  })

  await test.step('axe finds nothing on the pages of a logged-in user', async () => {
    expect(await findings(page)).toEqual({ violations: [], unsure: [] })
  })

  await test.step('ETH is sent', async () => {
    const to = '0x00000000000000000000000000000000000A11cE'
    const chain = createPublicClient({ transport: http(dev.evmRpcUrl) })
    const before = await chain.getBalance({ address: to })
    await keys.tabTo('Get test funds', 'Shift+Tab')
    // From the foot of the page Solana's wallet comes first.
    await keys.press('Enter')
    await keys.tabTo('Get test funds', 'Shift+Tab')
    await keys.press('Enter')
    await expect(page.getByTestId('ethereum-balance')).toHaveText(/^10(\.0*)? ETH$/)
    await expect(page.getByTestId('solana-balance')).toHaveText(/^5(\.0*)? SOL$/)
    await keys.tabTo('Amount in ETH')
    await keys.press('ControlOrMeta+a')
    await keys.type('1.5')
    await keys.press('Enter')
    await approve(keys, 'Send ETH')
    expect(await backOn()).toBe('Amount in ETH')
    expect((await chain.getBalance({ address: to })) - before).toBe(1_500_000_000_000_000_000n)
  })

  await test.step('SOL is sent', async () => {
    const to = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
    await keys.tabTo('Recipient')
    await keys.press('Tab')
    expect((await keys.focused()).name).toBe('Amount in SOL')
    await keys.press('ControlOrMeta+a')
    await keys.type('0.25')
    await keys.press('Enter')
    await approve(keys, 'Send SOL')
    expect(await backOn()).toBe('Amount in SOL')
    expect(await solBalance(to)).toBeGreaterThan(0n)
  })

  await test.step('logging out leads back to the start', async () => {
    await keys.tabTo('Log out', 'Shift+Tab')
    await keys.press('Enter')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    await expect.poll(async () => (await keys.focused()).role).toBe('main')
    await keys.tabTo('Log in')
  })

  expect(noise).toEqual([])
  await context.close()
})

/** Signs what is asked for, and sees that the title of the answer has the focus. */
async function sign(keys: Keyboard): Promise<void> {
  await expect.poll(async () => (await keys.focused()).role).toBe('heading')
  await keys.tabTo('Sign')
  await keys.press('Enter')
  await expect.poll(async () => (await keys.focused()).name).toBe('Signed')
}

/** Approves a transfer once its fee is known, and closes its receipt. */
async function approve(keys: Keyboard, title: string): Promise<void> {
  await expect.poll(async () => (await keys.focused()).name).toBe(title)
  // Approve can be reached once the fee is known.
  await expect.poll(() => keys.circle()).toContain('Approve')
  await keys.tabTo('Approve')
  await keys.press('Enter')
  await expect
    .poll(async () => (await keys.focused()).name)
    .toMatch(/^(Transaction submitted|Sent)$/)
  await keys.tabTo('Done')
  await keys.press('Enter')
}
