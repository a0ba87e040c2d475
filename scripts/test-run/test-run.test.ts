import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { piecesOf } from './deep/pieces.js'
import { findTests } from './find-tests.js'
import { deepPlan, planOf, type Step } from './plan.js'
import { runStep } from './progress.js'
import { readReport, slowestLines } from './report.js'
import { readSelection } from './selection.js'
import { failuresIn } from './suites.js'

const project = fileURLToPath(new URL('../..', import.meta.url))

describe('readSelection', () => {
  test('is the quick tier without arguments, the deep one with --deep, and words otherwise', () => {
    const part = { index: 1, count: 1 }
    expect(readSelection([])).toEqual({ tier: 'quick' })
    expect(readSelection(['--deep'])).toEqual({ tier: 'deep', part, isAgain: false })
    expect(readSelection(['--deep', '--again', '--part', '3/6'])).toEqual({
      tier: 'deep',
      part: { index: 3, count: 6 },
      isAgain: true,
    })
    expect(readSelection(['gallery', 'wallet'])).toEqual({
      tier: 'named',
      words: ['gallery', 'wallet'],
    })
  })

  test.each([
    [['--depe']],
    [['--again']],
    [['--deep', 'gallery']],
    [['--deep', '--slow']],
    [['--deep', '--part']],
    [['--deep', '--part', '0/6']],
    [['--deep', '--part', '7/6']],
    [['--deep', '--part', 'three']],
  ])('error: refuses %j', (args) => {
    expect(() => readSelection(args)).toThrow(RangeError)
  })
})

describe('findTests', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'find-tests-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function plant(path: string, text: string): string {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    return join(root, path)
  }

  test('finds files by path and by quoted text, ignoring case, and no comments or imports', () => {
    const files = [
      plant('a/refresh.test.ts', ''),
      plant('a/session.test.ts', "test('a Refresh gives its successor', f)"),
      plant('a/other.test.ts', "// 'refresh'\nimport { refresh } from './refresh.js'\n"),
    ]

    expect(findTests(root, { files, words: ['refresh'] })).toEqual({
      byPath: ['a/refresh.test.ts'],
      byTitle: ['a/session.test.ts'],
    })
  })

  test('takes a word literally', () => {
    const files = [plant('a/b.test.ts', "test('costs $5 (a lot)', f)")]

    expect(findTests(root, { files, words: ['$5 (a'] }).byTitle).toHaveLength(1)
    expect(findTests(root, { files, words: ['.'] }).byPath).toHaveLength(1)
    expect(findTests(root, { files, words: ['a.b'] })).toEqual({ byPath: [], byTitle: [] })
  })
})

describe('planOf', () => {
  const namesOf = (steps: readonly Step[]): string[] =>
    steps.flatMap((step) => {
      if (step.kind === 'together') return namesOf(step.steps)
      return step.kind === 'checks' ? ['checks'] : [step.name]
    })

  test('the deep tier runs what the quick one runs, the examples and the conformance run', () => {
    const quick = namesOf(planOf(project, { tier: 'quick' }).steps)
    const files = [
      'packages/a.test.ts',
      'e2e/a.spec.ts',
      'e2e/engines/a.spec.ts',
      'e2e/examples/a.spec.ts',
    ]
    const deep = namesOf(deepPlan(piecesOf(files, 0)).steps)

    expect(quick).toEqual(['checks', 'unit tests', 'browser tests', 'other browsers'])
    expect(deep).toEqual([...quick, 'examples', 'conformance'])
  })

  test('a share of a file is a step of its own, which is told its share', () => {
    const piece = { id: 'a.test.ts 2/4', runner: 'unit', file: 'a.test.ts', share: '2/4' } as const
    const [step] = deepPlan([piece]).steps

    expect(step).toMatchObject({
      name: 'share 2/4 of a.test.ts',
      suite: { args: ['a.test.ts'], env: { SALLYPORT_SHARE: '2/4', SALLYPORT_TESTS: 'deep' } },
    })
  })

  test('there are no steps without pieces', () => {
    expect(deepPlan([]).steps).toEqual([])
  })

  test('a word that names unit tests alone needs no browser and no pages', () => {
    // In two parts, or this file would be found as well.
    const { steps, needs } = planOf(project, {
      tier: 'named',
      words: [['shares', 'test'].join('.')],
    })

    expect(namesOf(steps)).toEqual(['unit tests'])
    expect(needs).toEqual({ browser: false, engines: false, pages: false, types: false })
  })

  test('a word that names a browser test needs the pages', () => {
    const { needs } = planOf(project, { tier: 'named', words: ['e2e/gallery.spec'] })

    expect(needs).toEqual({ browser: true, engines: false, pages: true, types: false })
  })

  test('a browser test that a word names by its path runs whole: Playwright would not find the path itself', () => {
    // In two parts, or this file would be found as well.
    const words = [['e2e', 'ready.spec'].join('/')]
    const { steps } = planOf(project, { tier: 'named', words })
    const suites = steps.flatMap((step) => (step.kind === 'suite' ? [step.suite.args] : []))

    expect(suites).toEqual([['-c', 'e2e', `${words[0]}.ts`]])
  })

  test('a word that names a test of the other browsers needs them', () => {
    // In two parts, or this file would be found as well.
    const words = [['engines', 'first-login'].join('/')]
    const { steps, needs } = planOf(project, { tier: 'named', words })

    expect(namesOf(steps)).toEqual(['other browsers'])
    expect(needs).toEqual({ browser: true, engines: true, pages: true, types: false })
  })
})

