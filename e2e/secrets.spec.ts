import { expect, test } from '@playwright/test'
import pg from 'pg'
import { leaks } from './canaries.js'
import { dev, newAddress, signIn } from './person.js'

/** Records what a page draws at random and the key material it exports, in every frame, before any script runs. */
function recordSecrets(): void {
  const drawn: number[][] = []
  Object.assign(window, { drawn })
  const draw = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = (array) => {
    const filled = draw(array)
    if (filled instanceof Uint8Array && filled.length >= 15) drawn.push([...filled])
    return filled
  }
  const received: string[] = []
  Object.assign(window, { received })
  window.addEventListener('message', (event) => {
    received.push(
      typeof event.data === 'string'
        ? event.data
        : JSON.stringify(event.data, (_, v) => (typeof v === 'bigint' ? `${v}` : v)),
    )
  })
}

test('CUS: no share or key appears in a body, a message, the console, a log or the database', async ({
  browser,
}) => {
  const context = await browser.newContext()
  await context.addInitScript(recordSecrets)
  const bodies: string[] = []
  const lines: string[] = []
  context.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`))
  context.on('response', async (response) => {
    if (response.request().resourceType() === 'fetch')
      bodies.push(await response.text().catch(() => ''))
  })
  context.on('console', (message) => lines.push(message.text()))
  const page = await context.newPage()

  await signIn(page, newAddress())
  const form = page.getByTestId('sign-message')
  await form.getByRole('button', { name: 'Sign message' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(form.getByTestId('signature')).toHaveText(/^0x/)

  const frame = page
    .frames()
    .find((candidate) => candidate.url().startsWith(`${dev.authUrl}/apps/`))
  const drawn = await frame?.evaluate(() => (window as unknown as { drawn: number[][] }).drawn)
  const secrets = (drawn ?? [])
    .filter((bytes) => [16, 25, 32].includes(bytes.length))
    .map((bytes) => Uint8Array.from(bytes))
  expect(secrets.some((secret) => secret.length === 16)).toBe(true)
  expect(secrets.some((secret) => secret.length === 32)).toBe(true)
  const received = await page.evaluate(() => (window as unknown as { received: string[] }).received)
  const storage = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))

  expect(received.length).toBeGreaterThan(0)
  expect(bodies.some((body) => body.includes('/embedded_wallets'))).toBe(true)
  expect(
    leaks(secrets, {
      bodies: bodies.join('\n'),
      messages: received.join('\n'),
      console: lines.join('\n'),
      storage,
      database: await everyRow(),
      log: process.env.SALLYPORT_E2E_LOG ? await readLog(process.env.SALLYPORT_E2E_LOG) : '',
    }),
  ).toEqual([])
  await context.close()
})

async function readLog(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(path, 'utf8')
}

/** Every column of every table as text; byte columns appear as hex. */
async function everyRow(): Promise<string> {
  const client = new pg.Client({ connectionString: dev.databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname like 'sallyport%'`,
    )
    expect(tables.length).toBeGreaterThan(5)
    const texts = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
      texts.push(...rows.map((row) => row.text))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}
