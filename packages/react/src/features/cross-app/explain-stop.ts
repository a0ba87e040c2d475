import type { SharingCopy } from '../../copy/en-sharing.js'
import type { Problem, ProblemCode } from '../../flow/problem.js'

const expired: readonly ProblemCode[] = ['oauth_state_mismatch', 'token_already_used']
const unreadable: readonly ProblemCode[] = ['unknown', 'invalid_data', 'wallet_unavailable']
const passing: readonly ProblemCode[] = [
  'offline',
  'client_request_timeout',
  'internal_error',
  'too_many_requests',
]

/** Why something that another app asks for can't go on, where the usual words would be about this app; else null. */
export function explainStop(
  { code }: Problem,
  { notAllowed, expired: isOver, unreadable: isBroken }: SharingCopy['sharing'],
): string | null {
  if (code === 'cross_app_connection_not_allowed') return notAllowed
  if (expired.includes(code)) return isOver
  return unreadable.includes(code) ? isBroken : null
}

/** Whether trying again may help. */
export function isPassing({ code }: Problem): boolean {
  return passing.includes(code)
}
