import { defineConfig } from '@playwright/test'
import { launchOptions } from './launch-options.js'

/** `quick` (npm test) leaves out `*.deep.spec.ts` and tests tagged `@deep`; `named` and `deep` do not. */
const isQuick = (process.env.SALLYPORT_TESTS ?? 'quick') === 'quick'

/** The main job in a real browser on the stack that `npm start` runs, with storage partitioned as browsers do it. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Examples are slow to install, and other engines have drivers of their own: each has a command of its own.
  testIgnore: ['examples/**', 'engines/**', ...(isQuick ? ['**/*.deep.spec.ts'] : [])],
  globalSetup: './global-setup.ts',
  // Tests of a plain file that only the deep tier runs: docs/develop/testing.md names them.
  ...(isQuick ? { grepInvert: /@deep/ } : {}),
  outputDir: '../test-results',
  fullyParallel: false,
  // Each has a stack of its own; at most four.
  workers: 3,
  // For a machine with much else to do: a page that is right is not waited for.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'en-US',
    launchOptions,
    // A trace takes a fifth of a test's time: it is for who runs a failed one by hand.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
})
