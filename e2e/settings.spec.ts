import { expect, test } from '@playwright/test'
import { newAddress } from './new-names.js'
import { dev, watchNoise } from './person.js'

const settings = `${dev.dashboardUrl}/settings`

test('the settings page adds pasted entries to the deny list, names what it cannot read, and removes', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  await page.goto(settings)
  const [first, second] = [newAddress(), newAddress()]
  const field = page.getByLabel('Add to the deny list')
  await field.fill(`${first}\n${second}\nada`)
  const form = page.locator('form').filter({ has: field })
  // Off while the list is being loaded: the keyboard would pass it.
  await expect(form.getByRole('button', { name: 'Add' })).toBeEnabled()
  await field.press('Tab')
  await page.keyboard.press('Enter')

  const list = page.getByRole('list', { name: 'Deny list' })
  await expect(list.getByText(second)).toBeVisible()
  await expect(page.getByText('2 entries added. The rest is not an entry.')).toBeVisible()
  await expect(field).toHaveValue('ada')
  for (const address of [first, second]) {
    await list.getByRole('button', { name: `Remove ${address}` }).click()
    await expect(page.getByText(`${address} removed`)).toBeVisible()
  }
  expect(noise).toEqual([])
})

test('the settings page saves credentials of a provider and never receives its secret', async ({
  page,
}) => {
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/app')) answers.push(await response.text().catch(() => ''))
  })
  await page.goto(settings)
  const row = page.locator('details').filter({ hasText: 'Twitch' })
  await row.locator('summary').click()
  const secret = row.getByLabel('Client secret')
  await expect(secret).toHaveValue('')
  await expect(secret).toHaveAttribute('placeholder', 'Stored. Type to replace it')
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await row.getByRole('button', { name: 'Save Twitch' }).click()

  expect((await saved).status()).toBe(200)
  await expect(row.getByText('Simulated')).toBeVisible()
  expect(answers.length).toBeGreaterThan(2)
  expect(answers.join()).not.toMatch(/"client_secret"|"telegram_bot_token":/)
})

test('the settings page takes the wallets of Farcaster profiles, and refuses an app account that is none', async ({
  page,
}) => {
  await page.goto(settings)
  const card = page.getByRole('region', { name: 'Farcaster' })
  const save = async (isOn: boolean) => {
    await card.getByRole('switch', { name: 'Link the wallets of a profile' }).click()
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    expect(await (await saved).json()).toMatchObject({ farcaster_link_wallets_enabled: isOn })
  }
  await save(true)
  await save(false)

  const account = card.getByLabel('App account')
  await expect(account).toHaveAttribute('placeholder', 'Stored. Type to replace it')
  await account.fill('12:0xabc')
  await card.getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText('farcaster_app_account does not have the form of one')).toBeVisible()
})

test('the settings page makes and removes a test account', async ({ page }) => {
  await page.goto(settings)
  const list = page.getByRole('list', { name: 'Test accounts' })
  const made = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Add a test account' }).click()
  const { email, otp_code } = await (await made).json()

  await expect(list.getByText(email)).toBeVisible()
  await expect(list.getByText(otp_code).first()).toBeVisible()
  await list.getByRole('button', { name: `Remove ${email}` }).click()
  await expect(page.getByText(email)).toHaveCount(0)
})

test('the settings page shows a refused change and keeps it', async ({ page }) => {
  await page.goto(settings)
  await page.getByLabel('JWKS URL').last().fill('not a URL')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()

  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('JWKS URL').last()).toHaveValue('not a URL')
})

test('a simulator answers what its page was switched to', async ({ page }) => {
  await page.goto(`${dev.dashboardUrl}/simulators`)
  const field = page.getByLabel('Telegram')
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await field.selectOption('after five seconds')
  await saved
  await page.reload()
  await expect(field).toHaveValue('slow')
  await page.goto(dev.telegramUrl)
  const answer = page.getByLabel('Answer')
  await expect(answer).toHaveValue('slow')

  await page.goto(`${dev.dashboardUrl}/simulators`)
  const restored = page.waitForResponse((response) => response.request().method() === 'POST')
  await field.selectOption('as Telegram does')
  await restored
  await page.goto(dev.telegramUrl)
  await expect(answer).toHaveValue('right')
})

