/*
 * npm test, npm run test:deep and npm test -- <word>: installs what is missing, then runs the tests. Runs before anything is
 * installed; what runs afterwards is in test-run.
 */
import { fileURLToPath } from 'node:url'
import { install } from './lib/install.mjs'
import { tooOld } from './lib/node-version.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => process.stdout.write(line === '' ? '\n' : `  ${line}\n`)
const old = tooOld(process.versions.node)
if (old) refuse(old)
const missing = await install(root, say, { tools: true })
if (missing) refuse(missing)

const { tsImport } = await import('tsx-runner/esm/api')
const load = (path) => tsImport(path, import.meta.url)
const [{ readSelection }, { runTests }] = await Promise.all(
  ['./test-run/selection.ts', './test-run/main.ts'].map(load),
)
let selection
try {
  selection = readSelection(process.argv.slice(2))
} catch (error) {
  refuse(error.message)
}
process.exitCode = await runTests(selection, { root, say })
