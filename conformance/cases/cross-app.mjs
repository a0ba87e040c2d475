import assert from 'node:assert/strict'
import { OAuthProviderAuthorize, OAuthProviderVerify } from '@privy-io/public-api'
import { createPublicClient, http, verifyMessage } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'

const text = 'Hello from the corner shop'
const hex = `0x${Buffer.from(text).toString('hex')}`

/** A page of a site with the wagmi connector, which the app lets ask as `settings` say. */
async function openSite(context, settings = {}, options = {}) {
  const page = await context.browserPage({ frame: false, initialize: false })
  const { origin } = new URL(page.url())
  await allow(context, [{ origin, name: 'Corner shop', read_only: false, ...settings }])
  await page.evaluate(
    ([dev, options]) => globalThis.openConnector(dev, options),
    [context.dev, options],
  )
  return { page, origin }
}

const allow = (context, requester_sites) =>
  context.changeApp({
    cross_app: { providers: [], page_url: context.dev.demoUrl, requesters: [], requester_sites },
  })

/** Calls the connector; gives its popup and what it answers in the end. */
async function ask(page, method, params = []) {
  const opening = page.waitForEvent('popup')
  const answer = page.evaluate(
    (call) =>
      globalThis.connector.request(call).then(
        (value) => ({ value }),
        (error) => ({ code: error.code, message: error.shortMessage ?? error.message }),
      ),
    { method, params },
  )
  // What is answered without a popup says why there is none.
  const early = answer.then((given) => {
    throw new Error(`No popup was opened: ${JSON.stringify(given)}`)
  })
  return { popup: await Promise.race([opening, early]), answer }
}

/** Presses in the wallet's window what a login at another app, or a connection, waits for. */
async function confirmInWallet(page) {
  const opened = page.waitForEvent('popup')
  await pressPrimary(page, page.frameLocator('iframe[data-sallyport="frame"]'))
  const window = await opened
  await pressPrimary(window, window)
}

async function pressPrimary(page, drawn) {
  const press = drawn.locator('.primary')
  await press.waitFor()
  await drawn.locator('.primary[aria-disabled="false"]').waitFor()
  const box = await press.boundingBox()
  await page.mouse.move(box.x + 5, box.y + 5)
  await page.mouse.move(box.x + 40, box.y + 20, { steps: 4 })
  await page.waitForTimeout(600)
  // The wallet's window may close while the click is still reported.
  await page.mouse.click(box.x + 40, box.y + 20).catch((error) => {
    if (!page.isClosed()) throw error
  })
}

/** Logs a person, by default a new one, in where the login is open, as in a popup, which opens it by itself. */
async function logIn(context, popup, address = context.newAddress()) {
  const before = await context.countCodes(address)
  await popup.getByRole('textbox', { name: 'Email' }).fill(address)
  await popup.keyboard.press('Enter')
  const code = popup.getByLabel('Six-digit code')
  await code.waitFor()
  await code.fill(await context.codeFor(address, before))
}

/** Logs a new person in on a page of the demo, and gives them a smart wallet. */
async function useSmartWallet(context, browser) {
  const own = await browser.newPage()
  await own.goto(context.dev.demoUrl)
  await own.getByRole('button', { name: 'Log in', exact: true }).click()
  await logIn(context, own)
  const linked = own.waitForResponse((each) => each.url().endsWith('/siwe/link_smart_wallet'))
  await own.getByRole('button', { name: 'Use a smart wallet' }).click()
  assert.equal((await linked).status(), 200)
  await own.close()
}

/** Connects a wallet of a new person; gives its address. */
async function connect(context, page) {
  const { popup, answer } = await ask(page, 'wallet_requestPermissions')
  await logIn(context, popup)
  await popup.getByRole('heading', { name: 'Connect to Corner shop' }).waitFor()
  await popup.getByRole('button', { name: 'Allow', exact: true }).click()
  await confirmInWallet(popup)
  assert.deepEqual(await answer, { value: undefined })
  const [address] = await page.evaluate(() => connector.request({ method: 'eth_accounts' }))
  assert.match(address, /^0x[0-9a-fA-F]{40}$/)
  return address
}

