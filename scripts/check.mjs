/* npm run check: types, lint, sizes, boundaries and licences. */
import { fileURLToPath } from 'node:url'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => process.stdout.write(`  ${line}\n`)
const problem =
  (await install(root, say, { tools: true })) ?? (await build(root, say, { pages: false }))
if (problem) refuse(problem)
// Loaded late: some checks need what was installed.
const { runChecks, staticChecks } = await import('./lib/checks.mjs')
const { passed, failed } = await runChecks(staticChecks(root), say)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
