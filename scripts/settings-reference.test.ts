import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagesSettings } from '../apps/pages/src/settings.js'
import { migrateSettings, serverSettings } from '../apps/server/src/settings.js'
import { signerSettings } from '../apps/signer/src/settings.js'
import { vaultSettings } from '../apps/vault/src/settings.js'
import { withReferences } from './lib/settings-reference.mjs'

test('docs/operate/configuration.md lists every setting as the programs read it', () => {
  const page = readFileSync(new URL('../docs/operate/configuration.md', import.meta.url), 'utf8')

  // After a change of a setting: npm run build && node scripts/print-settings.mjs
  const programs = {
    server: serverSettings,
    vault: vaultSettings,
    signer: signerSettings,
    pages: pagesSettings,
    migrate: migrateSettings,
  }
  expect(page).toBe(withReferences(page, programs))
})
