import { expect } from '@playwright/test'
import { createPublicClient, createTestClient, http, parseEther, verifyMessage } from 'viem'
import { dev } from '../person.js'
import { verifySolanaMessage } from '../verify.js'
import { test } from './fixtures.js'
import { demoOn, firstLogin, logIn, readAndPress, sign, sites, wallets } from './journeys.js'
import { userOf } from './user.js'

const chain = createPublicClient({ transport: http(dev.evmRpcUrl) })
const funds = createTestClient({ mode: 'anvil', transport: http(dev.evmRpcUrl) })
const inDialog = { inDialog: true }

for (const site of sites)
  test(`the main job: ${site}`, async ({ open }) => {
    test.setTimeout(240_000)
    const { tab } = await open()
    const user = userOf(tab)
    const { address, ...mine } = await firstLogin(tab, site)
    const ethereum = mine.ethereum as `0x${string}`

    await test.step('a message, typed data and a Solana message are signed', async () => {
      const message = 'Hello from another engine'
      await user.type('Message on Ethereum', message, { testId: 'sign-message' })
      const signature = (await sign(user)) as `0x${string}`
      expect(await verifyMessage({ address: ethereum, message, signature })).toBe(true)

      await user.press('Sign typed data', { testId: 'sign-typed-data' })
      await readAndPress(user, 'Sign')
      await user.reads('signature', /^0x[0-9a-f]{130}$/, { below: 'sign-typed-data' })
      await user.seesNoDialog()

      await user.type('Message on Solana', message, { testId: 'sign-solana-message' })
      await user.press('Sign message', { testId: 'sign-solana-message' })
      await user.press('Sign', inDialog)
      const below = 'sign-solana-message'
      const solana = await user.reads('signature', /^\S{64,90}$/, { below })
      expect(await verifySolanaMessage(mine.solana, message, solana)).toBe(true)
      await user.seesNoDialog()
    })

    await test.step('a transfer is mined', async () => {
      // The sandbox's faucet answers the demo's own address only.
      await funds.setBalance({ address: ethereum, value: parseEther('10') })
      await user.reads('ethereum-balance', /^10(\.0*)? ETH$/)
      await user.type('Recipient', '0x00000000000000000000000000000000000A11cE', {
        testId: 'send-ether',
      })
      await user.type('Amount in ETH', '1.5', { testId: 'send-ether' })
      await user.press('Send ETH', { testId: 'send-ether' })
      await readAndPress(user, 'Approve')
      const sent = await user.reads('hash', /^0x[0-9a-f]{64}$/, { below: 'send-ether' })
      const hash = sent as `0x${string}`
      expect((await chain.waitForTransactionReceipt({ hash })).status).toBe('success')
      await user.press('Done', inDialog)
      await user.seesNoDialog()
    })

    await test.step('a reload keeps the session and the wallets', async () => {
      await tab.reload()
      expect(await wallets(user)).toEqual(mine)
      await sign(user)
    })

    await test.step('after a logout, a login has the same wallets', async () => {
      await user.press('Log out')
      expect(await logIn(user, address)).toEqual(mine)
      await sign(user)
    })

    await test.step('another profile recovers the wallets and signs', async () => {
      const other = userOf((await open()).tab)
      await other.tab.goto(demoOn(site))
      expect(await logIn(other, address)).toEqual(mine)
      await sign(other)
    })
  })
