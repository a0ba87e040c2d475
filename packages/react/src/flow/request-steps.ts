import type { ConfirmRequest } from '@sallyport/core'
import type { Job, ScreenName } from './screens.js'
import { done, enter, fail, type Step } from './step.js'

const confirmScreens = {
  'sign-message': 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
  'sign-digest': 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
  'sign-authorization': 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
  'sign-typed-data': 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
  'sign-transaction': 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
  'send-transaction': 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
  'sign-operation': 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
  'send-operation': 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
  'sign-solana-transaction': 'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN',
  'send-solana-transaction': 'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN',
  'sign-bitcoin-transaction': 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
  'send-bitcoin-transaction': 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
} as const satisfies Record<Job['request']['kind'], ScreenName>

/** The screen that asks the user to confirm a wallet request. */
export function confirm(job: Job): Step {
  return enter(confirmScreens[job.request.kind], { job })
}

/** The embedded wallet whose key a request uses: the wallet itself, or the owner of the smart wallet. */
export function signerOf(request: ConfirmRequest): string {
  return ('owner' in request ? request.owner : undefined) ?? request.address
}

/** The ends of such a screen. */
export function requestEnds() {
  // The caller's promise was settled by `deliver`; the value here only ends the flow.
  return { finished: () => done(undefined), rejected: () => fail('user_rejected') }
}
