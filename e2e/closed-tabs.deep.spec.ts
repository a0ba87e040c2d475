import { test } from '@playwright/test'
import { serveHost } from './bare-host.js'
import {
  creation,
  expectOneOfEachAfter,
  expectRecoveredAfter,
  nameOf,
  recovery,
} from './closed-tabs.js'

let host: Awaited<ReturnType<typeof serveHost>>
test.beforeAll(async () => {
  host = await serveHost('')
})
test.describe.configure({ mode: 'parallel' })
test.afterAll(() => host.close())

for (const cut of creation)
  test(`R07: a tab closed ${nameOf(cut)} during the creation leaves one wallet per chain, and both sign`, async ({
    browser,
  }) => {
    await expectOneOfEachAfter(browser, { cut, url: host.url })
  })

for (const cut of recovery)
  test(`R07: a tab closed ${nameOf(cut)} during a recovery leaves the recovery to the next tab`, async ({
    browser,
  }) => {
    await expectRecoveredAfter(browser, { cut, url: host.url })
  })
