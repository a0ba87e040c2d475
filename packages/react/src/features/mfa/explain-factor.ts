import type { Copy } from '../../copy/en.js'
import type { Problem } from '../../flow/problem.js'
import { explain } from '../../modal/explain.js'

/** As `explain`; a failure inside the wallet frame is not a failure of a wallet here. */
export function explainFactor(problem: Problem, words: { copy: Copy; locale: string }): string {
  const isInside = problem.code === 'wallet_unavailable'
  return explain(isInside ? { ...problem, code: 'internal_error' } : problem, words)
}

/** `wrong` for a code that is refused; null for any other problem. */
export function explainCode({ code }: Problem, wrong: string | undefined): string | null {
  return code === 'invalid_credentials' ? (wrong ?? null) : null
}
