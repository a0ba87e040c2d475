import { expect } from '@playwright/test'
import type { InboxMessage } from '@sallyport/protocols/sandbox'
import { newAddress } from '../new-names.js'
import { codeFor, dev } from '../person.js'
import { test } from './fixtures.js'
import { demoOn, firstLogin, sites, wallets } from './journeys.js'
import { type User, userOf } from './user.js'

/* The wallet's own pages in the sheet, and the page that the link of a mail opens. */

const inDialog = { inDialog: true }

/** The wallet's own page for a task, in the app's page. */
async function pageFor(user: User, task: string): Promise<User> {
  const { tab } = user
  const address = `${dev.authUrl}/apps/${dev.appId}/embedded-wallets/${task}`
  await user.waits(`the page ${task}`, async () => (await tab.frame(address)) !== undefined)
  const frame = await tab.frame(address)
  if (frame === undefined) throw new Error(`The page ${task} has gone`)
  return userOf(frame)
}

for (const site of sites)
  test(`a key is exported, recovery is tested, and the back end may act: ${site}`, async ({
    engine,
    open,
  }) => {
    test.setTimeout(240_000)
    const { tab } = await open()
    const user = userOf(tab)
    const { address, ethereum } = await firstLogin(tab, site)

    await user.press(`Account: ${address}`)
    await user.press(/Ethereum/, inDialog)
    await test.step('a long press shows the phrase', async () => {
      await user.press('Export key', inDialog)
      const page = await pageFor(user, 'export')
      // It is shown in groups.
      await page.sees(new RegExp([...ethereum].join('\\s*')))
      await page.tab.run(() => {
        for (const box of document.querySelectorAll<HTMLElement>('input[type=checkbox]'))
          box.click()
      })
      // WebKit's driver takes the focus from the page, which then hides what it has shown.
      const shown = engine.name === 'webkit' ? /\bHide\b|\bHidden\./ : /\bHide\b/
      await page.holds('Hold to reveal', shown)
      await user.press('Back', inDialog)
    })
    await test.step('the test of recovery brings the address back', async () => {
      await user.press('Test recovery', inDialog)
      const page = await pageFor(user, 'rehearsal')
      await page.press('Start the test')
      await page.sees(/Recovery works\. This address came back:/)
      await user.press('Done', inDialog)
      await user.press('Close', inDialog)
      await user.seesNoDialog()
    })
    await test.step('a long press lets the back end act', async () => {
      await user.press('Allow the back end')
      const page = await pageFor(user, 'delegation')
      await page.holds('Hold to allow', /Allowed\. You can end it in your account\./)
      await user.press('Done', inDialog)
      await user.seesNoDialog()
    })
  })

test('the link of a mail, opened in another browser, logs in the tab that asked', async ({
  engine,
  open,
}) => {
  const user = userOf((await open()).tab)
  const phone = userOf((await open()).tab)
  const address = newAddress()
  await user.tab.goto(demoOn('one site'))
  await user.press('Log in')
  await user.type('Email address', address, { ...inDialog, enter: true })
  await codeFor(address)
  const answer = await fetch(`${dev.inboxUrl}/messages?to=${encodeURIComponent(address)}`)
  const mails = (await answer.json()) as InboxMessage[] // of the sandbox
  const text = mails.find(({ code }) => code !== null)?.text ?? ''
  const link = /https?:\/\/\S+\/login\/email#\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error('The mail has no link')
  if (engine.name === 'webkit') {
    // It keeps no cookies of http://localhost, so that the page has no number.
    await phone.tab.goto(link)
    await phone.sees(/shows none: enter the code from the email there/)
    await user.type('Six-digit code', await codeFor(address), inDialog)
    await wallets(user)
    return
  }
  let number = ''
  await user.waits('read the number', async () => {
    const bold = await user.tab.run(() => {
      const all = (root: ParentNode): Element[] =>
        [...root.querySelectorAll('*')].flatMap((each) =>
          each.shadowRoot ? [each, ...all(each.shadowRoot)] : [each],
        )
      return all(document).map((each) => (each.matches('b') ? each.textContent : '') ?? '')
    })
    number = bold.map((each) => each.trim()).find((each) => /^\d{2}$/.test(each)) ?? ''
    return number !== ''
  })

  await phone.tab.goto(link)
  await phone.waits('type the number', () =>
    phone.tab.type({ name: 'Number shown', isPattern: true }, number),
  )
  await phone.press('Finish logging in')
  await phone.sees(/Approved/)
  const { ethereum } = await wallets(user)
  expect(ethereum).toMatch(/^0x/)
})
