/* npm run check: types, lint, sizes, boundaries and licences. */
import { fileURLToPath } from 'node:url'
import { runChecks, staticChecks } from './lib/checks.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { passed, failed } = await runChecks(staticChecks(root), (line) =>
  process.stdout.write(`  ${line}\n`),
)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