/** The user approves the login of another app in a browser; gives where the page is led back to. */
async function approveOnPage(context, { url, address }) {
  const { secondDemoUrl } = context.dev
  const page = await (await context.browserPage({ frame: false, initialize: false }))
    .context()
    .newPage()
  // The other app is the public client; its page is not loaded.
  await page.route(`${secondDemoUrl}/**`, (route) => route.fulfill({ body: 'Back' }))
  await page.goto(url)
  await logIn(context, page, address)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await confirmInWallet(page)
  await page.waitForURL(`${secondDemoUrl}/**`)
  const back = new URL(page.url())
  await page.context().close()
  return back
}

/** What another app gets once a user has let it know their wallets: the session there, and the token for requests. */
async function logInElsewhere(context) {
  const { appId, secondAppId, secondDemoUrl } = context.dev
  const { client: owner, address } = await context.signIn()
  const { client } = context.browser(undefined, secondAppId)
  const provider = `privy:${appId}`
  const { url } = await client.auth.oauth.generateURL(provider, `${secondDemoUrl}/`)
  const state = new URLSearchParams(new URL(url).hash.slice(1)).get('state')
  // A client with a token of the user can't approve it: the user does, on the app's page and in the wallet frame.
  await assert.rejects(owner.fetchPrivyRoute(OAuthProviderAuthorize, { body: { state } }))
  const { searchParams } = await approveOnPage(context, { url, address })
  const session = await client.auth.oauth.loginWithCode(
    searchParams.get('privy_oauth_code'),
    searchParams.get('privy_oauth_state'),
    provider,
  )
  return { owner, client, session }
}

