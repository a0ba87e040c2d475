import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { auditKinds } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'

const sources = fileURLToPath(new URL('..', import.meta.url))
/** They list every kind, recorded or not. */
const lists = ['event-meanings.ts', 'noticed-kinds.ts', 'english.ts', 'arabic.ts']

const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .filter((path) => !lists.some((list) => path.endsWith(list)))
  .map((path) => readFileSync(`${sources}/${path}`, 'utf8'))

describe('T-16: the kinds of the audit log', () => {
  test.each(auditKinds)('%s is recorded by a route, a statement or a command', (kind) => {
    expect(texts.some((text) => text.includes(`'${kind}'`))).toBe(true)
  })
})
