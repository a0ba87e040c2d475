import { expect, test } from '@playwright/test'
import { serveHost } from './bare-host.js'
import { disguises, expectNoSignatureUnder } from './disguises.js'
import { enforceWalletUis, openHostilePage, openWalletWindow } from './enforced.js'
import { readToEnd } from './read-to-end.js'

let host: Awaited<ReturnType<typeof serveHost>>
test.beforeAll(async () => {
  host = await serveHost('<h1>A page</h1>')
  await enforceWalletUis(true)
})
test.afterAll(async () => {
  await enforceWalletUis(false)
  host.close()
})

// The keys are those of the record.
for (const name of Object.keys(disguises) as (keyof typeof disguises)[])
  test(`IFR-10: no signature under ${name}, in every disguise`, async ({ context }) => {
    await expectNoSignatureUnder(await openHostilePage(context, host.url), name)
  })

test('T-35: an unlimited permit is warned of first, and signed only after a second yes', async ({
  context,
}) => {
  const hostile = await openHostilePage(context, host.url)
  const { frame, page, address } = hostile
  const spender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const field = (name: string, type: string) => ({ name, type })
  const data = {
    domain: { name: 'Coin', chainId: 1, verifyingContract: spender },
    primaryType: 'Sealed',
    types: {
      Sealed: [field('note', 'string'), field('inner', 'Anything')],
      Anything: [field('spender', 'address'), field('value', 'uint256')],
    },
    message: { note: 'hi', inner: { spender, value: (2n ** 256n - 1n).toString() } },
  }
  const request = { method: 'eth_signTypedData_v4', params: [address, JSON.stringify(data)] }
  const pending = await hostile.askFor('', { request })
  await hostile.show()
  const window = await openWalletWindow(page, frame)
  const press = async (label: string) => {
    await readToEnd(window)
    const button = window.locator('.approve[aria-disabled="false"]').filter({ hasText: label })
    await window.mouse.move(1, 1)
    await button.hover()
    // A press counts after the pointer has rested on the sheet.
    await page.waitForTimeout(600)
    await button.click()
  }

  await expect(window.getByRole('dialog')).toContainText('Sealed')
  // Until the user has agreed, no press counts.
  await expect(window.locator('.approve')).toHaveAttribute('aria-disabled', 'true')
  await window.getByRole('checkbox').check()
  expect(await pending.answer()).toBeNull()
  await press('Sign anyway')
  await expect.poll(async () => (await pending.answer())?.data).toBeTruthy()
})