export const cases = {
  'the client of another app logs in with an account of this one, and gets a token for requests':
    async (context) => {
      const { appId } = context.dev
      const { owner, client, session } = await logInElsewhere(context)
      const [account] = session.user.linked_accounts
      const { user } = await owner.user.get()
      assert.equal(account.type, 'cross_app')
      assert.equal(account.provider_app_id, appId)
      assert.equal(account.subject, user.id)
      const { connections } = await client.crossApp.getCrossAppConnections()
      assert.deepEqual(
        connections.map((each) => [each.provider_app_id, each.read_only]),
        [[appId, false]],
      )
      await client.crossApp.updateOnCrossAppAuthentication(appId, session.oauth_tokens)
      const prat = await client.crossApp.getProviderAccessToken(appId)
      assert.equal(prat, session.oauth_tokens.access_token)
      const answer = await owner.fetchPrivyRoute(OAuthProviderVerify, { body: { prat } })
      assert.deepEqual(answer, { verified: true })
    },
  'the wagmi connector connects a wallet, and has it sign': async (context) => {
    const { page } = await openSite(context)
    const address = await connect(context, page)
    const { popup, answer } = await ask(page, 'personal_sign', [hex, address])
    await popup.getByText(text).waitFor()
    await popup.getByText('Corner shop').first().waitFor()
    await readAndPress(popup, 'Sign')
    const { value } = await answer
    assert.equal(await verifyMessage({ address, message: text, signature: value }), true)
    await page.context().close()
  },
  'in smart wallet mode the wagmi connector connects the smart wallet, and has an operation signed and not sent':
    async (context) => {
      const { page } = await openSite(context, {}, { smartWalletMode: true })
      await useSmartWallet(context, page.context())
      const first = await ask(page, 'wallet_requestPermissions')
      await first.popup.getByRole('button', { name: 'Allow', exact: true }).click()
      await confirmInWallet(first.popup)
      assert.deepEqual(await first.answer, { value: undefined })
      const [from] = await page.evaluate(() => connector.request({ method: 'eth_accounts' }))
      const node = createPublicClient({ transport: http(context.dev.evmRpcUrl) })
      assert.equal(await node.getCode({ address: from }), undefined)
      const to = '0x00000000000000000000000000000000000000aa'
      const { popup, answer } = await ask(page, 'eth_signTransaction', [{ from, to, value: '0x0' }])
      await popup.getByRole('heading', { name: 'Sign transaction' }).waitFor({ timeout: 60_000 })
      await readAndPress(popup, 'Sign')
      const { value: data } = await answer
      assert.match(data, /^0x765e827f/)
      assert.equal(await node.getCode({ address: from }), undefined)
      const [sender] = await node.request({ method: 'eth_accounts' })
      const params = [{ from: sender, to: entryPoint07Address, data }]
      const hash = await node.request({ method: 'eth_sendTransaction', params })
      const { status } = await node.waitForTransactionReceipt({ hash })
      assert.equal(status, 'success')
      assert.notEqual(await node.getCode({ address: from }), undefined)
      await page.context().close()
    },
  'a user who refuses connects and signs nothing': async (context) => {
    const { page } = await openSite(context)
    const address = await connect(context, page)
    const { popup, answer } = await ask(page, 'personal_sign', [hex, address])
    await popup.getByRole('button', { name: 'Reject' }).click()
    assert.deepEqual(await answer, { code: 4001, message: 'User rejected request' })
    await page.context().close()
  },
  'XAP-02: a site that sees addresses only gets no signature, and stays connected': async (
    context,
  ) => {
    const { page, origin } = await openSite(context)
    const address = await connect(context, page)
    await allow(context, [{ origin, name: 'Corner shop', read_only: true }])
    const { answer } = await ask(page, 'personal_sign', [hex, address])
    assert.deepEqual(await answer, {
      code: 4100,
      message: 'This connection may not ask for signatures',
    })
    assert.deepEqual(await page.evaluate(() => connector.request({ method: 'eth_accounts' })), [
      address,
    ])
    await page.context().close()
  },
  'XAP-01: a site that is not permitted is refused': async (context) => {
    const { page } = await openSite(context, { origin: 'https://other.example' })
    const { popup, answer } = await ask(page, 'wallet_requestPermissions')
    await logIn(context, popup)
    assert.match((await answer).message, /has ended|rejected/)
    await page.context().close()
  },
  'XAP-06: a connection that its user ends is refused at once, and forgotten': async (context) => {
    const { page } = await openSite(context)
    const address = await connect(context, page)
    const own = await page.context().newPage()
    await own.goto(context.dev.demoUrl)
    await own.getByRole('button', { name: /^Account: / }).click()
    await own.getByRole('button', { name: 'Apps that act for you' }).click()
    await own.getByRole('button', { name: 'Disconnect Corner shop' }).click()
    await own.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await own.getByText('No app can use your wallets or ask for signatures.').waitFor()
    const { answer } = await ask(page, 'personal_sign', [hex, address])
    assert.equal((await answer).message, 'The connection has ended. Connect again')
    assert.deepEqual(await page.evaluate(() => connector.request({ method: 'eth_accounts' })), [])
    await page.context().close()
  },
  'in a frame nothing is asked': async (context) => {
    const { page, origin } = await openSite(context)
    const fragment = new URLSearchParams({
      'sallyport-cross-app': 'connect',
      requester_public_key: 'A'.repeat(44),
      requester_origin: origin,
    })
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
    }, `${context.dev.demoUrl}#${fragment}`)
    const inner = page.frameLocator('iframe')
    await inner.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    assert.equal(await inner.getByRole('dialog').count(), 0)
    await page.context().close()
  },
}

/** Scrolls a request to its end, which it has to be before it is answered, and presses a button of it. */
async function readAndPress(popup, name) {
  const button = popup.getByRole('button', { name, exact: true })
  await button.waitFor()
  for (let tries = 0; tries < 60 && !(await button.isEnabled()); tries++) {
    const area = popup.locator('.morph').last()
    await area.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await popup.waitForTimeout(250)
  }
  await button.click()
}
