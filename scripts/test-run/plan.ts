import { join, relative } from 'node:path'
import { filesBelow } from '../lib/stamp.mjs'
import type { Piece } from './deep/pieces.js'
import { findTests, wordsPattern } from './find-tests.js'
import type { Selection } from './selection.js'
import type { Suite } from './suites.js'

/** One step of a run. */
export type Step =
  | { kind: 'checks' }
  | { kind: 'suite'; name: string; suite: Suite }
  | { kind: 'command'; name: string; args: string[] }
  /** Side by side: while one waits, another computes. */
  | { kind: 'together'; steps: Step[] }

/** What a run does, and what has to be there before it. */
export interface Plan {
  steps: Step[]
  needs: { browser: boolean; engines: boolean; pages: boolean; types: boolean }
}

/** Tests that read or serve the built pages. */
const usesPages = /^(?:e2e|scripts|bench|apps\/(?:sandbox|demo|dashboard|frame))\//

/** The steps of the quick tier, or of the tests that words name. */
export function planOf(root: string, selection: Exclude<Selection, { tier: 'deep' }>): Plan {
  if (selection.tier === 'named') return namedPlan(root, selection.words)
  const steps: Step[] = [
    { kind: 'together', steps: [{ kind: 'checks' }, unit('quick', [])] },
    browser('quick', []),
    engines('quick', []),
  ]
  return { steps, needs: { browser: true, engines: true, pages: true, types: true } }
}

/** The steps that run some pieces of the deep tier. */
export function deepPlan(pieces: readonly Piece[]): Plan {
  const files = (runner: Piece['runner']) =>
    pieces.flatMap((piece) =>
      piece.runner === runner && piece.file && !piece.share ? [piece.file] : [],
    )
  const has = (runner: Piece['runner']) => pieces.some((piece) => piece.runner === runner)
  const [units, pages, inEngines, inExamples] = [
    files('unit'),
    files('browser'),
    files('engines'),
    files('examples'),
  ]
  const first: Step[] = has('checks') ? [{ kind: 'checks' }] : []
  if (units.length > 0) first.push(unit('deep', units))
  const steps: Step[] = first.length > 0 ? [{ kind: 'together', steps: first }] : []
  for (const { file, share } of pieces)
    if (file && share) steps.push(unit('deep', [file], `share ${share} of ${file}`, share))
  if (pages.length > 0) steps.push(browser('deep', pages))
  if (inEngines.length > 0) steps.push(engines('deep', inEngines))
  if (inExamples.length > 0) steps.push(examples(inExamples))
  if (has('conformance'))
    steps.push({ kind: 'command', name: 'conformance', args: ['conformance/run.mjs'] })
  const isBrowserNeeded = has('browser') || has('engines') || has('conformance')
  return {
    steps,
    needs: { browser: isBrowserNeeded, engines: has('engines'), pages: true, types: true },
  }
}

/**
 * The tests that the words name. A file whose path matches runs whole; of the others, the tests with such a title.
 * Files of the deep tier are included.
 */
function namedPlan(root: string, words: readonly string[]): Plan {
  const files = testFiles(root)
  const isBrowser = (path: string) => path.endsWith('.spec.ts')
  const isExample = (path: string) => path.startsWith('e2e/examples/')
  const { byPath, byTitle } = findTests(root, { files, words })
  const units = byPath.filter((path) => !isBrowser(path))
  const titled = byTitle.filter((path) => !isBrowser(path))
  const specs = [...byPath, ...byTitle].filter(isBrowser)
  const inEngines = specs.filter((path) => path.startsWith('e2e/engines/'))
  const inExamples = specs.filter(isExample)
  const pages = specs.filter((path) => !isExample(path) && !inEngines.includes(path))
  const pattern = wordsPattern(words).source
  const steps: Step[] = []
  if (units.length > 0) steps.push(unit('named', units))
  if (titled.length > 0)
    steps.push(
      unit('named', [...titled, '-t', pattern, '--passWithNoTests'], 'unit tests by title'),
    )
  // The files that the words name run whole: Playwright knows them by another path, so its own filter would leave them out.
  for (const isByPath of [true, false]) {
    const chosen = (paths: string[]) => paths.filter((path) => byPath.includes(path) === isByPath)
    const filter = isByPath ? [] : ['-g', pattern, '--pass-with-no-tests']
    const run = (paths: string[], step: (args: string[]) => Step) => {
      if (chosen(paths).length > 0) steps.push(step([...chosen(paths), ...filter]))
    }
    run(pages, (args) => browser('named', args))
    run(inEngines, (args) => engines('named', args))
    run(inExamples, (args) => examples(args))
  }
  return {
    steps,
    needs: {
      browser: specs.length > 0,
      engines: inEngines.length > 0,
      pages: [...units, ...titled, ...specs].some((path) => usesPages.test(path)),
      types: inExamples.length > 0,
    },
  }
}

/** How often generated tests run, of the number that they name. */
const fuzzRuns = { quick: '0.1', named: '1', deep: '1' } as const satisfies Record<
  Selection['tier'],
  string
>
const envOf = (tier: Selection['tier']): Record<string, string> => ({
  SALLYPORT_TESTS: tier,
  SALLYPORT_FUZZ_RUNS: process.env.SALLYPORT_FUZZ_RUNS ?? fuzzRuns[tier],
})

function unit(
  tier: Selection['tier'],
  args: string[],
  name = 'unit tests',
  share: string | undefined = undefined,
): Step {
  const env = { ...envOf(tier), ...(share && { SALLYPORT_SHARE: share }) }
  return { kind: 'suite', name, suite: { runner: 'vitest', args, env } }
}

function browser(tier: Selection['tier'], args: string[]): Step {
  const suite: Suite = { runner: 'playwright', args: ['-c', 'e2e', ...args], env: envOf(tier) }
  return { kind: 'suite', name: 'browser tests', suite }
}

/** The main job in the engines of other browsers. */
function engines(tier: Selection['tier'], args: string[]): Step {
  const suite: Suite = {
    runner: 'playwright',
    args: ['-c', 'e2e/engines', ...args],
    env: envOf(tier),
  }
  return { kind: 'suite', name: 'other browsers', suite }
}

function examples(args: string[]): Step {
  const suite: Suite = { runner: 'playwright', args: ['-c', 'e2e/examples', ...args], env: {} }
  return { kind: 'suite', name: 'examples', suite }
}

/** Every test file, absolute. */
export function testFiles(root: string): string[] {
  return filesBelow(
    ['packages', 'apps', 'scripts', 'bench', 'e2e'].map((one) => join(root, one)),
  ).filter((file) => /\.(test|spec)\.tsx?$/.test(relative(root, file)))
}
