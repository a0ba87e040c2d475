import { expect, test } from '@playwright/test'
import { createPublicClient, http } from 'viem'
import { newAddress } from './new-names.js'
import { dev, signIn } from './person.js'
import { readAndPress } from './read-to-end.js'

const chain = createPublicClient({ transport: http(dev.evmRpcUrl) })
const token = `0x${'a1'.repeat(20)}` as const
const drainer = `0x${'a4'.repeat(20)}` as const
const eve = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const transfer = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Logs three topics and a word from the data of the call. */
const logger = '0x6060355f526040356020355f3560205fa300'
/** Calls the token with 128 bytes that follow the code, whatever it is called with. */
const callsToken = `608061${'0026'}5f395f5f60805f5f73${token.slice(2)}5af15000`
const word = (value: string) => value.replace('0x', '').toLowerCase().padStart(64, '0')

test('T-38: a payment whose recipient takes tokens is not sent by one press', async ({ page }) => {
  test.setTimeout(120_000)
  const { ethereum } = await signIn(page, newAddress())
  const taken = [transfer, word(ethereum), word(eve), word('0x1f4')].join('')
  const setCode = (address: string, code: string) =>
    // A method of anvil's, which viem's client does not know.
    chain.request({ method: 'anvil_setCode', params: [address, code] } as never)
  await setCode(token, logger)
  await setCode(drainer, `0x${callsToken}${taken}`)
  await page.getByTestId('ethereum-wallet').getByRole('button', { name: 'Get test funds' }).click()
  await expect(page.getByTestId('ethereum-balance')).toHaveText(/^10(\.0*)? ETH$/)
  const form = page.getByTestId('send-ether')
  const dialog = page.getByRole('dialog')
  const send = async () => {
    await form.getByLabel('Recipient').fill(drainer)
    await form.getByLabel('Amount').fill('1.5')
    await form.getByRole('button', { name: 'Send ETH' }).click()
    await expect(dialog.getByText('The simulation doesn’t match the request')).toBeVisible()
    await expect(dialog.getByText(/More would leave your wallet.*−500 /)).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Approve/ })).toBeDisabled()
  }

  await test.step('rejecting sends nothing', async () => {
    await send()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog).toBeHidden()
    expect(await chain.getBalance({ address: drainer })).toBe(0n)
  })

  await test.step('going on shows what leaves, and sends by a button that says so', async () => {
    await send()
    await expect(dialog.getByText('Balance changes')).toBeVisible()
    await dialog.getByRole('checkbox').check()
    await readAndPress(page, 'Approve anyway')
    await expect(form.getByTestId('hash')).toHaveText(/^0x[0-9a-f]{64}$/)
    expect(await chain.getBalance({ address: drainer })).toBe(15n * 10n ** 17n)
  })
})
