import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { parseTransaction, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
import { failure } from '../context.mjs'
import { accountsOf, typedData } from '../expected.mjs'
import { openWithWallet } from '../second-factor.mjs'

const recipient = `0x${'ab'.repeat(20)}`
const transaction = {
  to: recipient,
  type: 2,
  chainId: 31337,
  nonce: 0,
  value: '0x1',
  gasLimit: '0x5208',
  maxFeePerGas: '0x3b9aca00',
  maxPriorityFeePerGas: '0x1',
}

/** An app's back end signs with wallets of its users, by the last client that names wallets by their addresses. */
export const cases = {
  'the back end signs what the user allowed, until the user ends it': (context) =>
    withKey(context, async (key) => {
      const person = await allowInDemo(context)
      const { address, solana } = person
      const { walletApi } = context.olderBackEnd(key)
      const named = { address, chainType: 'ethereum' }

      const { signature } = await walletApi.ethereum.signMessage({ ...named, message: 'hello' })
      assert.ok(await verifyMessage({ address, message: 'hello', signature }))
      const params = { message: 'hello' }
      const called = await walletApi.rpc({ ...named, method: 'personal_sign', params })
      assert.equal(called.data.signature, signature)
      const typed = await walletApi.ethereum.signTypedData({ ...named, typedData })
      assert.ok(await verifyTypedData({ ...typedData, address, signature: typed.signature }))
      const { signedTransaction } = await walletApi.ethereum.signTransaction({
        ...named,
        transaction,
      })
      assert.equal(parseTransaction(signedTransaction).to, recipient)
      const from = await recoverTransactionAddress({ serializedTransaction: signedTransaction })
      assert.equal(from, address)

      await failure(() =>
        walletApi.ethereum.signTransaction({
          ...named,
          transaction: { ...transaction, chainId: 1 },
        }),
      )
      const foreign = context.olderBackEnd(newKey().privateKey).walletApi
      await failure(() => foreign.ethereum.signMessage({ ...named, message: 'hello' }))
      const other = { address: solana, chainType: 'solana', message: Buffer.from('hello') }
      await failure(() => walletApi.solana.signMessage(other))

      const { client } = await person.logIn()
      const before = await client.user.get()
      assert.equal(walletAt(before.user, address).delegated, true)
      await client.delegated.revoke()
      const after = await client.user.get()
      assert.equal(walletAt(after.user, address).delegated, false)
      await failure(() => walletApi.ethereum.signMessage({ ...named, message: 'hello' }))
    }),
  'a page that asks the wallet frame to delegate gets nothing by itself': async (context) => {
    const { page, user } = await openWithWallet(context)
    const { address } = accountsOf(user, 'wallet')[0]
    const asked = await page.evaluate(async (owner) => {
      const wallet = { address: owner, chainType: 'ethereum' }
      return client.embeddedWallet
        .delegateWallets({
          rootWallet: { ...wallet, imported: false },
          delegatedWallets: [{ ...wallet, walletIndex: 0 }],
        })
        .then(
          () => 'granted',
          () => 'refused',
        )
    }, address)
    assert.equal(asked, 'refused')
    const { user: after } = await page.evaluate(() => client.user.get())
    assert.equal(walletAt(after, address).delegated, false)
  },
}

const walletAt = (user, address) => user.linked_accounts.find((each) => each.address === address)

const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const base64 = (key, type) => key.export({ format: 'der', type }).toString('base64')
  return { publicKey: base64(publicKey, 'spki'), privateKey: base64(privateKey, 'pkcs8') }
}

/** Has the app ask its users to trust a key of this run; gives the key's private half. */
async function withKey(context, act) {
  const { delegated_actions: before } = await context.admin('GET', '/admin/v1/app')
  const { publicKey, privateKey } = newKey()
  const { policy } = before
  await context.changeApp({
    delegated_actions: {
      authorization_keys: [publicKey],
      threshold: 1,
      policy: { ...policy, typedData: true },
    },
  })
  try {
    await act(privateKey)
  } finally {
    await context.changeApp({ delegated_actions: before })
  }
}

/** Logs a new user in to the demo, who lets the app's back end act; gives the addresses, and a login by the client. */
async function allowInDemo(context) {
  const email = context.newAddress()
  const page = await context.plainPage(context.dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Six-digit code')
  await code.waitFor()
  await code.fill(await context.codeFor(email, 0))
  const shown = (chain) => page.getByTestId(`${chain}-address`).innerText({ timeout: 30_000 })
  const [address, solana] = [await shown('ethereum'), await shown('solana')]
  const allow = page.locator('#delegation').getByRole('button', { name: 'Allow the back end' })
  await allow.click()
  const inner = page.frameLocator('iframe[data-sallyport="page"]')
  await hold(
    page,
    inner.getByRole('button', { name: 'Hold to allow' }),
    inner.getByText('Allowed.'),
  )
  await page.context().close()
  const logIn = async () => {
    const { client } = context.browser()
    await client.auth.email.loginWithCode(email, await context.sendCode(client, email))
    return { client }
  }
  return { address, solana, logIn }
}

/** Presses a button of the wallet's page for as long as it asks: a press that no script can make. */
async function hold(page, button, done) {
  await button.waitFor()
  for (let tries = 0; tries < 10 && !(await done.isVisible()); tries++) {
    // A button that is cut off at the edge of the window can't be held.
    await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const { x, y, width, height } = await button.boundingBox()
    await page.mouse.move(x + width / 2 - 2, y + height / 2)
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.waitForTimeout(700)
    await page.mouse.down()
    await done.waitFor({ timeout: 5_000 }).catch(() => undefined)
    await page.mouse.up()
  }
  assert.ok(await done.isVisible(), 'The wallet’s page did not take the press')
}
