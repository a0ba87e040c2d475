import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { optionalPeerProblems } from './lib/optional-peers.mjs'
import { prune } from './lib/pack.mjs'
import { filesOf, tooManyDeclarations } from './lib/package-files.mjs'

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

test('tooManyDeclarations counts declarations alone', () => {
  write('dist/a.js', 'x'.repeat(100))
  write('dist/a.d.ts', 'x'.repeat(10))

  expect(tooManyDeclarations(folder, 10)).toEqual([])
  expect(tooManyDeclarations(folder, 9)).toEqual([
    'its declarations are 10 bytes, at most 9 are wanted',
  ])
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

describe('optionalPeerProblems', () => {
  /** A package `@sallyport/core` with an optional viem, and these files. */
  function problemsOf(files: Record<string, string>) {
    const root = join(folder, '@sallyport', 'core')
    mkdirSync(join(root, 'dist'), { recursive: true })
    const entry = { types: './dist/index.d.ts', default: './dist/index.js' }
    const manifest = {
      exports: { '.': entry },
      peerDependenciesMeta: { viem: { optional: true } },
      alias: { viem: './viem.cjs' },
    }
    const all = {
      'dist/index.js': "import './late.js'",
      'dist/index.d.ts': '',
      'dist/late.js': '',
      'viem.cjs': '',
      'package.json': JSON.stringify(manifest),
      ...files,
    }
    for (const [name, text] of Object.entries(all)) writeFileSync(join(root, name), text)
    return optionalPeerProblems(folder, ['core'])
  }
  const late = '@sallyport/core/dist/late.js'

  test('accepts an import inside of try', () => {
    const code = "export async function load() { try { return await import('viem') } catch {} }"
    expect(problemsOf({ 'dist/late.js': code })).toEqual([])
  })

  test.each([
    "const load = () => import('viem')",
    "try { one() } catch { await import('viem') }",
    "import { isHex } from 'viem'",
  ])('error: names a file that needs the peer: %s', (code) => {
    expect(problemsOf({ 'dist/late.js': code })).toEqual([
      `${late} needs viem in an app without it`,
    ])
  })

  test('error: names a peer that the alias of Parcel lacks', () => {
    const code = "async function load() { try { await import('viem/actions') } catch {} }"
    expect(problemsOf({ 'dist/late.js': code })).toEqual([
      `${late}: Parcel's alias lacks viem/actions`,
    ])
  })

  test('error: names a declaration that mentions the peer', () => {
    const code = "export declare const hash: import('viem').Hex"
    expect(problemsOf({ 'dist/index.d.ts': code })).toEqual([
      '@sallyport/core/dist/index.d.ts needs viem in an app without it',
    ])
  })
})
