import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { pagesSettings } from '../apps/pages/src/settings.js'
import { serverSettings } from '../apps/server/src/settings.js'
import { signerSettings } from '../apps/signer/src/settings.js'
import { vaultSettings } from '../apps/vault/src/settings.js'
import { settingsSchema } from './lib/settings-schema.mjs'

interface ConfigMap {
  metadata: { name: string }
  data: Record<string, unknown>
}

const read = (name: string) =>
  readFileSync(new URL(`../deploy/kubernetes/${name}`, import.meta.url), 'utf8')
const schema = JSON.parse(read('settings.schema.json'))
const validate = new Ajv().compile(schema)
const maps = parseAllDocuments(read('settings.yaml')).map((each) => each.toJS() as ConfigMap)
const [api] = maps
const withSetting = (name: string, value: unknown) => ({
  ...api,
  data: { ...api?.data, [name]: value },
})

describe('deploy/kubernetes/settings.schema.json', () => {
  // After a change of a setting: npm run build && node scripts/print-settings.mjs
  test('is of the settings that the programs read', () => {
    const programs = {
      api: serverSettings,
      pages: pagesSettings,
      vault: vaultSettings,
      signer: signerSettings,
    }
    expect(schema).toEqual(settingsSchema(programs))
  })

  test.each(maps.map((each) => [each.metadata.name, each] as const))(
    'accepts the ConfigMap %s',
    (_, map) => {
      expect(validate(map), JSON.stringify(validate.errors)).toBe(true)
    },
  )

  test.each([
    ['a misspelt setting', withSetting('SALLYPORT_PUBLIC_UR', 'https://auth.example.com')],
    ['a secret in clear', withSetting('DATABASE_URL', 'postgres://api:secret@db/sallyport')],
    ['a setting of another program', withSetting('SALLYPORT_VAULT_KEK_FILE', '/x')],
    ['a number without quotes', withSetting('SALLYPORT_PORT', 4400)],
    ['a map of an unknown program', { ...api, metadata: { name: 'apis' } }],
  ])('error: refuses %s', (_, map) => {
    expect(validate(map)).toBe(false)
  })
})
