import { test } from '@playwright/test'
import { serveHost } from './bare-host.js'
import { custody, expectOneOfEachAfter, expectRecoveredAfter, nameOf } from './closed-tabs.js'

/* At every request: closed-tabs.deep.spec.ts. */

let host: Awaited<ReturnType<typeof serveHost>>
test.beforeAll(async () => {
  host = await serveHost('')
})
test.afterAll(() => host.close())

for (const cut of [
  { request: custody.create, when: 'after' },
  { request: custody.confirm, when: 'before' },
] as const)
  test(`R07: a tab closed ${nameOf(cut)} while wallets are made leaves one of each, which sign`, async ({
    browser,
  }) => {
    await expectOneOfEachAfter(browser, { cut, url: host.url })
  })

for (const cut of [
  { request: custody.generation, when: 'after' },
  { request: custody.confirm, when: 'before' },
] as const)
  test(`R07: a tab closed ${nameOf(cut)} while a wallet is recovered leaves it to the next`, async ({
    browser,
  }) => {
    await expectRecoveredAfter(browser, { cut, url: host.url })
  })
