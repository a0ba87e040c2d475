/* What a registry would get of the published packages, looked at: `node scripts/pack-check.mjs` after a build. */
import { fileURLToPath } from 'node:url'
import { checkPackages } from './lib/check-packages.mjs'
import { runChecks } from './lib/checks.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { failed } = await runChecks([['packages', async () => checkPackages(root)]], (line) =>
  process.stdout.write(`  ${line}\n`),
)
process.exitCode = failed === 0 ? 0 : 1
