import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { hookReference } from './lib/hook-reference.mjs'
import { membersOf, providerReference } from './lib/provider-reference.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

// After a change of the types: npm run build && node scripts/print-hooks.mjs
describe('docs/start', () => {
  test('hooks.md has every hook as it is declared', () => {
    expect(read('docs/start/hooks.md')).toBe(hookReference(root))
  })

  test('hooks.md has the hooks that the package exports, each with a sentence', () => {
    const page = read('docs/start/hooks.md')
    const exported = read('packages/react/exports.txt').split('\n')
    const sections = page.split(/^### /m).slice(1)

    for (const hook of exported.filter((name) => /^use[A-Z]/.test(name)))
      expect(page, hook).toContain(`### ${hook}\n`)
    expect(sections.filter((each) => /^use\w+\n\n\n/.test(each))).toEqual([])
  })

  test('provider.md has every setting as it is declared, each with what it does', () => {
    const page = read('docs/start/provider.md')

    expect(page).toBe(providerReference(root))
    expect(page.split('\n').filter((line) => / \| {2}\|$/.test(line))).toEqual([])
  })
})

describe('membersOf', () => {
  test('names the members of members by their path', () => {
    const text =
      'export interface A {\n    /** One. */\n    one: string;\n    two?: {\n        /** Three. */\n        three?: number;\n    };\n}\n'

    expect(membersOf(text, 'A')).toEqual([
      { path: 'one', type: 'string', prose: 'One.' },
      { path: 'two.three', type: 'number', prose: 'Three.' },
    ])
  })

  test('error: an unknown interface', () => {
    expect(() => membersOf('', 'B')).toThrow('There is no interface B')
  })
})
