import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { allowed, checkBoundaries, rules } from './lib/check-boundaries.mjs'
import { checkChains } from './lib/check-chains.mjs'
import { checkExports } from './lib/check-exports.mjs'
import { checkLicences } from './lib/check-licences.mjs'
import { checkSizes } from './lib/check-sizes.mjs'
import { checkWording } from './lib/check-wording.mjs'
import { runChecks } from './lib/checks.mjs'
import { screensOf } from './lib/imports.mjs'
import { tooOld } from './lib/node-version.mjs'
import { timedLog } from './lib/timed-log.mjs'
import { unusedExports } from './lib/unused-exports.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checks-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function plant(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

describe('checkSizes', () => {
  test('error: names a file of 301 lines and its length', () => {
    plant('packages/core/src/long.ts', '\n'.repeat(301))
    plant('packages/core/src/right.ts', '\n'.repeat(300))
    plant('packages/core/src/long.test.ts', '\n'.repeat(500))
    plant('scripts/long.mjs', '\n'.repeat(111))

    expect(checkSizes(root)).toEqual([
      'packages/core/src/long.ts has 301 lines; the most is 300',
      'scripts/long.mjs has 111 lines; the most is 110',
    ])
  })

  test('lets vectors, texts and generated files be long', () => {
    for (const path of ['vectors/a.ts', 'copy/en.ts', 'routes.gen.ts'])
      plant(`packages/core/src/${path}`, '\n'.repeat(900))

    expect(checkSizes(root)).toEqual([])
  })
})

describe('checkWording', () => {
  test.each([
    ['// Whoever calls it waits.', 'whoever'],
    ["const text = 'nobody knows'", 'nobody'],
    ['/** For somebody else. */', 'somebody'],
    ['// Refuses anybody.', 'anybody'],
    ['// Locked, lest it changes.', 'lest'],
    ['// The end thereof.', 'thereof'],
    ['const limitPatience = 5', 'patience'],
    ["throw new Error('The text is no address')", 'is no …'],
    ['<p>Your e-mail</p>', 'e-mail'],
  ])('error: refuses %j', (line, what) => {
    plant('packages/core/src/a.ts', `\n${line}`)
    plant('docs/a.md', line)

    expect(checkWording(root)).toEqual([
      expect.stringContaining(`docs/a.md:1 says "${what}"; say `),
      expect.stringContaining(`packages/core/src/a.ts:2 says "${what}"; say `),
    ])
  })

  test('lets plain sentences through', () => {
    const plain = ['There is no session.', 'It is no longer valid.', 'The newest version lasts.']
    plant('packages/core/src/a.ts', plain.map((line) => `// ${line}`).join('\n'))

    expect(checkWording(root)).toEqual([])
  })

  test('skips allowed phrases', () => {
    plant('apps/signer/src/a.ts', '// The Unix user nobody')

    expect(checkWording(root, { phrases: { 'Unix user nobody': 'its name' } })).toEqual([])
  })
})

describe('checkChains', () => {
  test.each([
    ["type Chain = 'ethereum' | 'solana'", 'a union of two chains'],
    ["type Chain =\n  | 'solana'\n  | 'ethereum'", 'a union of two chains'],
    ["const all = ['ethereum', 'solana'] as const", 'a list of two chains'],
    ["const name = chain === 'solana' ? 'Solana' : 'Ethereum'", 'a choice between two chains'],
  ])('error: refuses %j outside contract', (line, what) => {
    plant('packages/core/src/a.ts', line)
    plant('packages/contract/src/a.ts', line)
    plant('packages/core/src/a.test.ts', line)

    expect(checkChains(root)).toEqual([
      `packages/core/src/a.ts has ${what}: use embeddedChains of contract`,
    ])
  })

  test('lets code of one chain name it', () => {
    plant('packages/core/src/a.ts', "list(client, 'ethereum')\nconst chains = { solana: 1 }\n")

    expect(checkChains(root)).toEqual([])
  })
})

