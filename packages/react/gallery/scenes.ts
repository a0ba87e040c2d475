import type { ScreenName } from '../src/flow/screens.js'
import type { Scene, States } from './scene.js'
import { consent, created, creating } from './scenes/after-login.js'
import { error, limitReached, loginFailed, notFound, rejected } from './scenes/failure.js'
import { landing, passwordlessCode } from './scenes/login.js'
import { sendSolana, sendTransaction } from './scenes/sending.js'
import { connecting, signRequest } from './scenes/signing.js'

/** Every screen of the modal in every state worth looking at; the compiler asks for each screen. */
export const scenes: { [S in ScreenName]: States<S> } = {
  LANDING: landing,
  AWAITING_PASSWORDLESS_CODE: passwordlessCode,
  AFFIRMATIVE_CONSENT_SCREEN: consent,
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: creating,
  EMBEDDED_WALLET_CREATED_SCREEN: created,
  EMBEDDED_WALLET_CONNECTING_SCREEN: connecting,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: signRequest,
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: sendTransaction,
  EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN: sendSolana,
  LOGIN_FAILED_SCREEN: loginFailed,
  ERROR_SCREEN: error,
  ACCOUNT_NOT_FOUND_SCREEN: notFound,
  USER_LIMIT_REACHED_SCREEN: limitReached,
  ALLOWLIST_REJECTION_SCREEN: rejected,
}

/** A scene by its address: its screen and the name of its state. */
export interface Spot {
  screen: ScreenName
  state: string
}

/** Every scene once, in the order of the record. */
export const spots: readonly Spot[] = Object.entries(scenes).flatMap(([screen, states]) =>
  // The keys of the record are the names of screens.
  Object.keys(states).map((state) => ({ screen: screen as ScreenName, state })),
)

/** The scene at a spot; undefined when there is none of that name. */
export function sceneAt({ screen, state }: { screen: string; state: string }): Scene | undefined {
  if (!Object.hasOwn(scenes, screen)) return undefined
  const states: Record<string, Scene> = scenes[screen as ScreenName] // just checked
  return Object.hasOwn(states, state) ? states[state] : undefined
}
