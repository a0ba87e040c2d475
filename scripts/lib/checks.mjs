import { join } from 'node:path'
import { checkBoundaries } from './check-boundaries.mjs'
import { checkChains } from './check-chains.mjs'
import { checkComparisons } from './check-comparisons.mjs'
import { checkDependencies } from './check-dependencies.mjs'
import { checkExports } from './check-exports.mjs'
import { checkHostileCases } from './check-hostile-cases.mjs'
import { checkLicences } from './check-licences.mjs'
import { checkPackages } from './check-packages.mjs'
import { checkPatterns } from './check-patterns.mjs'
import { checkSizes } from './check-sizes.mjs'
import { checkTokens } from './check-tokens.mjs'
import { checkWording } from './check-wording.mjs'
import { run } from './run.mjs'

/** The checks that need no running server: name, and what gives the problems (none: passed). */
export function staticChecks(root) {
  const tool =
    (path, ...args) =>
    async () => {
      const { code, output } = await run(
        process.execPath,
        [join(root, 'node_modules', path), ...args],
        { cwd: root },
      )
      return code === 0 ? [] : [output.trim()]
    }
  const tsc = '@typescript/native/bin/tsc'
  return [
    ['types', tool(tsc, '-b')],
    ['types of tests', tool(tsc, '-p', 'tsconfig.tests.json')],
    ['lint and format', tool('@biomejs/biome/bin/biome', 'check', '.')],
    ['file sizes', async () => checkSizes(root)],
    ['import boundaries', async () => checkBoundaries(root)],
    ['lists of chains', async () => checkChains(root)],
    ['unneeded exports', async () => checkExports(root)],
    ['wording', async () => checkWording(root)],
    ['licences', async () => checkLicences(root)],
    ['dependencies', async () => checkDependencies(root)],
    ['comparisons of secrets', async () => checkComparisons(root)],
    ['pinned tokens', async () => checkTokens(root)],
    ['slow patterns', async () => checkPatterns(root)],
    ['hostile cases', async () => checkHostileCases(root)],
    ['packages', async () => checkPackages(root)],
  ]
}

/** Runs the checks one after another, saying each; the number that passed and failed. */
export async function runChecks(checks, say) {
  let passed = 0
  let failed = 0
  for (const [name, check] of checks) {
    const startedAtMs = Date.now()
    const problems = await check()
    if (problems.length === 0) passed += 1
    else failed += 1
    const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1)
    say(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(24)}${seconds.padStart(7)} s`)
    for (const problem of problems) say(problem.replace(/^/gm, '       '))
  }
  return { passed, failed }
}
