import {
  app,
  linkedAccount,
  loginAge,
  session,
  sessionFactor,
  userFactors,
} from './account-rows.js'
import {
  allowlistEntry,
  crossAppGrant,
  programRequest,
  recoveryAccount,
  testAccount,
  verifiedEmail,
} from './grant-rows.js'
import {
  accountTransfer,
  accountUndo,
  farcasterAnswer,
  loginApproval,
  loginLink,
  oauthCredentials,
  oauthFlow,
  passkeyChallenge,
} from './login-rows.js'
import { shareGeneration, walletAccount, walletAge, walletRoot } from './wallet-rows.js'

export type { AppClaims } from './account-rows.js'

/**
 * Every kind of row that carries authority and has a MAC of its own. A column that a MAC is not over is in `rowColumns`, with the
 * reason; what is under an older key is renewed, and counted, by this table.
 */
export const authenticRows = {
  app,
  session,
  sessionFactor,
  userFactors,
  linkedAccount,
  loginAge,
  walletRoot,
  walletAge,
  walletAccount,
  shareGeneration,
  oauthCredentials,
  accountTransfer,
  accountUndo,
  loginLink,
  loginApproval,
  oauthFlow,
  passkeyChallenge,
  farcasterAnswer,
  testAccount,
  allowlistEntry,
  crossAppGrant,
  programRequest,
  recoveryAccount,
  verifiedEmail,
} as const