describe('checkBoundaries', () => {
  test.each([
    ['packages/core/src/a.ts', '@sallyport/crypto', 'core may not import crypto'],
    ['apps/server/src/a.ts', '@sallyport/signer', 'server may not import signer'],
    ['apps/vault/src/a.ts', '@sallyport/signer', 'vault may not import signer'],
    ['apps/signer/src/a.ts', '@sallyport/vault', 'signer may not import vault'],
    ['packages/keyholder/src/a.ts', '@sallyport/vault', 'keyholder may not import vault'],
    [
      'apps/sandbox/src/a.ts',
      '../../server/src/main.js',
      'another package is imported by its name',
    ],
    [
      'packages/core/src/features/email.ts',
      './guest.js',
      'a feature may not import another feature',
    ],
    ['packages/react/src/a.ts', '../gallery/scenes.js', 'another package is imported by its name'],
    ['packages/react/gallery/a.ts', '@sallyport/crypto', 'gallery may not import crypto'],
  ])('error: refuses in %s an import of %s', (path, name, reason) => {
    plant(path, `import { x } from '${name}'\n`)

    expect(checkBoundaries(root)).toEqual([`${path} imports ${name}: ${reason}`])
  })

  test('error: refuses a screen that imports a screen, also one that the registry loads later', () => {
    const registry =
      "import { A } from './features/f/a.js'\nconst B = lazy(() => import('./later.js'))\n"
    plant('packages/react/src/registry.ts', registry)
    plant('packages/react/src/later.ts', "export { B } from './features/f/b.js'\n")
    plant('packages/react/src/features/f/a.tsx', "import { B } from './b.js'\n")
    plant('packages/react/src/features/f/b.tsx', "import { part } from './part.js'\n")
    plant('packages/react/src/features/f/part.tsx', '')

    expect(checkBoundaries(root)).toEqual([
      `packages/react/src/features/f/a.tsx imports ./b.js: ${rules.screen}`,
    ])
  })

  test('error: says so when the registry names no screen, as the rule would see none', () => {
    plant('packages/react/src/registry.ts', 'export const registry = {}\n')
    plant('packages/react/src/modal/modal.tsx', '')

    expect(checkBoundaries(root)).toEqual([expect.stringContaining('names no screen')])
  })

  test('knows the screens of this project', () => {
    const project = fileURLToPath(new URL('..', import.meta.url))

    expect(screensOf(project).size).toBeGreaterThanOrEqual(14)
  })

  test('allows what the table of docs/develop/architecture.md allows', () => {
    const text = readFileSync(new URL('../docs/develop/architecture.md', import.meta.url), 'utf8')
    const rows = [...text.matchAll(/^\| ([a-z][a-z, -]*?) +\| ([^|]+) \| [^|]+ \|$/gm)]
    const told = rows.flatMap(([, names = '', imports = '']) => {
      const ours = (imports.match(/[\w-]+/g) ?? []).filter((word) => word in allowed)
      return names.split(', ').map((name) => [name, ours.sort()] as const)
    })
    const checked = Object.entries(allowed).map(([name, others]) => [name, [...others].sort()])

    expect(Object.fromEntries(told.filter(([name]) => name !== 'package'))).toEqual(
      Object.fromEntries(checked),
    )
  })

  test('error: knows every package there is, and none that is not', () => {
    const root = fileURLToPath(new URL('..', import.meta.url))
    const folders = ['packages', 'apps'].flatMap((group) => readdirSync(join(root, group)))
    const others = Object.keys(allowed).filter((name) => name !== 'gallery')

    expect(others.sort()).toEqual(folders.filter((name) => name !== 'testing').sort())
    expect(existsSync(join(root, 'packages/react/gallery/package.json'))).toBe(true)
  })

  test('sees an import that is made while running', () => {
    plant('packages/core/src/a.ts', `const x = await import('@sallyport/server')\n`)

    expect(checkBoundaries(root)).toHaveLength(1)
  })

  test('lets tests import what they need', () => {
    plant('packages/core/src/a.test.ts', `import { x } from '@sallyport/server'\n`)

    expect(checkBoundaries(root)).toEqual([])
  })

  test('lets the gallery reach the screens it shows', () => {
    plant('packages/react/gallery/a.ts', `import { x } from '../src/modal/modal.js'\n`)

    expect(checkBoundaries(root)).toEqual([])
  })

  test('lets the files of one feature import each other', () => {
    plant('packages/react/src/features/email/row.tsx', `import { x } from './descriptor.js'\n`)

    expect(checkBoundaries(root)).toEqual([])
  })
})

