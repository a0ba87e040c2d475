import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { KeyModule } from './key-module-settings.js'
import { type KeyModuleProblem, keyModuleProblems } from './problems.js'
import { wrappedPrefix } from './wrapped-key.js'

/** A module that answers later is not waited for, in milliseconds. */
const deadlineMs = 15_000
const defaultProgram = fileURLToPath(new URL('./open-program.js', import.meta.url))

/** Whether a list of keys has one that a module has to open. */
export function hasWrappedKey(text: string): boolean {
  return wordsOf(text).some((word) => word.startsWith(wrappedPrefix))
}

/**
 * A list of keys with those opened that a module has wrapped. It waits for the module: for the start of a program.
 *
 * @param from.program  The program that opens them, in a process of its own.
 */
export function openWrappedKeys(
  text: string,
  {
    module,
    program = defaultProgram,
    timeoutMs = deadlineMs,
  }: { module: KeyModule | undefined; program?: string; timeoutMs?: number },
): { text: string } | { problem: KeyModuleProblem } {
  if (module === undefined) return { problem: 'no_module' }
  const words = wordsOf(text)
  const wrapped = words.filter((word) => word.startsWith(wrappedPrefix))
  const { stdout, error } = spawnSync(process.execPath, [program], {
    input: JSON.stringify({ module, words: wrapped }),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  if (error !== undefined)
    return { problem: 'code' in error && error.code === 'ETIMEDOUT' ? 'slow' : 'failed' }
  const opened = readAnswer(stdout, wrapped.length)
  if ('problem' in opened) return opened
  return {
    text: words
      .map((word) => (word.startsWith(wrappedPrefix) ? opened.keys.shift() : word))
      .join(' '),
  }
}

function readAnswer(
  stdout: string,
  count: number,
): { keys: string[] } | { problem: KeyModuleProblem } {
  try {
    const answer: unknown = JSON.parse(stdout)
    if (typeof answer !== 'object' || answer === null) return { problem: 'failed' }
    if ('keys' in answer && Array.isArray(answer.keys) && answer.keys.length === count)
      return { keys: answer.keys.map(String) }
    if ('problem' in answer && isProblem(answer.problem)) return { problem: answer.problem }
  } catch {
    // A library that crashes leaves no answer.
  }
  return { problem: 'failed' }
}

function isProblem(value: unknown): value is KeyModuleProblem {
  return typeof value === 'string' && Object.hasOwn(keyModuleProblems, value)
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}
