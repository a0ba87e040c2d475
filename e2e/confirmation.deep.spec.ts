import { test } from '@playwright/test'
import { serveHost } from './bare-host.js'
import { disguises, expectNoSignatureUnder } from './disguises.js'
import { enforceWalletUis, openHostilePage } from './enforced.js'

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
