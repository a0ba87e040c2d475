import { test } from '@playwright/test'
import { serveHost } from './bare-host.js'
import { custody, expectOneOfEachAfter, expectRecoveredAfter, nameOf } from './closed-tabs.js'

/* At every request: closed-tabs.deep.spec.ts. */

let host: Awaited<ReturnType<typeof serveHost>>
test.beforeAll(async () => {
  host = await serveHost('')
})
test.afterAll(() => host.close())

for (const cut of [{ request: custody.create, when: 'after' }] as const)
  test(`R07: a tab closed ${nameOf(cut)} during the creation leaves one wallet per chain, and both sign`, async ({
    browser,
  }) => {
    await expectOneOfEachAfter(browser, { cut, url: host.url })
  })

for (const cut of [{ request: custody.confirm, when: 'before' }] as const)
  test(`R07: a tab closed ${nameOf(cut)} during a recovery leaves the recovery to the next tab`, async ({
    browser,
  }) => {
    await expectRecoveredAfter(browser, { cut, url: host.url })
  })
