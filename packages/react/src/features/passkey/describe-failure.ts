import { isApiError } from '@sallyport/contract'
import { errorCode } from '@sallyport/core'
import type { PasskeyCopy } from '../../copy/en-passkey.js'
import type { Problem } from '../../flow/problem.js'
import { isInline } from '../../flow/reactions.js'
import { toProblem } from '../../modal/to-problem.js'

/** What a screen says about a failed passkey request. */
export interface PasskeyFailure {
  title: string
  help: string | null
  canRetry: boolean
  /** The user can do nothing about it: the app's domain and the page's do not fit. */
  isDevelopers: boolean
}

/** What to say about an error here, or the problem that another screen explains. */
export function describeFailure(
  error: unknown,
  given: { words: PasskeyCopy['passkey']; explain(problem: Problem): string },
): PasskeyFailure | { problem: Problem } {
  const { words } = given
  const retry = { canRetry: true, isDevelopers: false }
  const code = errorCode(error)
  switch (code) {
    case 'passkey_not_allowed':
      return { ...retry, title: words.cancelledTitle, help: words.cancelledHelp }
    case 'passkey_exists':
      return { ...retry, title: words.existsTitle, help: words.existsHelp, canRetry: false }
    case 'user_does_not_exist':
      return { ...retry, title: words.unknownTitle, help: words.unknownHelp }
    case 'invalid_credentials':
      return { ...retry, title: words.refusedTitle, help: words.refusedHelp }
    case 'passkey_wrong_domain':
      return { title: words.domainTitle, help: null, canRetry: false, isDevelopers: true }
  }
  if (code === 'not_supported' && !isApiError(error)) {
    const { unsupportedTitle: title, unsupportedHelp: help } = words
    return { ...retry, title, help, canRetry: false }
  }
  const problem = toProblem(error)
  if (!isInline(problem.code)) return { problem }
  return { ...retry, title: words.refusedTitle, help: given.explain(problem) }
}
