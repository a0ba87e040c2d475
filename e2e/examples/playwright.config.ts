import base from '../playwright.config.js'

/** The example apps, installed from packed tarballs: `npm run test:examples`. */
export default {
  ...base,
  testDir: '.',
  globalSetup: './global-setup.ts',
  testIgnore: [],
  workers: 1,
  // Most of it is the installation and the build of an app, on a machine with much else to do.
  timeout: 1_200_000,
  outputDir: '../../test-results',
}
