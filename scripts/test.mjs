/* npm test: everything, from a fresh clone: set-up, checks, unit tests, browser tests. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './lib/build.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { install } from './lib/install.mjs'
import { tooOld } from './lib/node-version.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => process.stdout.write(`  ${line}\n`)
const old = tooOld(process.versions.node)
if (old) refuse(old)
const hasBrowserTests = existsSync(join(root, 'e2e', 'playwright.config.ts'))
const missing =
  (await install(root, say)) ?? (hasBrowserTests ? await ensureChromium(say) : undefined)
if (missing) refuse(missing)

const { runChecks, staticChecks } = await import('./lib/checks.mjs')
const { countsIn } = await import('./lib/counts.mjs')
const reports = mkdtempSync(join(tmpdir(), 'sallyport-test-'))
const totals = { passed: 0, failed: 0 }

const pages = async () => [await build(root, () => undefined)].filter(Boolean)
add(await runChecks([['pages', pages], ...staticChecks(root)], say))
await suite(
  'unit tests',
  'vitest/vitest.mjs',
  ['run', '--reporter=dot', '--reporter=json'],
  (report) => [`--outputFile.json=${report}`],
)
if (hasBrowserTests)
  await suite('browser tests', '@playwright/test/cli.js', [
    'test',
    '-c',
    'e2e',
    '--reporter=line,json',
  ])
rmSync(reports, { recursive: true, force: true })

process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exitCode = totals.failed === 0 ? 0 : 1

async function suite(name, tool, args, extra = () => []) {
  const report = join(reports, `${name.split(' ')[0]}.json`)
  // A bundler that ran for a check leaves its own NODE_ENV behind.
  const env = { ...process.env, NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_NAME: report, CI: '1' }
  const startedAtMs = Date.now()
  const command = [join(root, 'node_modules', tool), ...args, ...extra(report)]
  const { code, output } = await run(process.execPath, command, { cwd: root, env })
  const counts = countsIn(existsSync(report) ? readFileSync(report, 'utf8') : '', code)
  add(counts)
  const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1)
  say(
    `${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(24)}${seconds.padStart(7)} s   ${counts.passed} passed`,
  )
  if (counts.failed > 0) process.stdout.write(output)
}

function add({ passed, failed }) {
  totals.passed += passed
  totals.failed += failed
}
