import { expect, test } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { call, serveHost } from './bare-host.js'
import { expectNoSignatureUnder } from './disguises.js'
import {
  aimAtApprove,
  approveInFrame,
  armed,
  enforceWalletUis,
  openHostilePage,
  openWalletWindow,
} from './enforced.js'
import { dev } from './person.js'

/* What a hostile page can do to the frame of an app that enforces wallet screens (ruling 7). */

let host: Awaited<ReturnType<typeof serveHost>>
test.beforeAll(async () => {
  host = await serveHost('<h1>A page</h1>')
  await enforceWalletUis(true)
})
test.afterAll(async () => {
  await enforceWalletUis(false)
  host.close()
})

test('the frame signs only after the user approves', async ({ context }) => {
  const hostile = await openHostilePage(context, host.url)
  const { frame, page, address } = hostile
  const pending = await hostile.askFor('hello')
  await hostile.show()

  await expect(frame.getByRole('heading')).toHaveText('Sign message')
  await expect(frame.getByRole('dialog')).toContainText('hello')
  await armed(frame)
  const at = await aimAtApprove(hostile)
  expect(await pending.answer()).toBeNull()
  await page.mouse.click(at.x, at.y)

  await expect.poll(async () => (await pending.answer())?.data).toBeTruthy()
  const { data } = ((await pending.answer())?.data?.response ?? {}) as { data: `0x${string}` }
  expect(await recoverMessageAddress({ message: 'hello', signature: data })).toBe(address)
  await expect(frame.getByRole('dialog')).toHaveCount(0)
})

test('the confirmation shows the sign that the user chose, which the page cannot read', async ({
  context,
}) => {
  const hostile = await openHostilePage(context, host.url)
  const { page, frame, token } = hostile
  const [, payload = ''] = token.split('.')
  const userId = String(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub)
  const kept = { appId: dev.appId, userId: userId.replace('did:privy:', ''), whole: userId }
  // As the wallet's own page keeps it.
  await frame.locator('html').evaluate((_, { appId, userId, whole }) => {
    for (const id of [userId, whole])
      localStorage.setItem(`sallyport:wallet-sign:${appId}:${id}`, 'leaf Quincemarmalade')
  }, kept)
  await hostile.askFor('hello')
  await hostile.show()

  await expect(frame.getByRole('dialog')).toContainText('Quincemarmalade')
  await page.screenshot({ path: test.info().outputPath('sign.png') })
  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'answers')))
  expect(heard).not.toContain('Quincemarmalade')
  await frame.getByRole('button', { name: 'Reject', exact: true }).click()
})

test('IFR-09: no flag of the page skips the confirmation, for any event', async ({ context }) => {
  const hostile = await openHostilePage(context, host.url)
  const { page, frame, ask, address, token } = hostile
  const flags = { noPromptOnSignature: true, showWalletUIs: false, confirmation: null }
  const request = { method: 'personal_sign', params: ['mine', address], ...flags }
  const solana = await ask('privy:solana-wallet:create', {
    accessToken: token,
    ethereumAddress: address,
  })
  const asked = [
    ['privy:wallet:rpc', { address }],
    [
      'privy:wallets:rpc',
      {
        entropyId: address,
        entropyIdVerifier: 'ethereum-address-verifier',
        chainType: 'ethereum',
        hdWalletIndex: 0,
      },
    ],
    [
      'privy:solana-wallet:rpc',
      {
        publicKey: solana.data?.publicKey,
        request: { method: 'signMessage', params: { message: 'bWluZQ==' } },
      },
    ],
  ] as const

  await hostile.show()
  for (const [event, data] of asked) {
    const answer = ask(event, { accessToken: token, request, ...flags, ...data })
    await frame.getByRole('button', { name: 'Reject', exact: true }).click()
    expect((await answer).error?.type, event).toBe('user_rejected')
  }
  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'answers')))
  expect(heard).not.toContain('signature')
})

test('a page that does not show the frame gets no signature, and an error', async ({ context }) => {
  const hostile = await openHostilePage(context, host.url)
  const pending = await hostile.askFor('unseen')
  await hostile.show('position:fixed;width:0;height:0;border:0;visibility:hidden')

  await expect
    .poll(async () => (await pending.answer())?.error?.type, { timeout: 25_000 })
    .toBe('confirmation_not_shown')
})

// The other disguises: confirmation.deep.spec.ts.
for (const name of ['an overlay with a hole'] as const)
  test(`IFR-10: no signature under ${name}`, async ({ context }) => {
    await expectNoSignatureUnder(await openHostilePage(context, host.url), name)
  })

test('IFR-10: a frame that is moved under the mouse during a click signs nothing', async ({
  context,
}) => {
  const hostile = await openHostilePage(context, host.url)
  const { page, frame } = hostile
  const pending = await hostile.askFor('pay me')
  const place = (left: number) =>
    `position:fixed;top:0;left:${left}px;width:420px;height:100%;border:0`
  await hostile.show(place(0))
  await armed(frame)
  const button = await frame.locator('.primary').boundingBox()
  if (!button) throw new Error('Approve is not on screen')

  // The mouse rests where the button is going to be.
  await page.mouse.move(button.x + 500, button.y + 20, { steps: 3 })
  await page.waitForTimeout(600)
  await hostile.show(place(450))
  await page.mouse.click(button.x + 500, button.y + 20)

  await page.waitForTimeout(300)
  expect(await pending.answer()).toBeNull()
})

