import { configDefaults, defineConfig } from 'vitest/config'

/** `quick` (npm test) leaves out `*.deep.test.ts`; `named` and `deep` do not. */
const isQuick = (process.env.SALLYPORT_TESTS ?? 'quick') === 'quick'

export default defineConfig({
  test: {
    include: [
      '{packages,apps}/*/src/**/*.test.{ts,tsx}',
      'packages/react/gallery/*.test.ts',
      'e2e/pictures/*.test.ts',
      '{scripts,bench}/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...(isQuick ? ['**/*.deep.test.{ts,tsx}'] : [])],
    environment: 'node',
    globalSetup: ['packages/testing/src/global-setup.ts'],
    setupFiles: ['packages/testing/src/without-frames.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
