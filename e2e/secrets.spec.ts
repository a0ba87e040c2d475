import { expect, test } from '@playwright/test'
import { leaks, leaksOfCode, spellings, spellingsOfText } from './canaries.js'
import { newAddress } from './new-names.js'
import { codeFor, dev, signIn } from './person.js'
import { everyLog, everyRow } from './places.js'
import { listenTo, recordedIn, recordSecrets, secretsOfFrame } from './recorded-secrets.js'
import { ownStack } from './stacks.js'

test('CUS: shares, keys, codes and tokens do not leak', async ({ browser }) => {
  const context = await browser.newContext()
  await context.addInitScript(recordSecrets)
  const heard = listenTo(context)
  const page = await context.newPage()
  const address = newAddress()

  await signIn(page, address)
  const form = page.getByTestId('sign-message')
  await form.getByRole('button', { name: 'Sign message' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(form.getByTestId('signature')).toHaveText(/^0x/)

  const secrets = await secretsOfFrame(page)
  const { received } = await recordedIn(page)
  const outside = {
    messages: received.join('\n'),
    console: heard.lines.join('\n'),
    log: await everyLog(ownStack().logDir),
    database: await everyRow(dev.databaseUrl),
  }
  const bodies = heard.bodies.join('\n')
  const storage = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  const tokens = [...new Set(bodies.match(/(?<="(?:token|refresh_token)":")[^"]+/g))]

  // Each place was really looked into.
  expect(received.length).toBeGreaterThan(0)
  expect(bodies).toContain('/embedded_wallets')
  expect(outside.log).toContain('/embedded_wallets')
  expect(outside.log).toContain('vault is listening')
  expect(outside.database).toContain(address)
  expect(outside.database).toContain('sallyport_vault.recovery_key')
  expect(tokens.length).toBeGreaterThanOrEqual(2)

  const canaries = secrets.flatMap(spellings)
  expect(leaks(canaries, { ...outside, bodies, storage })).toEqual([])
  expect(leaks(tokens.flatMap(spellingsOfText), outside)).toEqual([])
  expect(leaksOfCode(await codeFor(address), outside)).toEqual([])
  await context.close()
})
