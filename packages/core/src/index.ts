export { createClient, type SallyportClient } from './client.js'
export * as crossAppAccounts from './cross-app/accounts.js'
export * from './errors.js'
export * as analytics from './features/analytics.js'
export * as bitcoin from './features/bitcoin.js'
export * as calls from './features/calls.js'
export * as captcha from './features/captcha.js'
export type { CrossAppConnection, CrossAppTransaction } from './features/cross-app.js'
export * as crossApp from './features/cross-app.js'
export * as crossAppProvider from './features/cross-app-provider.js'
export * as customJwt from './features/custom-jwt.js'
export * as delegation from './features/delegation.js'
export * as email from './features/email.js'
export * as ethereum from './features/ethereum.js'
export * as externalWallet from './features/external-wallet.js'
export * as farcaster from './features/farcaster.js'
export * as farcasterSigner from './features/farcaster-signer.js'
export * as fork from './features/fork.js'
export * as funding from './features/funding.js'
export * as guest from './features/guest.js'
export * as loginLink from './features/login-link.js'
export type {
  MfaMethod,
  MfaPasskeyOptions,
  MfaPhase,
  MfaProofMethod,
  MfaVerification,
} from './features/mfa.js'
export * as mfa from './features/mfa.js'
export type { TotpSecret } from './features/mfa-enrollment.js'
export * as mfaEnrollment from './features/mfa-enrollment.js'
export * as oauth from './features/oauth.js'
export type { PasskeyOptions, PasskeyStep } from './features/passkey.js'
export * as passkey from './features/passkey.js'
export * as programs from './features/programs.js'
export type {
  ChosenRecovery,
  OwnedRecovery,
  RecoveryPhase,
  RecoveryRequest,
  StorageVisit,
  VisitedStorage,
} from './features/recovery.js'
export * as recovery from './features/recovery.js'
export * as session from './features/session.js'
export type { AccountEvent, UserSession } from './features/sessions.js'
export * as sessions from './features/sessions.js'
export * as siwe from './features/siwe.js'
export * as siws from './features/siws.js'
export * as smartWallet from './features/smart-wallet.js'
export * as sms from './features/sms.js'
export * as solana from './features/solana.js'
export * as telegram from './features/telegram.js'
export * as user from './features/user.js'
export * as wallet from './features/wallet.js'
export * as walletPage from './features/wallet-page.js'
export type { FrameHost, FrameMessage, OpenFrame } from './frame/browser-host.js'
export { call } from './http.js'
export {
  errorIndicatesMaxMfaRetries,
  errorIndicatesMfaTimeout,
  errorIndicatesMfaVerificationFailed,
} from './mfa/mfa-errors.js'
export * as oauthWindow from './oauth-window.js'
export { addRpcUrlOverrideToChain, addSallyportRpcToChain } from './providers/chains.js'
export { refuseSecrets } from './refuse-secrets.js'
export type { Login } from './session/login.js'
export { watchSession } from './session/watch-session.js'
export { showsWalletUIs } from './shows-wallet-uis.js'
export { toRpcError } from './to-rpc-error.js'
export * from './types.js'
