import type { Problem, ProblemCode } from '../flow/problem.js'
import { isProblemCode } from '../flow/reactions.js'

/** What screens may know of an error: its code, and what a person can use. Texts of unknown errors are dropped. */
export function toProblem(error: unknown): Problem {
  const fields = fieldsOf(error)
  const problem: Problem = { code: codeOf(fields) }
  const data = fieldsOf(fields.data)
  if (typeof data.request_id === 'string') problem.reference = data.request_id
  const wait = data.retry_after ?? waitOfFrame(fields)
  if (typeof wait === 'number') problem.retryAfterSeconds = wait
  return problem
}

/** Codes of the client that say the same as one we explain. */
const clientCodes: Record<string, ProblemCode> = {
  captcha_timeout: 'invalid_captcha',
  captcha_failure: 'invalid_captcha',
  captcha_disabled: 'invalid_captcha',
  insufficient_balance: 'insufficient_funds',
  frame_unavailable: 'wallet_unavailable',
  frame_request_timeout: 'wallet_unavailable',
  embedded_wallet_not_found: 'wallet_unavailable',
  embedded_wallet_create_error: 'wallet_unavailable',
  unknown_embedded_wallet_error: 'wallet_unavailable',
  recovery_not_supported: 'wallet_unavailable',
  unable_to_sign: 'wallet_unavailable',
  must_be_authenticated: 'missing_or_invalid_token',
  login_required: 'login_too_old',
}

/** EIP-1193 and JSON-RPC codes that mean something to a person. */
const rpcCodes: Record<number, ProblemCode> = {
  3: 'transaction_failure',
  4001: 'user_rejected',
  4100: 'wallet_unavailable',
  4900: 'wallet_unavailable',
  4901: 'unsupported_chain_id',
  [-32000]: 'transaction_broadcast_failure',
  [-32002]: 'transaction_failure',
  [-32003]: 'transaction_failure',
}

function codeOf(fields: Record<string, unknown>): ProblemCode {
  const { code, name } = fields
  if (isProblemCode(code)) return code
  if (typeof code === 'string' && Object.hasOwn(clientCodes, code))
    return clientCodes[code] ?? 'unknown'
  if (typeof code === 'number') return rpcCodes[code] ?? innerCode(fields)
  if (name === 'TimeoutError') return 'client_request_timeout'
  if (name === 'FrameError') return frameCode(fields)
  // `fetch` rejects with a TypeError when there is no answer at all.
  if (name === 'TypeError' && /fetch|network|load failed/i.test(String(fields.message))) {
    return 'offline'
  }
  return 'unknown'
}

/** Types of the wallet frame that say the same as a code we explain. */
const frameTypes: Record<string, ProblemCode> = {
  older_login_required: 'older_login_required',
  missing_or_invalid_mfa: 'missing_or_invalid_mfa',
  mfa_verification_max_attempts_reached: 'missing_or_invalid_mfa',
  mfa_timeout: 'missing_or_invalid_mfa',
  mfa_cancelled: 'user_rejected',
  invalid_credentials: 'invalid_credentials',
  twilio_verification_failed: 'invalid_credentials',
}

function frameCode({ type, message }: Record<string, unknown>): ProblemCode {
  // So the frame says that the server wants a pause (wire reference §20.5).
  if (String(message).includes('code 429')) return 'too_many_requests'
  return frameTypes[String(type)] ?? 'wallet_unavailable'
}

/** The seconds in such a text; null when it names none. */
function waitOfFrame({ name, message }: Record<string, unknown>): number | null {
  const found = name === 'FrameError' && /code 429.* in (\d+) s/.exec(String(message))
  return found ? Number(found[1]) : null
}

/** A provider wraps what went wrong inside: that says more than "internal error". */
function innerCode({ cause }: Record<string, unknown>): ProblemCode {
  return cause === undefined ? 'unknown' : codeOf(fieldsOf(cause))
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  const { code, name, data, message, cause, ...own } = value as Record<string, unknown> // any object can be read so
  return { ...own, code, name, data, message, cause }
}
