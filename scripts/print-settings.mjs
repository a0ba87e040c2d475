/*
 * Writes the reference of all settings into docs/operate/configuration.md, and the schema of those of deploy/kubernetes/settings.yaml, from what each
 * program reads.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withReferences } from './lib/settings-reference.mjs'
import { settingsSchema } from './lib/settings-schema.mjs'

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
const schema = settingsSchema({
  api: serverSettings,
  pages: pagesSettings,
  vault: vaultSettings,
  signer: signerSettings,
})
writeFileSync(
  `${root}deploy/kubernetes/settings.schema.json`,
  `${JSON.stringify(schema, null, 2)}\n`,
)
