import { defineConfig } from '@playwright/test'

const isQuick = (process.env.SALLYPORT_TESTS ?? 'quick') === 'quick'

/** The main job in the engines of other browsers; see docs/develop/testing.md. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: isQuick ? ['*.deep.spec.ts'] : [],
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results/engines',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  projects: ['firefox', 'webkit', ...(isQuick ? [] : ['chromium'])].map((name) => ({ name })),
})
