/*
 * Runs the tests of smart wallets on the local chain and prints one table: each kind and version, and what was tried with it. A cell
 * is the number of tests; the command fails when one of them failed or a cell has none.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a column is about, and the titles of its tests. */
const columns = {
  address: /^its address is the one that the entry point computes/,
  'ERC-6492': /^ERC-6492: signatures of a message and of typed data/,
  'ERC-1271': /^ERC-1271: signatures are valid after/,
  deploys: /^the first operation deploys it/,
  batch: /both (calls|amounts) of a batch/,
  sponsored: /^the first operation deploys it .* pays for nothing/,
  'self-paid': /^it pays for itself/,
  'wrong chain':
    /^error: a chain that the app has not configured|nor on another chain|as its contract has it/,
  unfunded: /^error: a wallet without money/,
  reverted: /^error: (calls that fail are refused|its calls fail in the block)/,
  'bundler down': /^error: the bundler or the paymaster is down/,
  'paymaster refuses': /^error: the paymaster refuses/,
}

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'sallyport-table-'))
const file = join(folder, 'results.json')
const files = 'packages/smart-wallets/src/accounts/accounts'
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
let failed = false
try {
  execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', files, ...reporters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SALLYPORT_TESTS: 'named' },
  })
} catch {
  failed = true
}
const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
rmSync(folder, { recursive: true })

/** The tests of each kind, by its name and version. */
const kinds = new Map()
for (const { ancestorTitles, title, status } of testResults.flatMap(
  (each) => each.assertionResults,
)) {
  const kind = ancestorTitles.at(-1)
  if (kind) kinds.set(kind, [...(kinds.get(kind) ?? []), { title, status }])
}

const rows = [...kinds].map(([kind, tests]) => [
  kind,
  ...Object.values(columns).map((pattern) =>
    cellOf(tests.filter(({ title }) => pattern.test(title))),
  ),
])
const table = [['', ...Object.keys(columns)], ...rows]
const widths = table[0].map((_, index) => Math.max(...table.map((row) => row[index].length)))
for (const row of table)
  console.log(row.map((cell, index) => cell.padEnd(widths[index])).join('  '))
if (failed || rows.length === 0 || rows.flat().some((cell) => /none|failed/.test(cell))) {
  console.error('Not every cell was tried and passed.')
  process.exit(1)
}

function cellOf(tests) {
  const bad = tests.filter(({ status }) => status !== 'passed').length
  if (tests.length === 0) return 'none'
  return bad > 0 ? `${bad} failed` : `${tests.length} ok`
}
