/**
 * Runs the public clients of the wire, unmodified and installed apart from the product, against a running server.
 * `npm run conformance` starts a stack of its own, or uses the one `npm start` runs with `-- --running`;
 * `-- --only=frame` runs one group.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { ensureChromium } from '../scripts/lib/chromium.mjs'
import { runningStack, startStack } from '../scripts/stack-under-test.mjs'

const here = new URL('.', import.meta.url).pathname
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
if (!['@privy-io', 'esbuild'].every((name) => existsSync(`${here}node_modules/${name}`))) {
  console.log('Installing the public clients (conformance/package-lock.json) …')
  execFileSync(npm, ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' })
}
const { createContext } = await import('./context.mjs')
const groups = await Promise.all(
  ['auth', 'back-end', 'newest', 'frame'].map(async (name) => ({
    name,
    cases: (await import(`./cases/${name}.mjs`)).cases,
  })),
)
const missing = await ensureChromium(console.log)
if (missing) {
  console.error(missing)
  process.exit(1)
}
const stack = process.argv.includes('--running')
  ? await runningStack()
  : await startStack({ portBase: 4600 })
if (!stack) {
  console.error('No running stack found. Run npm start first, or leave out --running.')
  process.exit(1)
}

const { dependencies } = JSON.parse(readFileSync(`${here}package.json`, 'utf8'))
console.log(
  Object.entries(dependencies)
    .map(([name, version]) => `${name}@${version}`)
    .join(', '),
)
// Loaded late: the browser driver is the project's own, which starting the stack installs.
const { startBrowser } = await import('./browser.mjs')
const only = process.argv.find((each) => each.startsWith('--only='))?.slice('--only='.length)
let passed = 0
let failed = 0
let browser
try {
  browser = await startBrowser(stack.dev)
  const context = createContext(stack.dev, browser)
  for (const { name, cases } of groups) {
    if (only && only !== name) continue
    for (const [title, run] of Object.entries(cases)) {
      const startedAt = performance.now()
      try {
        await run(context)
        passed++
        console.log(`  ok    ${name}: ${title} (${Math.round(performance.now() - startedAt)} ms)`)
      } catch (error) {
        failed++
        console.log(`  FAIL  ${name}: ${title}\n        ${error?.stack ?? error}`)
      }
    }
  }
} finally {
  await browser?.close()
  await stack.stop()
}
console.log(`conformance: ${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
