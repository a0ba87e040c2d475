import type { ProblemCode } from './problem.js'
import type { Goal } from './screens.js'

/** Why a flow ended without its goal; apps see these codes. */
export type ExitCode =
  | 'exited_auth_flow'
  | 'exited_link_flow'
  | 'exited_update_flow'
  | 'generic_connect_wallet_error'
  | ProblemCode

/** What the app is told when the user closes the modal, by what it was opened for. */
export function exitCodeOf({ goal }: Goal): ExitCode {
  if (goal === 'confirm' || goal === 'fund') return 'user_rejected'
  if (goal === 'captcha') return 'invalid_captcha'
  if (goal === 'connect' || goal === 'connect-or-create') return 'generic_connect_wallet_error'
  return goal === 'link' || goal === 'update' ? `exited_${goal}_flow` : 'exited_auth_flow'
}
