import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesBelow } from '../../lib/stamp.mjs'
import type { Results } from '../main.js'
import { deepPlan, type Plan, testFiles } from '../plan.js'
import type { Selection } from '../selection.js'
import { dependenciesIn } from './dependencies.js'
import { afterRun, fingerprint, notPassed, readPasses, writePasses } from './passes.js'
import { type Piece, piecesOf, piecesOfPart } from './pieces.js'
import { secondsOf } from './seconds.js'

/**
 * Chooses what a deep run runs: the pieces of its part that have not passed on what they depend on now.
 *
 * @returns The plan, and a function that keeps what the run has shown in `.cache/tests`.
 */
export function chooseDeep(
  root: string,
  given: { selection: Selection & { tier: 'deep' }; say: (line: string) => void },
): { plan: Plan; keep: (results: Results) => void } {
  const { selection, say } = given
  const { part, isAgain } = selection
  const path = join(root, '.cache', 'tests', 'passed.json')
  const files = testFiles(root).map((file) => relative(root, file))
  const day = Math.floor(Date.now() / 86_400_000)
  const ofPart = piecesOfPart(piecesOf(files, day), part, secondsOf)
  const fingerprintOf = fingerprints(root)
  const pieces = isAgain ? ofPart : notPassed(ofPart, { passes: readPasses(path), fingerprintOf })
  // Two cores share the work.
  const minutes = pieces.reduce((sum, piece) => sum + secondsOf(piece), 0) / 120
  say(
    `Part ${part.index} of ${part.count}: ${pieces.length} of ${ofPart.length} pieces to run, about ${Math.ceil(minutes)} min`,
  )
  const keep = (results: Results) => {
    const isPassed = ({ id }: Piece) => results.get(id) === true
    // Another part may have ended meanwhile.
    writePasses(path, afterRun(readPasses(path), { ran: pieces, isPassed, fingerprintOf }))
  }
  return { plan: deepPlan(pieces), keep }
}

const folders = [
  'packages',
  'apps',
  'scripts',
  'bench',
  'e2e',
  'docs',
  'conformance',
  'examples',
  'deploy',
]
const rootFiles = [
  ...['package.json', 'package-lock.json', 'README.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['CONTRIBUTING.md', 'LICENSE', 'biome.json', 'vitest.config.ts'],
  ...['tsconfig.json', 'tsconfig.base.json', 'tsconfig.tests.json'],
]

/** Computed when the run begins, so that a file that is edited meanwhile counts as changed. */
function fingerprints(root: string): (piece: Piece) => string {
  const paths = filesBelow([...folders, ...rootFiles].map((each) => join(root, each)))
  const contents = new Map(paths.map((path) => [relative(root, path), readFileSync(path)] as const))
  const hashes = new Map(
    [...contents].map(([file, bytes]) => [file, createHash('sha256').update(bytes).digest('hex')]),
  )
  const read = (file: string) => String(contents.get(file) ?? '')
  const dependenciesOf = dependenciesIn({ files: new Set(contents.keys()), read })
  const known = new Map<string, string>()
  return ({ file }) => {
    const key = file ?? ''
    const found =
      known.get(key) ??
      fingerprint(dependenciesOf(file), (each) => `${process.version} ${hashes.get(each) ?? ''}`)
    known.set(key, found)
    return found
  }
}
