// Writes docs/openapi.json from the contract. Run after `npm run build`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { api } from '@sallyport/contract'
import { openApi } from '@sallyport/contract/open-api'

const root = new URL('../', import.meta.url)
const { version } = JSON.parse(
  readFileSync(new URL('packages/contract/package.json', root), 'utf8'),
)
const document = openApi(api, { title: 'Sallyport API', version })
mkdirSync(new URL('docs/', root), { recursive: true })
writeFileSync(new URL('docs/openapi.json', root), `${JSON.stringify(document, null, 2)}\n`)