test('the settings page says which second factors users may add', async ({ page }) => {
  const offered = async () => {
    const response = await fetch(`${dev.authUrl}/api/v1/apps/${dev.appId}`)
    return (await response.json()).mfa_methods
  }
  const card = page.getByRole('region', { name: 'Second factors' })
  const toggle = async () => {
    const saved = page.waitForResponse((each) => each.request().method() === 'PATCH' && each.ok())
    await card.getByRole('switch', { name: 'Text message' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await saved
  }
  await page.goto(`${dev.dashboardUrl}/settings`)
  await toggle()
  expect(await offered()).toEqual(['totp', 'passkey'])
  await toggle()
  expect(await offered()).toEqual(['totp', 'passkey', 'sms'])
})

test('the settings page saves how users add money, and refuses an amount and a key that are none', async ({
  page,
}) => {
  const card = page.getByRole('region', { name: 'Funding' })
  const save = async () => {
    const saved = page.waitForResponse((each) => each.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    return saved
  }
  await page.goto(settings)
  const amount = card.getByLabel('Recommended amount')
  const before = await amount.inputValue()
  await amount.fill('0.0.1')
  expect((await save()).status()).toBe(400)
  await expect(page.getByText(/default_recommended_amount must be a decimal/)).toBeVisible()

  const coinbase = card.getByRole('switch', { name: 'Coinbase' })
  await amount.fill('0.03')
  await coinbase.click()
  expect((await (await save()).json()).funding_config).toMatchObject({
    default_recommended_amount: '0.03',
    methods: ['moonpay', 'external'],
  })
  await amount.fill(before)
  await coinbase.click()
  expect((await (await save()).json()).funding_config).toMatchObject({
    default_recommended_amount: before,
    methods: ['moonpay', 'coinbase-onramp', 'external'],
  })

  const secret = card.getByLabel('MoonPay secret key', { exact: true })
  await expect(secret).toHaveAttribute('placeholder', 'Stored. Type to replace it')
  await secret.fill('pk_live_notasecret')
  await card.getByRole('button', { name: 'Replace' }).first().click()
  await expect(page.getByText('moonpay_secret_key does not have the form of one')).toBeVisible()
})

test('the settings page saves what users let the back end do, refuses an amount and a key that are none, and turns it off', async ({
  page,
}) => {
  const card = page.getByRole('region', { name: 'Delegated wallets' })
  const save = async () => {
    const saved = page.waitForResponse((each) => each.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    return saved
  }
  await page.goto(settings)
  const most = card.getByLabel('Most in 24 hours')
  await expect(most).toHaveValue('0.1')
  await most.fill('0.0.5')
  expect((await save()).status()).toBe(400)
  await most.fill('0.050')
  const recipients = card.getByLabel('Recipients')
  await recipients.fill(`0x${'AB'.repeat(20)}`)
  await card.getByRole('switch', { name: 'Sign typed data' }).click()
  expect((await (await save()).json()).delegated_actions.policy).toEqual({
    version: 1,
    messages: true,
    typedData: false,
    transactions: {
      chainIds: ['31337'],
      recipients: [`0x${'ab'.repeat(20)}`],
      mostWeiPerDay: '50000000000000000',
    },
  })

  const asks = card.getByRole('switch', { name: 'Ask users for access while they’re away' })
  await asks.click()
  expect((await (await save()).json()).delegated_actions).toBeNull()
  await asks.click()
  const keys = card.getByLabel('Authorization keys')
  const key = await keys.inputValue()
  await keys.fill('MFkwnotakey')
  expect((await save()).status()).toBe(400)
  await expect(page.getByText(/authorization_keys must be P-256 public keys/)).toBeVisible()
  await keys.fill(key)
  await most.fill('0.1')
  await recipients.fill('')
  await card.getByRole('switch', { name: 'Sign typed data' }).click()
  expect((await (await save()).json()).delegated_actions.policy).toMatchObject({
    typedData: true,
    transactions: { recipients: null, mostWeiPerDay: '100000000000000000' },
  })
})
