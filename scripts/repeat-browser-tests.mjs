/*
 * Runs the browser tests again and again and says which failed how often: `node scripts/repeat-browser-tests.mjs 10`, with
 * `--deep` for all of them, and further arguments for Playwright.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [count = '10', ...rest] = process.argv.slice(2)
if (!/^[1-9]\d*$/.test(count)) refuse('Say how often: node scripts/repeat-browser-tests.mjs 10')
const missing = await install(root, (line) => process.stdout.write(`  ${line}\n`), { tools: true })
if (missing) refuse(missing)
const isDeep = rest.includes('--deep')
const folder = mkdtempSync(join(tmpdir(), 'sallyport-repeat-'))
const failures = new Map()
for (let round = 1; round <= Number(count); round += 1) {
  const startedAtMs = Date.now()
  const report = join(folder, `${round}.json`)
  const { code } = await run(
    process.execPath,
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      ...['test', '-c', 'e2e', '--reporter=json'],
      ...rest.filter((each) => each !== '--deep'),
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        CI: '1',
        SALLYPORT_TESTS: isDeep ? 'deep' : 'quick',
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    },
  )
  const failed = code === 0 ? [] : failedIn(report)
  for (const title of failed) failures.set(title, (failures.get(title) ?? 0) + 1)
  const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(0)
  process.stdout.write(`  round ${round} of ${count}: ${failed.length} failed, ${seconds} s\n`)
  for (const title of failed) process.stdout.write(`       ${title}\n`)
}
rmSync(folder, { recursive: true, force: true })
for (const [title, times] of failures)
  process.stdout.write(`  failed ${times} of ${count}: ${title}\n`)
if (failures.size === 0) process.stdout.write(`  no test failed in ${count} rounds\n`)
process.exitCode = failures.size === 0 ? 0 : 1

/** Titles of the tests that failed, with their files; a run without a report failed as a whole. */
function failedIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).suites.flatMap((suite) => failedBelow(suite))
  } catch {
    return ['the run ended without a report']
  }
}

function failedBelow({ file, specs = [], suites = [] }) {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap(failedBelow),
  ]
}
