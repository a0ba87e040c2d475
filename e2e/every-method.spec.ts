import { test } from '@playwright/test'
import { liveThrough } from './every-method.js'
import { wayOf } from './login-ways.js'

test.use({ actionTimeout: 20_000 })
test.describe.configure({ mode: 'parallel' })

/* All methods: every-method.deep.spec.ts. */

for (const title of ['Google', 'a passkey'])
  test(`a user links ${title}, logs in by it, removes it, and it makes a user of its own`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    await liveThrough(browser, wayOf(title))
  })