test('V13: a sheet under a mask moves no value: the wallet asks in a window of its own', async ({
  context,
}) => {
  const hostile = await openHostilePage(context, host.url)
  const { page, frame, address } = hostile
  const transaction = { from: address, to: `0x${'22'.repeat(20)}`, value: '0x1', chainId: 1 }
  const gas = { nonce: 0, gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }
  const request = { method: 'eth_signTransaction', params: [{ ...transaction, ...gas }] }
  const pending = await hostile.askFor('', { request })
  // No browser tells a frame of a mask.
  await hostile.show(
    'position:fixed;inset:0;width:100%;height:100%;border:0;mask-image:linear-gradient(#0000,#0000)',
  )
  const window = await openWalletWindow(page, frame)
  await expect(window.getByRole('heading')).toBeVisible()
  expect(await pending.answer()).toBeNull()
  // The page can't embed the window's page, nor ask it anything.
  expect(await window.evaluate('parent === window')).toBe(true)
  const answer = await context.request.get(window.url())
  expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'")

  await approveInFrame(window, window)
  await expect.poll(async () => (await pending.answer())?.data).toBeTruthy()
})

test('V13: a window that the page opens itself asks nothing', async ({ context }) => {
  const hostile = await openHostilePage(context, host.url)
  const { page } = hostile
  const url = `${dev.authUrl}/apps/${dev.appId}/embedded-wallets/confirm`
  const opened = page.waitForEvent('popup')
  await page.evaluate((to) => {
    const window_ = globalThis.open(to)
    const ask = () => window_?.postMessage({ reading: {}, origin: 'https://x', look: {} }, '*')
    setInterval(ask, 50)
  }, url)
  const window = await opened
  await window.waitForLoadState()
  await window.waitForTimeout(500)
  await expect(window.getByRole('dialog')).toHaveCount(0)
})

test('IFR-11: synthetic events, held keys and stolen focus approve nothing', async ({
  context,
}) => {
  const hostile = await openHostilePage(context, host.url)
  const { page, frame } = hostile
  await page.evaluate(() => {
    const field = document.createElement('input')
    field.id = 'field'
    document.body.prepend(field)
  })
  const pending = await hostile.askFor('pay me')
  await hostile.show()
  await armed(frame)
  const approve = frame.locator('.primary')

  for (const event of ['click', 'pointerdown', 'keydown', 'mouseup']) {
    await approve.dispatchEvent(event)
  }
  await approve.evaluate((element: HTMLElement) => element.click())
  expect(await pending.answer()).toBeNull()

  // Enter is held in the page's own field while the page moves the focus onto the button.
  await approve.focus()
  await page.locator('#field').evaluate((field: HTMLElement) => field.focus())
  await page.keyboard.down('Enter')
  await page.evaluate(() => document.getElementById('wallet')?.focus())
  for (let count = 0; count < 5; count += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  // And once more as a fresh press, just after the focus came.
  await page.locator('#field').evaluate((field: HTMLElement) => field.focus())
  await page.evaluate(() => document.getElementById('wallet')?.focus())
  await page.keyboard.press('Enter')

  await page.waitForTimeout(300)
  expect(await pending.answer()).toBeNull()
})

test('IFR-11: clicks before the confirmation is armed approve nothing', async ({ context }) => {
  const hostile = await openHostilePage(context, host.url)
  const { page, frame } = hostile
  // The frame is there first, so that the mouse can rest where the button appears.
  await hostile.show()
  const first = await hostile.askFor('first')
  await armed(frame)
  const at = await aimAtApprove(hostile)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await first.answer())?.error?.type).toBe('user_rejected')

  let second = await hostile.askFor('second')
  const approve = frame.locator('.primary[aria-disabled="true"]')
  await approve.waitFor()
  let early = 0
  for (let attempt = 0; early < 3 && attempt < 20; attempt += 1) {
    await page.mouse.click(at.x, at.y)
    if ((await approve.count()) === 1) {
      early += 1
      expect(await second.answer()).toBeNull()
      continue
    }
    // Armed by now, and on a slow machine even before the click: that one may approve.
    await page.keyboard.press('Escape')
    await expect.poll(() => second.answer()).not.toBeNull()
    second = await hostile.askFor('second')
    await approve.waitFor()
  }
  expect(early).toBe(3)
  // A press held from before until after counts as begun before.
  const third = await hostile.askFor('third')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await second.answer())?.error?.type).toBe('user_rejected')
  await approve.waitFor()
  await page.mouse.down()
  await armed(frame)
  await page.mouse.up()
  await page.waitForTimeout(200)
  expect(await third.answer()).toBeNull()
})

test('SIG-18: after a logout or the end of the session nothing is signed', async ({ context }) => {
  const hostile = await openHostilePage(context, host.url)
  const { frame, page, ask, token } = hostile
  const userId = JSON.parse(atob(token.split('.')[1] ?? '')).sub
  const open = await hostile.askFor('open')
  const queued = await hostile.askFor('queued')
  await hostile.show()
  await armed(frame)

  await ask('privy:mfa:clear', { userId })

  for (const each of [open, queued]) {
    await expect.poll(async () => (await each.answer())?.error?.type).toBe('user_rejected')
  }
  await expect(frame.getByRole('dialog')).toHaveCount(0)

  // A token that was made up for the same user is not even asked about (T-30).
  const [header, payload] = token.split('.')
  const forged = await hostile.askFor('forged', { accessToken: `${header}.${payload}.AAAA` })
  await expect
    .poll(async () => (await forged.answer())?.error?.type)
    .toBe('missing_or_invalid_token')
  await expect(frame.getByRole('dialog')).toHaveCount(0)

  // A session that has ended by the time of the click.
  const stale = await hostile.askFor('stale')
  await armed(frame)
  expect((await call('/sessions/logout', {}, token)).status).toBe(200)
  const at = await aimAtApprove(hostile)
  await page.mouse.click(at.x, at.y)
  await expect
    .poll(async () => (await stale.answer())?.error?.type)
    .toBe('missing_or_invalid_token')
})
