import type { ErrorCode } from '@sallyport/contract'

/** What can go wrong before or after the server: network, wallet frame, chain, or an unexpected error. */
export const localProblems = [
  'offline',
  'insecure_page',
  'invalid_app_id',
  'invalid_api_url',
  'client_request_timeout',
  'user_rejected',
  'oauth_user_denied',
  'wallet_unavailable',
  'wallet_request_pending',
  'unsupported_chain_id',
  'transaction_failure',
  'unknown',
] as const
type LocalProblem = (typeof localProblems)[number]

/** Every code a screen may have to explain. */
export type ProblemCode = ErrorCode | LocalProblem

/** A failure as screens see it: a code to explain and what the user can use; never a secret, never raw text. */
export interface Problem {
  code: ProblemCode
  /** For the support desk: request id or transaction hash. */
  reference?: string
  /** Wait before the next try, when the server named one. */
  retryAfterSeconds?: number
}
