// Writes docs/openapi.json from the contract. Run after `npm run build`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { api } from '@sallyport/contract'
import { openApi } from '@sallyport/contract/open-api'

const root = new URL('../', import.meta.url)
const { version } = JSON.parse(
  readFileSync(new URL('packages/contract/package.json', root), 'utf8'),
)
const document = openApi(api, { title: 'Sallyport API', version })
/** JSON in which a list or an object that fits on a line is one. */
function print(value, indent = '') {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const short = JSON.stringify(value)
  // Ten columns for the name of its property.
  if (indent.length + short.length + 10 <= 140) return short
  const parts = isList
    ? value.map((each) => `${inner}${print(each, inner)}`)
    : Object.entries(value).map(
        ([name, each]) => `${inner}${JSON.stringify(name)}: ${print(each, inner)}`,
      )
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

mkdirSync(new URL('docs/', root), { recursive: true })
writeFileSync(new URL('docs/openapi.json', root), `${print(document)}\n`)
