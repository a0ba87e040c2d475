import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../lib/build.mjs'
import { ensureChromium } from '../lib/chromium.mjs'
import { ensureEngines } from '../lib/engines.mjs'
import { run } from '../lib/run.mjs'
import { chooseDeep } from './deep/choose-deep.js'
import { type Plan, planOf, type Step } from './plan.js'
import { runStep } from './progress.js'
import { type FileTime, slowestLines } from './report.js'
import type { Selection } from './selection.js'
import { runSuite } from './suites.js'

/**
 * Runs the selected tests and prints each step, the ten slowest files and the total.
 *
 * @returns The exit code: 0 when everything passed.
 */
export async function runTests(
  selection: Selection,
  { root, say }: { root: string; say: (line: string) => void },
): Promise<number> {
  if (selection.tier !== 'deep') return runPlan(planOf(root, selection), { root, say })
  const { plan, keep } = chooseDeep(root, { selection, say })
  if (plan.steps.length === 0) {
    say('Everything passed before, and nothing that it depends on has changed: --again runs it.')
    return 0
  }
  return runPlan(plan, { root, say, keep })
}

/** What a run tells of: test files and other steps by name, and whether each passed. */
export type Results = ReadonlyMap<string, boolean>

async function runPlan(
  { steps, needs }: Plan,
  {
    root,
    say,
    keep = () => {},
  }: {
    root: string
    say: (line: string) => void
    keep?: (results: Results) => void
  },
): Promise<number> {
  const startedAtMs = Date.now()
  if (steps.length === 0) {
    say('No test has such a word in its path or title.')
    return 1
  }
  const missing = needs.browser ? await ensureChromium(say) : undefined
  if (missing) {
    say(missing)
    return 1
  }
  for (const line of needs.engines ? await ensureEngines(say) : []) say(line)
  const context = createContext(root, say)
  await runStep({ name: 'build', say }, async () => {
    // The checks and the unit tests that need declarations run side by side: one build for both.
    const problem = await build(root, () => undefined, needs)
    context.totals.failed += problem ? 1 : 0
    return { isOk: !problem, ...(problem ? { details: problem } : {}) }
  })
  // Tests against an old build say nothing.
  if (context.totals.failed === 0) await context.runAll(steps, keep)
  context.end()
  printSummary(context, { say, seconds: (Date.now() - startedAtMs) / 1000 })
  if (context.totals.passed + context.totals.failed === 0) {
    say('No test ran: no title has such a word.')
    return 1
  }
  return context.totals.failed === 0 ? 0 : 1
}

type Context = ReturnType<typeof createContext>

/** Runs steps and adds up what they report. */
function createContext(root: string, say: (line: string) => void) {
  const reports = mkdtempSync(join(tmpdir(), 'sallyport-test-'))
  const totals = { passed: 0, failed: 0 }
  const files: FileTime[] = []
  const results = new Map<string, boolean>()
  const add = (counts: { passed: number; failed: number }) => {
    totals.passed += counts.passed
    totals.failed += counts.failed
  }
  const runOne = async (step: Step): Promise<void> => {
    if (step.kind === 'together') return void (await Promise.all(step.steps.map(runOne)))
    if (step.kind === 'checks') {
      const { runChecks, staticChecks } = await import('../lib/checks.mjs')
      const counts = await runChecks(staticChecks(root), say)
      results.set('checks', counts.failed === 0)
      return add(counts)
    }
    await runStep({ name: step.name, say }, async (tell) => {
      if (step.kind === 'command') {
        const { code, output } = await run(process.execPath, step.args, { cwd: root })
        const isOk = code === 0
        results.set(step.name, isOk)
        add({ passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 })
        return { isOk, details: output }
      }
      const reportPath = join(reports, `${step.name.replaceAll(/[^\w-]/g, '-')}.json`)
      const result = await runSuite(step.suite, { root, reportPath, tell })
      add(result)
      files.push(...result.files)
      const share = step.suite.env.SALLYPORT_SHARE
      for (const { file, isPassed } of result.files)
        results.set(share ? `${file} ${share}` : file, isPassed)
      return result
    })
  }
  return {
    totals,
    files,
    results,
    /** @param keep  Called after each step: what passed is kept when a later step is interrupted. */
    runAll: async (steps: readonly Step[], keep: (results: Results) => void) => {
      for (const step of steps) {
        await runOne(step)
        keep(results)
      }
    },
    end: () => rmSync(reports, { recursive: true, force: true }),
  }
}

function printSummary(
  { files, totals }: Pick<Context, 'files' | 'totals'>,
  { say, seconds }: { say: (line: string) => void; seconds: number },
): void {
  const minutes = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  if (files.length > 0) {
    say('')
    say('Slowest files:')
    for (const line of slowestLines(files)) say(line)
  }
  say('')
  say(`${totals.passed} passed, ${totals.failed} failed in ${minutes}`)
}