describe('unusedExports', () => {
  test('lists what no other file reads, and what only tests read', () => {
    plant(
      'packages/core/src/a.ts',
      'export const read = 1\nexport const unread = 2\nexport const tested = 3\n',
    )
    plant('packages/core/src/b.ts', "import { read } from './a.js'\n")
    plant('packages/core/src/a.test.ts', "import { read, tested } from './a.js'\n")

    expect(unusedExports(root)).toEqual([
      { file: 'packages/core/src/a.ts', name: 'unread', readBy: 'nothing' },
      { file: 'packages/core/src/a.ts', name: 'tested', readBy: 'tests' },
    ])
  })
})

describe('checkExports', () => {
  test('finds an export that no other file reads, unless apps may read it', () => {
    plant('packages/core/src/a.ts', 'export const unread = 2\nexport const offered = 3\n')
    plant('packages/core/exports.txt', 'offered\n')

    expect(checkExports(root)).toEqual([
      'packages/core/src/a.ts: unread is read by no other file: remove its `export`',
    ])
  })
})

describe('timedLog', () => {
  test('says the seconds before each line, and repeats one that takes long', () => {
    vi.useFakeTimers()
    const lines: string[] = []
    const { log, end } = timedLog((line) => lines.push(line.trim()))

    log('Building')
    vi.advanceTimersByTime(16_000)
    log('Starting')
    end()
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()

    expect(lines).toEqual(['0 s  Building …', '15 s  Still: Building …', '16 s  Starting …'])
  })
})

describe('checkLicences', () => {
  const lock = (license: string | undefined, more = {}) => ({
    packages: { 'node_modules/a/node_modules/thing': { version: '1.0.0', license, ...more } },
  })

  test('error: names a production dependency under another licence', () => {
    expect(checkLicences(root, lock('AGPL-3.0'))).toEqual(['thing has the licence AGPL-3.0'])
    expect(checkLicences(root, lock(undefined))).toEqual(['thing has the licence (none named)'])
    expect(checkLicences(root, lock('MIT AND GPL-2.0'))).toHaveLength(1)
  })

  test('accepts one of two licences, and anything that is not shipped', () => {
    expect(checkLicences(root, lock('(GPL-3.0 OR MIT)'))).toEqual([])
    expect(checkLicences(root, lock('GPL-3.0', { dev: true }))).toEqual([])
  })

  test('error: reads the licence of the package when the lock file has none', () => {
    plant('node_modules/a/node_modules/thing/package.json', '{"license":"SSPL-1.0"}')

    expect(checkLicences(root, lock(undefined))).toEqual(['thing has the licence SSPL-1.0'])
  })
})

describe('runChecks', () => {
  test('counts the checks and says the problems', async () => {
    const lines: string[] = []

    const counts = await runChecks(
      [
        ['good', async () => []],
        ['bad', async () => ['a is b']],
      ],
      (line: string) => lines.push(line),
    )

    expect(counts).toEqual({ passed: 1, failed: 1 })
    expect(lines.join('\n')).toContain('a is b')
  })
})

describe('tooOld', () => {
  test.each(['18.20.0', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])(
    'error: refuses Node %s in one sentence',
    (version) => {
      expect(tooOld(version)).toContain(
        `needs Node 20.19 or a newer 20, or 22.12 or newer, and this is ${version}`,
      )
    },
  )

  test.each(['20.19.0', '20.20.1', '22.12.0', '23.0.0', '24.1.0'])('accepts Node %s', (version) => {
    expect(tooOld(version)).toBeUndefined()
  })
})
