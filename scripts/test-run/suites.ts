import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.mjs'
import type { Outcome } from './progress.js'
import { type Report, readReport } from './report.js'
import { temporaryFolder } from './temporary-folder.js'

/** A run of Vitest or Playwright. */
export interface Suite {
  runner: 'vitest' | 'playwright'
  args: readonly string[]
  env: Record<string, string>
}

const commands = {
  vitest: ['vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'],
  playwright: ['@playwright/test/cli.js', 'test', '--reporter=line,json'],
} as const satisfies Record<Suite['runner'], readonly string[]>

/** Runs a suite; its JSON report is written to `reportPath`. */
export async function runSuite(
  { runner, args, env }: Suite,
  given: { root: string; reportPath: string; tell: (position: string) => void },
): Promise<Report & Outcome> {
  const { root, reportPath, tell } = given
  const [script, ...usual] = commands[runner]
  const report = runner === 'vitest' ? [`--outputFile.json=${reportPath}`] : []
  const position = runner === 'vitest' ? vitestPosition() : playwrightPosition
  const { code, output } = await run(
    process.execPath,
    [join(root, 'node_modules', script), ...usual, ...report, ...args],
    {
      cwd: root,
      // A bundler that ran for a check leaves its own NODE_ENV behind.
      env: {
        ...process.env,
        NODE_ENV: 'test',
        CI: '1',
        TMPDIR: temporaryFolder(),
        NO_COLOR: '1',
        PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath,
        ...env,
      },
      onOutput: (chunk: string) => {
        const at = position(chunk)
        if (at) tell(at)
      },
    },
  )
  const text = existsSync(reportPath) ? readFileSync(reportPath, 'utf8') : ''
  const result = readReport(text, { code, root })
  return {
    ...result,
    isOk: result.failed === 0,
    note: `${result.passed} passed${result.failed > 0 ? `, ${result.failed} failed` : ''}`,
    details: failuresIn(output),
  }
}

/** The output from the first failure on: what passed is not repeated. */
export function failuresIn(output: string): string {
  const start = output.search(/^.*(?:⎯ Failed (?:Tests|Suites)|⎯ Unhandled Error| {2}1\) )/m)
  return start === -1 ? output.slice(-8_000) : output.slice(start)
}

/** Counts the files that Vitest says it has finished. */
function vitestPosition(): (chunk: string) => string | undefined {
  let finished = 0
  return (chunk) => {
    const lines = chunk.match(/^ ?[✓❯×] .*\.test\.tsx?/gmu) ?? []
    finished += lines.length
    return lines.length > 0 ? `${finished} files done` : undefined
  }
}

/** The number and file of the test that Playwright runs now. */
function playwrightPosition(chunk: string): string | undefined {
  const all = [...chunk.matchAll(/\[(\d+)\/(\d+)\] (\S+?\.spec\.ts)/g)].at(-1)
  return all ? `test ${all[1]} of ${all[2]}, ${all[3]}` : undefined
}
