/**
 * Runs the public clients of the wire, unmodified and installed apart from the product, against a running server.
 * `npm run conformance` starts a stack of its own, or uses the one `npm start` runs with `-- --running`;
 * `-- --only=frame,email` runs some groups. At the end it prints which methods and routes of the clients were used, and why
 * the others were not; a whole run fails when one is missing without a reason.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from '../scripts/lib/chromium.mjs'
import { install } from '../scripts/lib/install.mjs'
import { runningStack, startStack } from '../scripts/stack-under-test.mjs'

const here = new URL('.', import.meta.url).pathname
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
if (!['@privy-io', 'esbuild'].every((name) => existsSync(`${here}node_modules/${name}`))) {
  console.log('Installing the public clients (conformance/package-lock.json) …')
  execFileSync(npm, ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' })
}
const { createContext } = await import('./context.mjs')
/** In this order: what moves the clock comes last. */
const groupNames = [
  'session',
  'email',
  'sms',
  'wallets',
  'oauth',
  'passkey',
  'farcaster',
  'social',
  'transfer',
  'rules',
  'back-end',
  'back-end-users',
  'funding',
  'smart-wallets',
  'recovery',
  'delegation',
  'server-wallets',
  'later',
  'newest',
  'frame',
  'bitcoin',
  'cross-app',
  'cookies',
  'clock',
  'mfa',
]
const groups = await Promise.all(
  groupNames.map(async (name) => ({
    name,
    cases: (await import(`./cases/${name}.mjs`)).cases,
  })),
)
const root = fileURLToPath(new URL('..', import.meta.url))
const problem =
  (await install(root, console.log, { tools: true })) ?? (await ensureChromium(console.log))
if (problem) {
  console.error(problem)
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
const { createCoverage } = await import('./coverage.mjs')
const coverage = createCoverage(stack.dev.authUrl)
try {
  browser = await startBrowser(stack.dev, coverage)
  const context = createContext(stack.dev, browser, coverage)
  for (const { name, cases } of groups) {
    if (only && !only.split(',').includes(name)) continue
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
coverage.stop()
const { lines, missing } = coverage.report()
console.log(lines.join('\n'))
console.log(`conformance: ${passed} passed, ${failed} failed`)
if (!only && missing.length > 0) {
  failed++
  console.log(`Not covered, without a reason in not-covered.mjs: ${missing.join(', ')}`)
}
process.exit(failed === 0 ? 0 : 1)
