import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prune } from './lib/pack.mjs'
import { filesOf } from './lib/package-files.mjs'

const licence = 'the licence'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sallyport-packages-'))
  mkdirSync(join(folder, 'dist'))
  write('LICENSE', licence)
  write('README.md', 'words')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string) {
  writeFileSync(join(folder, name), text)
}

describe('filesOf', () => {
  test('a package with licence, words and whole source maps has no problem', () => {
    write('a.ts', '')
    write('dist/a.js.map', JSON.stringify({ sources: ['../a.ts'] }))

    expect(filesOf(folder, licence)).toEqual([])
  })

  test('error: names a map whose source is missing', () => {
    write('dist/a.js.map', JSON.stringify({ sources: ['../src/a.ts'] }))

    expect(filesOf(folder, licence)).toEqual([
      'dist/a.js.map points to ../src/a.ts, which is missing',
    ])
  })

  test.each(['dist/a.test.js', 'dist/.tsbuildinfo'])('error: names %s', (name) => {
    write(name, '')

    expect(filesOf(folder, licence)).toEqual([`${name} does not belong into the package`])
  })

  test('error: names another licence and missing words', () => {
    write('LICENSE', 'another')
    rmSync(join(folder, 'README.md'))

    expect(filesOf(folder, licence)).toHaveLength(2)
  })
})

test('prune removes what was built of a source that is gone, and nothing else', () => {
  write('here.ts', '')
  for (const name of ['here', 'gone']) {
    write(`dist/${name}.js`, '')
    write(`dist/${name}.js.map`, JSON.stringify({ sources: [`../${name}.ts`] }))
  }

  prune(join(folder, 'dist'))

  expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['here.js', 'here.js.map'])
})
