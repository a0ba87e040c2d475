import { isApiError } from '@sallyport/contract'
import { toRpcError } from '../../to-rpc-error.js'

/** What is told to the page that asked (wire reference §18.4, §18.5). */
export type CrossAppAnswer =
  | {
      type: 'PRIVY_CROSS_APP_CONNECT_RESPONSE'
      address: string
      providerPublicKey: string
      /** Unix milliseconds. */
      exp: number
    }
  | { type: 'PRIVY_CROSS_APP_ACTION_RESPONSE'; result: string }
  | { type: 'PRIVY_CROSS_APP_ACTION_RESPONSE'; encryptedResult: string; iv: string }
  | CrossAppError

/** That something was not done, and what the asking side is to forget. */
export interface CrossAppError {
  type: 'PRIVY_CROSS_APP_ACTION_ERROR'
  error: string
  /** Of EIP-1193; left out where the user refused, which clients know by the text. */
  errorCode?: number
  /** The connection has ended: the wagmi connector forgets it. */
  mwp?: { action: 'clear' }
  /** The same for an app's token. */
  token?: { action: 'clear' }
}

/** The answer of a user who refuses. The clients compare this text. */
export const refusal: CrossAppError = {
  type: 'PRIVY_CROSS_APP_ACTION_ERROR',
  error: 'User rejected request',
}

/** The answer about a connection that is not, or no longer, allowed. */
const ended: CrossAppError = {
  type: 'PRIVY_CROSS_APP_ACTION_ERROR',
  error: 'The connection has ended. Connect again',
  errorCode: 4100,
  mwp: { action: 'clear' },
  token: { action: 'clear' },
}

/** The connection has ended, or this browser has lost its key. */
export class ConnectionEnded extends Error {
  override readonly name = 'ConnectionEnded'
}

/** Whether the server refuses the connection itself. */
export function isNotAllowed(error: unknown): boolean {
  return isApiError(error) && error.code === 'cross_app_connection_not_allowed'
}

/** The answer about what failed. */
export function errorAnswer(error: unknown): CrossAppError {
  if (isNotAllowed(error) || error instanceof ConnectionEnded) return ended
  const { code, message } = toRpcError(error)
  return code === 4001 ? refusal : { type: refusal.type, error: message, errorCode: code }
}

/** The address that takes an answer by redirect (wire reference §18.4, E2). */
export function answerUrl(callbackUrl: string, answer: CrossAppAnswer): string {
  const url = new URL(callbackUrl)
  url.searchParams.set('privy_cross_app_type', answer.type)
  const payload = 'error' in answer ? answer.error : 'result' in answer ? answer.result : ''
  url.searchParams.set('privy_cross_app_payload', payload)
  return url.href
}
