import { describe, expect, test } from 'vitest'
import { dependenciesIn } from './dependencies.js'
import { afterRun, fingerprint, notPassed } from './passes.js'
import { type Piece, piecesOf, piecesOfPart } from './pieces.js'

describe('piecesOf', () => {
  test('is every file by its runner, the checks and the conformance run', () => {
    const files = ['apps/a/src/b.test.ts', 'e2e/c.deep.spec.ts', 'e2e/examples/d.spec.ts']

    expect(piecesOf(files, 0).map(({ id, runner }) => [id, runner])).toEqual([
      ['checks', 'checks'],
      ['conformance', 'conformance'],
      ['apps/a/src/b.test.ts', 'unit'],
      ['e2e/c.deep.spec.ts', 'browser'],
      ['e2e/examples/d.spec.ts', 'examples'],
    ])
  })

  test('takes one share of a file that would fill a run, and all of them in as many days', () => {
    const shareOn = (day: number) =>
      piecesOf(['bench/faults/faults.deep.test.ts'], day).flatMap(({ share }) => share ?? [])

    expect(shareOn(20_784)).toEqual(['5/10'])
    const days = Array.from({ length: 10 }, (_, later) => 20_784 + later)
    expect(new Set(days.flatMap(shareOn)).size).toBe(10)
  })
})

describe('piecesOfPart', () => {
  const seconds: Record<string, number> = { a: 50, b: 40, c: 30, d: 30, e: 20, f: 10 }
  const pieces = Object.keys(seconds).map((id): Piece => ({ id, runner: 'unit', file: id }))
  const secondsOf = ({ id }: Piece) => seconds[id] ?? 0
  const idsOf = (given: readonly Piece[], index: number, count: number) =>
    piecesOfPart(given, { index, count }, secondsOf).map(({ id }) => id)

  test('gives each part about the same time, whatever the order of the pieces', () => {
    const parts = [1, 2, 3].map((index) => idsOf(pieces, index, 3))

    expect(parts).toEqual([
      ['a', 'f'],
      ['b', 'e'],
      ['c', 'd'],
    ])
    expect([1, 2, 3].map((index) => idsOf(pieces.toReversed(), index, 3))).toEqual(parts)
  })

  test('all parts together have every piece once', () => {
    const all = [1, 2, 3, 4].flatMap((index) => idsOf(pieces, index, 4))

    expect(all.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('a part of more parts than there are pieces is empty', () => {
    expect(idsOf(pieces, 7, 7)).toEqual([])
  })
})

describe('dependenciesIn', () => {
  const of = (file: string | undefined, texts: Record<string, string>) =>
    dependenciesIn({ files: new Set(Object.keys(texts)), read: (each) => texts[each] ?? '' })(file)

  test('follows imports, workspace packages to their sources, and built programs to theirs', () => {
    const found = of('apps/a/src/x.test.ts', {
      'apps/a/src/x.test.ts': "import './y.js'\nimport { z } from '@sallyport/b'",
      'apps/a/src/y.ts': "spawn(new URL('../dist/main.js', import.meta.url))",
      'apps/a/src/main.ts': '',
      'apps/a/src/other.ts': '',
      'packages/b/package.json': '{}',
      'packages/b/src/index.ts': "export * from './deep.js'",
      'packages/b/src/deep.ts': '',
      'packages/b/src/deep.test.ts': '',
    })

    expect(found).toEqual([
      'apps/a/src/main.ts',
      'apps/a/src/x.test.ts',
      'apps/a/src/y.ts',
      'packages/b/package.json',
      'packages/b/src/deep.ts',
      'packages/b/src/index.ts',
    ])
  })

  test('of the kit of the tests, takes only what is imported by name', () => {
    const found = of('apps/a/src/x.test.ts', {
      'apps/a/src/x.test.ts': "import {\n  type A,\n  createA,\n} from '@sallyport/testing'",
      'packages/testing/src/index.ts':
        "export { type A, createA } from './a.js'\nexport { b } from './b.js'",
      'packages/testing/src/a.ts': '',
      'packages/testing/src/b.ts': '',
    })

    expect(found).toEqual(['apps/a/src/x.test.ts', 'packages/testing/src/a.ts'])
  })

  test('a test with a database depends on what sets databases up', () => {
    const found = of('apps/a/src/x.test.ts', {
      'apps/a/src/x.test.ts': "import '../../../packages/testing/src/database.js'",
      'packages/testing/src/database.ts': '',
      'packages/testing/src/global-setup.ts': '',
    })

    expect(found).toContain('packages/testing/src/global-setup.ts')
  })

  test('takes all files of a folder that is named, and without an entry all of a package', () => {
    const found = of('apps/a/src/x.test.ts', {
      'apps/a/src/x.test.ts': `readdir('../../../docs/'); import '@sallyport/b/part'`,
      'docs/one.md': '',
      'docs/in/two.md': '',
      'packages/b/package.json': '{}',
      'packages/b/src/index.ts': '',
      'packages/b/src/elsewhere.ts': '',
    })

    expect(found).toContain('docs/in/two.md')
    expect(found).toContain('packages/b/src/elsewhere.ts')
  })

  test('a test that names the root, and what drives pages or programs, depends on all but other tests', () => {
    const texts = {
      'apps/a/src/x.test.ts': "new URL('../../..', import.meta.url)",
      'apps/a/src/z.test.ts': '',
      'e2e/y.spec.ts': '',
      'docs/one.md': '',
    }

    expect(of('apps/a/src/x.test.ts', texts)).toEqual(['apps/a/src/x.test.ts', 'docs/one.md'])
    expect(of('scripts/y.test.ts', texts)).toEqual(['docs/one.md'])
    expect(of('e2e/y.spec.ts', texts)).toEqual(['e2e/y.spec.ts'])
    expect(of(undefined, texts)).toEqual(['docs/one.md'])
  })
})

describe('the record of passes', () => {
  const [one, other] = piecesOf(['one.test.ts', 'other.test.ts'], 0).slice(2) as [Piece, Piece]
  const fingerprintOf = ({ id }: Piece) => `now ${id}`

  test('a piece runs that has no pass, or one of other files', () => {
    const passes = { [one.id]: `now ${one.id}`, [other.id]: 'before' }

    expect(notPassed([one, other], { passes, fingerprintOf })).toEqual([other])
    expect(notPassed([one, other], { passes: {}, fingerprintOf })).toEqual([one, other])
  })

  test('error: a piece that failed, or did not come to an end, loses its pass; others keep theirs', () => {
    const passes = { [one.id]: 'before', [other.id]: 'before', third: 'before' }
    const isPassed = (piece: Piece) => piece === one

    expect(afterRun(passes, { ran: [one, other], isPassed, fingerprintOf })).toEqual({
      [one.id]: `now ${one.id}`,
      third: 'before',
    })
  })

  test('a fingerprint changes with the content and the name of a file, and with nothing else', () => {
    const of = (files: Record<string, string>) =>
      fingerprint(Object.keys(files), (file) => files[file] ?? '')

    expect(of({ a: 'x', b: 'y' })).toBe(of({ a: 'x', b: 'y' }))
    expect(of({ a: 'x', b: 'z' })).not.toBe(of({ a: 'x', b: 'y' }))
    expect(of({ a: 'x', c: 'y' })).not.toBe(of({ a: 'x', b: 'y' }))
  })
})
