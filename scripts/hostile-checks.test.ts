import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkComparisons, filesWithConstantTime } from './lib/check-comparisons.mjs'
import { checkDependencies } from './lib/check-dependencies.mjs'
import { checkHostileCases } from './lib/check-hostile-cases.mjs'
import { checkPatterns } from './lib/check-patterns.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checks-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function plant(path: string, content: string | object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  writeFileSync(join(root, path), text)
}

/** A tree with a frame whose manifest and lock file say these. */
function plantFrame(dependencies: object, locked: object = dependencies, more: object = {}): void {
  plant('package.json', { allowScripts: { esbuild: true } })
  plant('apps/frame/package.json', { dependencies })
  const installed = Object.keys(locked).map((name) => [
    `node_modules/${name}`,
    { version: '4.0.0', integrity: 'sha512-aa' },
  ])
  plant('package-lock.json', {
    packages: {
      '': {},
      'apps/frame': { dependencies: locked },
      ...Object.fromEntries(installed),
      ...more,
    },
  })
}

describe('checkDependencies', () => {
  test('has nothing against this project', () => {
    expect(checkDependencies(project)).toEqual([])
  })

  test('SUP-01: error: names a new dependency beside keys', () => {
    plantFrame({ zod: '4.0.0', 'left-pad': '1.0.0' })

    expect(checkDependencies(root)).toEqual(['apps/frame may not depend on left-pad'])
  })

  test('SUP-01: error: names code that would run at installation, and lets the known', () => {
    const scripted = { version: '1.0.0', integrity: 'sha512-aa', hasInstallScript: true }
    plantFrame(
      {},
      {},
      { 'node_modules/a/node_modules/evil': scripted, 'node_modules/esbuild': scripted },
    )

    expect(checkDependencies(root)).toEqual(['evil runs a script when it is installed'])
  })

  test('SUP-04: error: names a version that is a range, a tag or an address', () => {
    for (const version of [
      '^4.0.0',
      '~4.0.0',
      '4',
      '*',
      'latest',
      'git+https://evil.example/zod',
    ]) {
      plantFrame({ zod: version })
      expect(checkDependencies(root)).toEqual([`apps/frame takes any zod of ${version}`])
    }
  })

  test('SUP-04: error: names what manifest and lock file disagree about', () => {
    plantFrame({ zod: '4.0.0' }, { zod: '4.0.1' })
    expect(checkDependencies(root)).toEqual(['apps/frame: the lock file has zod 4.0.1, not 4.0.0'])

    plantFrame({}, { z0d: '4.0.0' })
    expect(checkDependencies(root)).toEqual(['apps/frame: only the lock file knows z0d'])
  })

  test('error: names a program of another system that the lock file lacks', () => {
    const binary = { version: '1.0.0', integrity: 'sha512-aa', optional: true }
    const optionalDependencies = { 'tool-linux-x64': '1.0.0', 'tool-darwin-arm64': '1.0.0' }
    const tool = { version: '1.0.0', integrity: 'sha512-aa', optionalDependencies }
    const lacks =
      'The lock file lacks tool-darwin-arm64, which tool needs elsewhere: run node scripts/complete-lock.mjs'

    plantFrame({}, {}, { 'node_modules/tool': tool, 'node_modules/tool-linux-x64': binary })
    expect(checkDependencies(root)).toEqual([lacks])

    const nested = 'node_modules/tool/node_modules/tool-darwin-arm64'
    plantFrame(
      {},
      {},
      { 'node_modules/tool': tool, 'node_modules/tool-linux-x64': binary, [nested]: binary },
    )
    expect(checkDependencies(root)).toEqual([])

    plantFrame(
      {},
      {},
      {
        'apps/frame': { optionalDependencies },
        'node_modules/tool-linux-x64': binary,
        'apps/demo/node_modules/tool-darwin-arm64': binary,
      },
    )
    expect(checkDependencies(root)).toContain(lacks.replace('which tool', 'which apps/frame'))
  })

  test('error: names a dependency of a package that the lock file lacks', () => {
    const tool = { version: '1.0.0', integrity: 'sha512-aa', dependencies: { part: '^1.0.0' } }
    plantFrame({}, {}, { 'node_modules/tool': tool })

    expect(checkDependencies(root)).toEqual([
      'The lock file lacks part: remove tool from it and run npm install',
    ])
  })

  test('error: names a package without a hash, or with the host of a registry', () => {
    const local = { resolved: 'apps/frame', link: true }
    const hosted = { integrity: 'sha512-aa', resolved: 'https://registry.example/b-1.0.0.tgz' }
    plantFrame(
      {},
      {},
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': hosted, 'node_modules/f': local },
    )

    expect(checkDependencies(root)).toEqual([
      'The lock file has no hash of a: run node scripts/complete-lock.mjs',
      'The lock file names a host for b',
    ])
  })
})

