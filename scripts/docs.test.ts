import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appSettings } from '@sallyport/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { build } from './lib/build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? [`docs/${name}`] : [],
  ),
]
const [quickstart = ''] =
  /(?<=```tsx src\/main\.tsx\n)[\s\S]*?(?=```)/.exec(read('README.md')) ?? []

describe('README', () => {
  // Writes the declarations, when nothing has yet.
  beforeAll(async () => {
    expect(await build(root, () => undefined, { pages: false, types: true })).toBeUndefined()
  }, 300_000)

  test('the quickstart has at most 12 lines', () => {
    expect(quickstart.trim().split('\n').length).toBeLessThanOrEqual(12)
  })

  test('the quickstart compiles against the packages', () => {
    const folder = join(root, 'packages', 'react', '.quickstart')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'quickstart.tsx'), quickstart)
    const options = {
      extends: '../../../tsconfig.base.json',
      compilerOptions: {
        composite: false,
        declaration: false,
        declarationMap: false,
        emitDeclarationOnly: false,
        noEmit: true,
        jsx: 'react-jsx',
        lib: ['ES2023', 'DOM'],
      },
      files: ['quickstart.tsx'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    try {
      execFileSync(
        process.execPath,
        [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', folder],
        { encoding: 'utf8' },
      )
    } catch (error) {
      // tsc says what is wrong on standard output.
      expect.fail((error as { stdout: string }).stdout)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('every command it names is a script of the project', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = [...read('README.md').matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name]) => name)

    expect(named.length).toBeGreaterThan(3)
    expect(
      named.filter(
        (name) => !['install', 'create'].includes(name as string) && !((name as string) in scripts),
      ),
    ).toEqual([])
  })
})

describe('docs', () => {
  test.each(pages)('%s links to files that exist', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, link]) => link as string,
    )

    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([])
  })

  test('docs/README.md lists every page once, but for those of decisions, which the architecture page lists', () => {
    const listed = (page: string) =>
      [...read(`docs/${page}`).matchAll(/\]\(([a-z][^)#]*\.md)\)/g)].map(([, link]) =>
        join('docs', dirname(page), link as string),
      )
    const written = pages.filter((page) => !['README.md', 'docs/README.md'].includes(page))
    const isDecision = (page: string) => page.startsWith('docs/develop/decisions/')

    expect(listed('README.md').sort()).toEqual(written.filter((page) => !isDecision(page)).sort())
    expect(listed('develop/architecture.md')).toEqual(
      expect.arrayContaining(written.filter(isDecision)),
    )
  })

  test('a login by code touches at most 14 files from the screen to the session row, and each exists', () => {
    const page = read('docs/develop/architecture.md')
    const [section = ''] = page.slice(page.indexOf('## A login\n')).split('\n## A signature', 1)
    const files = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file as string)

    expect(files.length).toBeGreaterThan(8)
    expect(files.length).toBeLessThanOrEqual(14)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('every setting in the configuration page is one that the code reads', () => {
    const code = [
      'apps/server/src',
      'apps/signer/src',
      'apps/vault/src',
      'packages/process/src',
      'apps/pages/src',
      'apps/sandbox/src',
      'scripts',
    ]
      .map(everyFile)
      .join('\n')
    const settings = [...new Set(read('docs/operate/configuration.md').match(/SALLYPORT_[A-Z_]+/g))]

    expect(settings.length).toBeGreaterThan(10)
    expect(settings.filter((name) => !code.includes(name))).toEqual([])
  })
})

function everyFile(folder: string): string {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => read(join(folder, name)))
    .join('\n')
}

describe('docs/start/app-settings.md', () => {
  const page = read('docs/start/app-settings.md')

  test('its example is a change that the server takes', () => {
    const [, body = ''] = /-d '(\{[\s\S]*?\})'/.exec(page) ?? []

    expect(appSettings.safeParse(JSON.parse(body)).success).toBe(true)
  })

  test('every key it names is a setting', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| '))
    const named = rows
      .slice(2)
      .flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, key]) => key))

    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((key) => !(String(key) in appSettings.shape))).toEqual([])
  })
})
