import type { Copy } from '../../copy/en.js'
import type { Problem } from '../../flow/problem.js'
import { explain } from '../../modal/explain.js'

/** As `explain`; a failure inside the wallet frame is not a failure of a wallet here. */
export function explainFactor(problem: Problem, words: { copy: Copy; locale: string }): string {
  const isInside = problem.code === 'wallet_unavailable'
  return explain(isInside ? { ...problem, code: 'internal_error' } : problem, words)
}
