import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rows = read('docs/start/migration.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, theirs = '', ours = ''] = line.split('|')
    return { theirs: namesIn(theirs), ours }
  })
const exported = new Set(read('packages/react/exports.txt').split('\n'))

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])
}

describe('docs/start/migration.md', () => {
  test('every hook it names as ours is exported', () => {
    const hooks = rows.flatMap(({ ours }) => namesIn(ours).filter((name) => /^use[A-Z]/.test(name)))

    expect(hooks.length).toBeGreaterThan(15)
    expect(hooks.filter((name) => !exported.has(name))).toEqual([])
  })

  test('what is exported under their name is not called missing', () => {
    const missing = rows.filter(({ ours }) => ours.includes('not yet'))
    const names = missing.flatMap(({ theirs }) => theirs)

    expect(names.filter((name) => exported.has(name))).toEqual([])
  })

  test('every hook we export is in it', () => {
    const text = read('docs/start/migration.md')
    const hooks = [...exported].filter((name) => /^use[A-Z]/.test(name))

    expect(hooks.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  test('no name is in it twice', () => {
    const names = rows.flatMap(({ theirs }) => theirs).filter((name) => /^use[A-Z]/.test(name))

    expect(names).toEqual([...new Set(names)])
  })
})
