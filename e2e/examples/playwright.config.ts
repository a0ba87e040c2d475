import base from '../playwright.config.js'

/** The example apps, installed from packed tarballs: `npm run test:examples`. */
export default {
  ...base,
  testDir: '.',
  globalSetup: './global-setup.ts',
  testIgnore: [],
  workers: 1,
  outputDir: '../../test-results',
}
