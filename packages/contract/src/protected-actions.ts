import type { Api } from './api.js'
import type { Route } from './route.js'

/**
 * What a user who has a second factor must have proven it for (ruling 17); a login alone does none of it. `none` says that a
 * route needs no factor, which is a decision as well.
 */
export const protectedActions = {
  'use-wallet': 'fresh',
  'add-wallet': 'fresh',
  'recover-wallet': 'fresh',
  // Once a key was seen, nothing protects the wallet any more: also without a factor, a recent login is demanded.
  'export-wallet': 'fresh',
  // The app's back end can act by it while the user is away.
  'delegate-wallet': 'fresh',
  // Money may move, and limits may be lifted, by the user's vote.
  'approve-request': 'fresh',
  // Another app then knows the addresses, and may ask for signatures.
  'share-wallet': 'fresh',
  // Who adds a way to log in can log in by it: besides the factor, the browser must have logged in (P1).
  'add-account': 'fresh',
  // It opens no session and follows from the user's own wallet, silently: only the browser that logged in may.
  'add-derived-account': undefined,
  'remove-account': 'fresh',
  'change-factors': 'fresh',
  // For those who cannot prove a factor: the vault waits, and each channel is told.
  'reset-factors': undefined,
  'end-sessions': 'fresh',
  none: undefined,
} as const
/** What a route does, as far as it needs protection. */
export type ProtectedAction = keyof typeof protectedActions
/**
 * What is asked of the browser, beside the access token that the app's page, back end and logs have too (P1). `grant`: it has
 * logged in to the session. `grant-or-login`: the same; where the login has shown no way to present the grant, a login of the last 15 minutes.
 * `grant-and-login`: both.
 */
export type BrowserDemand = 'grant' | 'grant-or-login' | 'grant-and-login'

/** What each action asks of the browser. Calls of the wallet frame present the grant whatever they do. */
export const browserDemands: Readonly<Record<ProtectedAction, BrowserDemand | undefined>> = {
  'use-wallet': undefined,
  'add-wallet': undefined,
  'recover-wallet': undefined,
  'export-wallet': undefined,
  'delegate-wallet': undefined,
  'approve-request': undefined,
  // A login at another app: a thief of a token would have a session, and a wallet, there.
  'share-wallet': 'grant-and-login',
  'add-account': 'grant-or-login',
  'add-derived-account': 'grant-or-login',
  // It also ends the user's other sessions.
  'remove-account': 'grant-or-login',
  'change-factors': undefined,
  'reset-factors': 'grant',
  'end-sessions': 'grant',
  none: undefined,
}
/**
 * What is asked of the account that the session was opened by. `settled`: that it opens wallets by itself, or that no other one does (P8). Removing and
 * replacing an account ask by themselves, because each session may remove its own.
 */
export const loginDemands: Readonly<Record<ProtectedAction, 'settled' | undefined>> = {
  'use-wallet': undefined,
  'add-wallet': undefined,
  // Asked by the routes: it depends on how the wallet is recovered.
  'recover-wallet': undefined,
  'export-wallet': undefined,
  // It needs the open wallet, so a new browser has asked for `recover-wallet` before.
  'delegate-wallet': undefined,
  // Asked by the routes, which also tell the user of a refusal.
  'approve-request': undefined,
  'share-wallet': undefined,
  'add-account': undefined,
  'add-derived-account': undefined,
  'remove-account': undefined,
  'change-factors': 'settled',
  'reset-factors': 'settled',
  'end-sessions': undefined,
  none: undefined,
}
/** What is asked of the session: a factor proven a short time ago. */
export type FactorDemand = (typeof protectedActions)[ProtectedAction]

/** The routes that a signed-in user calls. */
type UserRoutes<G> = {
  [N in keyof G as G[N] extends { auth: 'user' | 'frame' | 'user-or-frame' } ? N : never]: unknown
}
type Classified = {
  readonly [F in keyof Api as keyof UserRoutes<Api[F]> extends never ? never : F]: Readonly<
    Record<keyof UserRoutes<Api[F]>, ProtectedAction>
  >
}

/**
 * The one table of protected actions: every route of a signed-in user, and what it does. The server's guard reads it, and a
 * route without a line does not compile.
 */
