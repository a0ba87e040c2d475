import type { LaunchOptions } from '@playwright/test'

/** How the tests start Chromium. */
export const launchOptions = {
  executablePath: new URL('../scripts/chromium.sh', import.meta.url).pathname,
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--no-first-run',
    '--disable-component-update',
    '--disable-sync',
  ],
} satisfies LaunchOptions
