import { expect, test } from '@playwright/test'
import { newAddress } from './new-names.js'
import { dev, signIn, watchNoise } from './person.js'
import { readAndPress } from './read-to-end.js'

test('a user creates both Bitcoin wallets, signs a message and sends coins that the chain verifies', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const noise = watchNoise(context)
  await signIn(page, newAddress())
  const dialog = page.getByRole('dialog')
  const section = page.locator('#bitcoin')

  for (const chain of ['bitcoin-segwit', 'bitcoin-taproot'] as const) {
    await test.step(chain, async () => {
      await section.getByRole('button', { name: 'Create wallet' }).first().click()
      const card = page.getByTestId(`${chain}-wallet`)
      await expect(card.getByTestId(`${chain}-address`)).toHaveText(/^bcrt1[qp]/)
      await card.getByRole('button', { name: 'Get test funds' }).click()
      await expect(card.getByTestId(`${chain}-balance`)).toHaveText(/^1 BTC$/)

      const sign = page.getByTestId(`sign-${chain}`)
      await sign.getByRole('button', { name: 'Sign message' }).click()
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(sign.getByTestId('signature')).toHaveText(/^[A-Za-z0-9+/]+=*$/)
      await expect(dialog).toBeHidden()

      const send = page.getByTestId(`send-${chain}`)
      await send.getByLabel('Amount').fill('0.25')
      await send.getByRole('button', { name: 'Send BTC' }).click()
      await expect(dialog.getByText('0.25 BTC').first()).toBeVisible()
      await expect(dialog.getByText('sat/vB')).toBeVisible()
      await readAndPress(page, 'Approve')
      const txid = await send.getByTestId('hash').innerText()
      await expect
        .poll(async () => (await fetch(`${dev.esploraUrl}/tx/${txid}/status`)).json())
        .toMatchObject({ confirmed: true })
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(card.getByTestId(`${chain}-balance`)).toHaveText(/^0\.7\d* BTC$/)
    })
  }
  expect(noise).toEqual([])
})