const actionsOfRoutes: Classified = {
  // A thief of one session could shut the user out of all others. Logging out ends the session of the request without a factor.
  sessions: { list: 'none', revoke: 'end-sessions', activity: 'none' },
  session: { fork: 'none' },
  user: { me: 'none', acceptTerms: 'none' },
  email: {
    link: 'add-account',
    unlink: 'remove-account',
    update: 'add-account',
    transfer: 'add-account',
  },
  sms: {
    link: 'add-account',
    unlink: 'remove-account',
    update: 'add-account',
    transfer: 'add-account',
  },
  customJwt: { link: 'add-account' },
  oauth: { link: 'add-account', unlink: 'remove-account', transfer: 'add-account' },
  // What the user sees of their own storage opens no wallet by itself: the ciphertext of its share is asked for apart.
  recovery: {
    init: 'none',
    authenticate: 'none',
    initICloud: 'none',
    configurationICloud: 'none',
  },
  // It opens nothing without the vault, and public clients prove a factor for it (wire reference §15).
  recoveryMaterial: { keyMaterial: 'recover-wallet' },
  siwe: {
    link: 'add-account',
    linkSmartWallet: 'add-derived-account',
    unlink: 'remove-account',
    transfer: 'add-account',
  },
  siws: { link: 'add-account', unlink: 'remove-account', transfer: 'add-account' },
  farcaster: { link: 'add-account', unlink: 'remove-account', transfer: 'add-account' },
  telegram: { link: 'add-account', unlink: 'remove-account', transfer: 'add-account' },
  // A name opens nothing.
  passkey: {
    linkInit: 'add-account',
    link: 'add-account',
    unlink: 'remove-account',
    rename: 'none',
  },
  // A key that posts is derived from the wallet; asking how far its approval is opens nothing.
  farcasterSigner: { init: 'use-wallet', status: 'none' },
  // Money comes in, to a wallet of the user's own only.
  funding: { signMoonpay: 'none', initCoinbase: 'none', coinbaseStatus: 'none' },
  embeddedWallet: {
    // A page asks for addresses before the user does anything.
    list: 'none',
    // The first wallet only: there is nothing to protect yet, and clients do not prove a factor for it (wire reference
    // §20.4). A user who has one gets that one.
    create: 'none',
    // What it confirms was stored by a route that demanded the factor, or is the first wallet.
    confirm: 'none',
    addGeneration: 'recover-wallet',
    recover: 'recover-wallet',
    replaceRecoveryKey: 'recover-wallet',
    // What it switches to was stored by the route above.
    switchRecoveryKey: 'none',
    authShare: 'use-wallet',
    addAccounts: 'add-wallet',
  },
  walletExport: {
    recordExport: 'export-wallet',
    // The release before it demanded the factor, and this one proves that the root was open.
    recordRehearsal: 'recover-wallet',
  },
  // Seeing a request changes nothing, and a rejection moves nothing.
  approvals: { describe: 'none', approve: 'approve-request', reject: 'none' },
  pageLogins: { logOut: 'none' },
  delegation: { openConsent: 'delegate-wallet', delegate: 'delegate-wallet' },
  // Listing opens nothing; ending takes rights away.
  programs: {
    openConsent: 'delegate-wallet',
    allow: 'delegate-wallet',
    list: 'none',
    end: 'none',
  },
  // It only takes rights away; a user who has lost a factor can stop the app at once.
  delegatedWallets: { list: 'none', revoke: 'none' },
  // They carry out what was asked for by a call of `add-account` or `share-wallet`, from the frame.
  confirmation: { describe: 'none', confirm: 'add-account' },
  crossApp: {
    authorize: 'share-wallet',
    connectSite: 'share-wallet',
    // They tell who asks. What is asked for is a request to the wallet, which has a line of its own.
    describeLogin: 'none',
    describeSite: 'none',
    openRequest: 'none',
    refuse: 'none',
    grants: 'none',
    // It only takes rights away.
    revoke: 'none',
  },
  mfa: {
    // Proving a factor is what they are for. `smsInit` demands it for a new number itself.
    smsInit: 'none',
    smsVerify: 'none',
    totpVerify: 'none',
    passkeysInit: 'none',
    passkeysVerify: 'none',
    recoveryCodesVerify: 'none',
    smsEnroll: 'change-factors',
    smsUnenroll: 'change-factors',
    totpInit: 'change-factors',
    totpEnroll: 'change-factors',
    totpUnenroll: 'change-factors',
    passkeysEnrollment: 'change-factors',
    recoveryCodesInit: 'change-factors',
    // Three days, with notices by which it can be cancelled.
    resetState: 'none',
    resetInit: 'reset-factors',
    resetCancel: 'reset-factors',
  },
}

/** What the route `name` of `feature` does; undefined for a route that no signed-in user calls. */
export function actionOf(
  feature: keyof Api,
  name: string,
  { auth }: Pick<Route, 'auth'>,
): ProtectedAction | undefined {
  if (auth !== 'user' && auth !== 'frame' && auth !== 'user-or-frame') return undefined
  const actions: Readonly<Record<string, Readonly<Record<string, ProtectedAction>>>> =
    actionsOfRoutes
  return actions[feature]?.[name]
}
