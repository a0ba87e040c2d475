import type { Copy } from '../copy/en.js'
import { formatSeconds } from '../copy/format-seconds.js'
import type { Problem } from '../flow/problem.js'

/** What happened and what to do, in the reader's language. */
export function explain(problem: Problem, words: { copy: Copy; locale: string }): string {
  const { copy, locale } = words
  if (problem.retryAfterSeconds !== undefined && problem.retryAfterSeconds > 0) {
    return copy.problem.waitSeconds(formatSeconds(problem.retryAfterSeconds, locale))
  }
  return copy.problem[problem.code]
}
