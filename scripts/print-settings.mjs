/* Writes the reference of all settings into docs/operate/configuration.md; its own settings schema is what each program reads. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withReferences } from './lib/settings-reference.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const path = `${root}docs/operate/configuration.md`
const { migrateSettings, serverSettings } = await import('../apps/server/dist/settings.js')
const { pagesSettings } = await import('../apps/pages/dist/settings.js')
const { vaultSettings } = await import('../apps/vault/dist/settings.js')
const { signerSettings } = await import('../apps/signer/dist/settings.js')
writeFileSync(
  path,
  withReferences(readFileSync(path, 'utf8'), {
    server: serverSettings,
    vault: vaultSettings,
    signer: signerSettings,
    pages: pagesSettings,
    migrate: migrateSettings,
  }),
)