describe('readReport', () => {
  const vitest = {
    numPassedTests: 7,
    numFailedTests: 2,
    testResults: [{ name: '/p/a.test.ts', status: 'failed', startTime: 1000, endTime: 3500 }],
  }
  const playwright = {
    stats: { expected: 3, flaky: 1, unexpected: 1 },
    config: { rootDir: '/p/e2e' },
    suites: [
      {
        file: 'b.spec.ts',
        specs: [{ ok: true, tests: [{ results: [{ duration: 400 }] }] }],
        suites: [{ specs: [{ ok: false, tests: [{ results: [{ duration: 600 }] }] }] }],
      },
    ],
  }

  test('reads counts and times of both runners', () => {
    expect(readReport(JSON.stringify(vitest), { code: 1, root: '/p' })).toEqual({
      passed: 7,
      failed: 2,
      files: [{ file: 'a.test.ts', seconds: 2.5, isPassed: false }],
    })
    expect(readReport(JSON.stringify(playwright), { code: 1, root: '/p' })).toEqual({
      passed: 4,
      failed: 1,
      files: [{ file: 'e2e/b.spec.ts', seconds: 1, isPassed: false }],
    })
  })

  test('error: counts a run that ended badly as failed', () => {
    const good = JSON.stringify({ ...vitest, numFailedTests: 0 })

    expect(readReport('', { code: 1, root: '/p' }).failed).toBe(1)
    expect(readReport(good, { code: 1, root: '/p' }).failed).toBe(1)
    expect(readReport(good, { code: 0, root: '/p' }).failed).toBe(0)
  })
})

test('slowestLines lists the slowest files first', () => {
  const files = [1, 3, 2].map((seconds) => ({ file: `${seconds}.ts`, seconds }))

  expect(slowestLines(files, 2).map((line) => line.trim())).toEqual([
    '3.0 s   3.ts',
    '2.0 s   2.ts',
  ])
})

describe('failuresIn', () => {
  test.each([
    [' ✓ a.test.ts\n⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\nwhy', '⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\nwhy'],
    ['[1/2] a.spec.ts\n  1) a.spec.ts: title\nwhy', '  1) a.spec.ts: title\nwhy'],
    ['no mark', 'no mark'],
  ])('begins at the first failure of %j', (output, failures) => {
    expect(failuresIn(output)).toBe(failures)
  })
})

describe('runStep', () => {
  test('says that it starts, how it ended, and what failed', async () => {
    const lines: string[] = []
    const say = (line: string) => lines.push(line)

    await runStep({ name: 'good', say }, async () => ({ isOk: true, note: '2 passed' }))
    const isOk = await runStep({ name: 'bad', say }, async () => ({
      isOk: false,
      details: 'a is b',
    }))

    expect(isOk).toBe(false)
    expect(lines[0]).toBe('run  good')
    expect(lines[1]).toMatch(/^ok +good +0\.\d s +2 passed$/)
    expect(lines.slice(-2)).toEqual([expect.stringMatching(/^FAIL bad/), 'a is b'])
  })
})