describe('checkPatterns', () => {
  test('V5: no regular expression of the product repeats what it repeats', async () => {
    expect(await checkPatterns(project)).toEqual([])
  })

  test('V5: error: names nested repetitions and two of any character, wherever they are', async () => {
    plant(
      'packages/contract/src/a.ts',
      [
        'const refused = [/^(a+)+$/, /(?:[a-z]*-)*x/, /^(?!.*@.*-)/, /((?:a|b+)c)*/, /(\\(a*)){2,}/]',
        'const passed = [/^(a+)$/, /(?:[a+]-)*x/, /^(\\+a)+$/, /.*@[^@]*/, /(?:[a-z]*-){3}/]',
      ].join('\n'),
    )
    plant('packages/contract/src/a.test.ts', 'const pattern = /^(a+)+$/')

    expect((await checkPatterns(root)).map((line) => line.split('/ ')[0])).toEqual(
      ['^(a+)+$', '(?:[a-z]*-)*x', '^(?!.*@.*-)', '((?:a|b+)c)*', '(\\(a*)){2,}'].map(
        (pattern) => `packages/contract/src/a.ts: /${pattern}`,
      ),
    )
  })
})

describe('checkComparisons', () => {
  test('CUS-20: the server and the signer compare no secret up to its first difference', () => {
    expect(checkComparisons(project)).toEqual([])
  })

  test('CUS-20: error: names a secret compared by ===, and bytes compared by equals', () => {
    plant(
      'apps/server/src/a.ts',
      [
        '// a digest === another',
        'if (given !== app.secretHash) return',
        'if (tokenHash === undefined) return',
        'if (stored.receipt === receipt) return',
        "if (kind === 'secret') return",
        'return stored.equals(given)',
      ].join('\n'),
    )
    plant('apps/signer/src/a.test.ts', 'expect(a.equals(b))')

    expect(checkComparisons(root)).toEqual(
      [2, 4, 6].map(
        (line) =>
          `apps/server/src/a.ts:${line} may compare a secret: use timingSafeEqual on digests`,
      ),
    )
  })

  test('CUS-20: what is compared in constant time is what `bench/statistics` times', () => {
    expect(filesWithConstantTime(project)).toEqual([
      'apps/server/src/apps/app.ts',
      'apps/server/src/audit/chain.ts',
      'apps/server/src/authority/keyed-hash.ts',
      'apps/server/src/features/embedded-wallet/receipt.ts',
      'apps/server/src/features/oauth/redeem.ts',
      'apps/server/src/features/telegram/verify.ts',
      'apps/server/src/http/known-browser.ts',
      'apps/server/src/http/work-proof.ts',
      'apps/server/src/identity/account-undo.ts',
      'apps/server/src/identity/mailed-links.ts',
      'apps/server/src/identity/test-accounts.ts',
      'apps/server/src/tokens/outside-jwt.ts',
      'apps/vault/src/factors/totp.ts',
      'apps/vault/src/recovery-keys.ts',
      'apps/vault/src/secret-proof.ts',
    ])
  })
})

describe('checkHostileCases', () => {
  // Written apart, or this file would be taken for their test.
  const [tested, absent, strange] = ['03', '20', '99'].map((number) => `CUS-${number}`) as [
    string,
    string,
    string,
  ]
  const cases: Record<string, 'tested' | { notBuilt: string }> = {
    [tested]: 'tested',
    [absent]: { notBuilt: 'not needed' },
  }

  test('takes a case for tested that a title names', () => {
    plant('packages/core/src/a.test.ts', `test('${tested}: refuses', () => {})\n`)

    expect(checkHostileCases(root, cases)).toEqual([])
  })

  test('error: names a case that is only in a comment or in the product', () => {
    plant('packages/core/src/a.test.ts', `// "${tested}" comes later\n`)
    plant('packages/core/src/a.ts', `const id = '${tested}'\n`)

    expect(checkHostileCases(root, cases)).toEqual([`${tested}: no test is named after it`])
  })

  test('error: names a case that is listed as not built and has a test, and one not listed', () => {
    plant('e2e/a.spec.ts', `test('${tested}', f)\ntest('${absent}', f)\ntest('${strange}', f)\n`)

    expect(checkHostileCases(root, cases)).toEqual([
      `${absent} is listed without a test, and e2e/a.spec.ts has one`,
      `e2e/a.spec.ts names ${strange}, which is not in the list`,
    ])
  })
})
