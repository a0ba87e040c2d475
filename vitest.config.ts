import { configDefaults, defineConfig } from 'vitest/config'

/** `quick` (npm test) leaves out `*.deep.test.ts`; `named` and `deep` do not. */
const isQuick = (process.env.SALLYPORT_TESTS ?? 'quick') === 'quick'
const deep = isQuick ? ['**/*.deep.test.{ts,tsx}'] : []

/** Tests that replace a library: the module they test has to be loaded anew. */
const faultTests = '**/*-fault.test.ts'

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: [
      'packages/testing/src/without-frames.ts',
      'packages/testing/src/record-statements.ts',
      'packages/react/src/test-kit/wait-for-slow-machines.ts',
    ],
    // For a machine with much else to do: what hangs is found, what is slow is not taken for it.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          // The files of a worker share its modules: loading the server anew for each of them took half of the time.
          isolate: false,
          globalSetup: ['packages/testing/src/global-setup.ts'],
          include: [
            '{packages,apps}/*/src/**/*.test.{ts,tsx}',
            'packages/react/gallery/*.test.ts',
            'e2e/pictures/*.test.ts',
            '{scripts,bench}/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...deep, faultTests],
        },
      },
      {
        extends: true,
        test: { name: 'faults', include: [`{packages,apps}/*/src/${faultTests}`] },
      },
    ],
  },
})
