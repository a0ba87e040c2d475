import { relative } from 'node:path'

/** What a test runner's JSON report says. */
export interface Report {
  passed: number
  failed: number
  /** Time that each file's tests took, in seconds. */
  files: readonly FileTime[]
}

/** How long the tests of one file took, and whether all of them passed. */
export interface FileTime {
  file: string
  seconds: number
  isPassed: boolean
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults?: { name: string; status: string; startTime: number; endTime: number }[]
}
interface PlaywrightSuite {
  file?: string
  suites?: PlaywrightSuite[]
  specs?: { ok: boolean; tests: { results: { duration: number }[] }[] }[]
}
interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number }
  config?: { rootDir: string }
  suites?: PlaywrightSuite[]
}

/**
 * Reads a JSON report of Vitest or Playwright. A run that ended with an error but without a failed test, or without a
 * report, counts as one failure.
 *
 * @param code  The runner's exit code.
 */
export function readReport(text: string, { code, root }: { code: number; root: string }): Report {
  const { passed, failed, files } = parse(text, root)
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, files }
}

function parse(text: string, root: string): Report {
  try {
    // Written by the runner that was just run; anything else throws below or has no numbers.
    const report = JSON.parse(text) as VitestReport | PlaywrightReport
    return 'stats' in report ? fromPlaywright(report, root) : fromVitest(report, root)
  } catch {
    return { passed: 0, failed: 1, files: [] }
  }
}

function fromVitest(report: VitestReport, root: string): Report {
  const files = (report.testResults ?? []).map(({ name, status, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: Math.max(0, endTime - startTime) / 1000,
    isPassed: status === 'passed',
  }))
  return { passed: report.numPassedTests, failed: report.numFailedTests, files }
}

function fromPlaywright({ stats, config, suites = [] }: PlaywrightReport, root: string): Report {
  const folder = config ? relative(root, config.rootDir) : ''
  const files = suites.map((suite) => ({
    file: [folder, suite.file ?? ''].filter(Boolean).join('/'),
    seconds: durationMs(suite) / 1000,
    isPassed: hasPassed(suite),
  }))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, files }
}

function hasPassed({ specs = [], suites = [] }: PlaywrightSuite): boolean {
  return specs.every(({ ok }) => ok) && suites.every(hasPassed)
}

function durationMs({ specs = [], suites = [] }: PlaywrightSuite): number {
  const own = specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results)
    .reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + durationMs(suite), own)
}

/** The slowest files, one printed line each. */
export function slowestLines(
  files: readonly Pick<FileTime, 'file' | 'seconds'>[],
  count = 10,
): string[] {
  return [...files]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s   ${file}`)
}
