import type { CrossAppProvider, CustomProvider, LoginChain } from '@sallyport/contract'
import type { Account, captcha, MfaVerification, oauth, User, WalletAccount } from '@sallyport/core'
import type { loginMethods } from '../login-methods.js'
import type { FundingScreens } from './funding-data.js'
import type { FundGoal } from './funding-steps.js'
import type { Job } from './job.js'
import type { LinkConflict, Linked, LinkOptions, Transfer } from './link-data.js'
import type { LinkMethod } from './link-methods.js'
import type { MfaScreens } from './mfa-data.js'
import type { CrossAppVisit, OAuthChoice, OAuthData } from './oauth-data.js'
import type { PageGoal, PageScreens } from './page-data.js'
import type { PasskeyOutcomes, PasskeyUse } from './passkey-use.js'
import type { Prefill } from './prefill.js'
import type { Problem } from './problem.js'
import type { RecoveryGoal, RecoveryScreens } from './recovery-data.js'
import type { SharingGoal, SharingScreens } from './sharing-data.js'

export type { Job } from './job.js'
export type { LinkConflict, Linked, LinkOptions, Transfer } from './link-data.js'
export type { Prefill } from './prefill.js'

/** The login methods that this version knows, by their names in callbacks (react-api §8). */
export type KnownMethod = keyof typeof loginMethods

/** The name of a login method in callbacks: one of these, a provider that the app has added, or another app. */
export type LoginMethod = KnownMethod | CustomProvider | CrossAppProvider

/** What a login proved, by its name in callbacks: for wallets the message that was signed. */
export type ProvenMethod = LoginMethod | 'siwe' | 'siws'

/** What the first screen of a login is given. */
export interface LandingData {
  prefill: Prefill | null
  /** Exactly these methods, of those that are on; null for all. */
  methods: readonly LoginMethod[] | null
  disableSignup: boolean
  /** A wallet that was chosen before the page was opened in its app: connected at once. */
  wallet?: ChosenWallet | undefined
  /** The answer of a provider that this page was loaded with. */
  oauthReturn?: oauth.OAuthReturn
  visit?: CrossAppVisit
}

/** A wallet the user chose. */
export interface ChosenWallet {
  /** `connect`: it is on this page. `install` and `browse`: it has to be installed, or its app opens this page. */
  how: 'connect' | 'install' | 'browse'
  /** Id of its connector, or its name in the app's list. */
  id: string
  /** As it is shown. */
  name: string
}

/** A login that the server has accepted. */
export interface LoggedIn {
  user: User
  isNewUser: boolean
  /** Null for a stored session: nothing was proven now. */
  method: ProvenMethod | null
  /** The account that was used; null for a guest and a stored session. */
  account: Account | null
}

/** What the screens of a method are used for. */
export type Intent = 'login' | 'link' | 'update'

/** How linking ends on the screen of a method. */
interface LinkOutcomes {
  linked: Linked
  conflicted: LinkConflict
  failed: Problem
}

/** A page in the browser of another app, where a provider refuses logins. */
interface InAppPage {
  url: string
  userAgent: string
  intent: 'login' | 'link'
}

/** How a visit at a provider ends. */
type OAuthOutcomes = { loggedIn: LoggedIn; impossible: InAppPage } & LinkOutcomes

/** How a list of wallets ends. */
interface WalletChoice {
  walletChosen: ChosenWallet
}

/** How the entry of an address ends. */
interface AddressOutcomes {
  codeSent: { method: LoginMethod; prefill: Prefill }
  failed: Problem
}

/** Chains an embedded wallet is made for at login. */
export type OwedChain = LoginChain

/** What a screen is given, and the ways it can end with what each hands on. */
export interface Screen<Data, Outcomes> {
  data: Data
  outcomes: Outcomes
}
type Nothing = Record<never, never>
type Asking = { disableSignup: boolean; intent: Intent }

/** Every screen of the modal. The compiler asks for a transition and a component for each. */
export interface Screens
  extends MfaScreens,
    RecoveryScreens,
    FundingScreens,
    PageScreens,
    SharingScreens {
  LANDING: Screen<
    LandingData,
    {
      codeSent: { method: LoginMethod; prefill: Prefill }
      loggedIn: LoggedIn
      failed: Problem
      /** The provider refuses logins in the browser of another app. */
      impossible: InAppPage
      walletsAsked: Nothing
      providerChosen: OAuthChoice
      farcaster: Nothing
      telegram: Nothing
      passkeyAsked: Nothing
      passkeyChosen: { does: PasskeyUse }
    } & WalletChoice
  >
  AWAITING_OAUTH_SCREEN: Screen<OAuthData, OAuthOutcomes>
  CROSS_APP_AUTH_SCREEN: Screen<OAuthData<CrossAppProvider>, OAuthOutcomes>
  AWAITING_PASSWORDLESS_CODE: Screen<
    { method: LoginMethod; address: string; disableSignup: boolean; intent: Intent },
    { loggedIn: LoggedIn; wrongAddress: Nothing } & LinkOutcomes
  >
  AWAITING_FARCASTER_CONNECTION: Screen<Asking, { loggedIn: LoggedIn } & LinkOutcomes>
  AWAITING_FARCASTER_SIGNER: Screen<Nothing, { approved: Nothing; later: Nothing; failed: Problem }>
  TELEGRAM_AUTH_SCREEN: Screen<
    /** `initDataRaw`: launch data of a mini app; null to ask in Telegram's window. */
    Asking & { initDataRaw: string | null },
    { loggedIn: LoggedIn } & LinkOutcomes
  >
  CAPTCHA_SCREEN: Screen<{ check: captcha.CaptchaCheck }, { solved: Nothing; gaveUp: Nothing }>
  SELECT_PASSKEY_SIGNUP_OR_LOGIN: Screen<Nothing, { chosen: { does: PasskeyUse } }>
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: Screen<{ does: PasskeyUse }, PasskeyOutcomes<LoggedIn>>
  LINK_EMAIL_SCREEN: Screen<Nothing, AddressOutcomes>
  LINK_PHONE_SCREEN: Screen<Nothing, AddressOutcomes>
  UPDATE_EMAIL_SCREEN: Screen<Nothing, AddressOutcomes>
  UPDATE_PHONE_SCREEN: Screen<Nothing, AddressOutcomes>
  WALLET_LIST_SCREEN: Screen<{ disableSignup: boolean }, WalletChoice>
  AWAITING_CONNECTION: Screen<
    {
      wallet: ChosenWallet
      intent: 'login' | 'link'
      disableSignup: boolean
      /** The address the app asks for; null for any. */
      expected: string | null
    },
    { loggedIn: LoggedIn; otherWallet: Nothing } & LinkOutcomes
  >
  CONNECT_OR_CREATE: Screen<Nothing, WalletChoice & { createAsked: { createBy: LoginMethod[] } }>
  CONNECT_ONLY_LANDING_SCREEN: Screen<{ options: LinkOptions }, WalletChoice>
  CONNECT_ONLY_AUTHENTICATED_SCREEN: Screen<{ options: LinkOptions }, WalletChoice>
  AWAITING_CONNECT_ONLY_CONNECTION: Screen<
    { wallet: ChosenWallet; expected: string | null },
    { connected: { address: string }; otherWallet: Nothing }
  >
  INSTALL_PHANTOM_SCREEN: Screen<{ wallet: ChosenWallet }, { reloaded: Nothing }>
  PHANTOM_INTERSTITIAL_SCREEN: Screen<
    { wallet: ChosenWallet; connectOnly: boolean },
    { missing: ChosenWallet }
  >
  LINK_WALLET_SCREEN: Screen<{ options: LinkOptions }, WalletChoice>
  LINK_PASSKEY_SCREEN: Screen<Nothing, LinkOutcomes & { finished: Nothing }>
  ACCOUNT_SCREEN: Screen<
    /** What was just linked, which the sheet says. */
    { added?: Linked },
    {
      twoStep: Nothing
      devices: Nothing
      activity: Nothing
      apps: Nothing
      linkedAccount: { linked: Account }
      adds: Nothing
      wallet: { wallet: WalletAccount }
      closed: Nothing
    }
  >
  ACCOUNT_DEVICES_SCREEN: Screen<Nothing, { failed: Problem }>
  ACCOUNT_ACTIVITY_SCREEN: Screen<Nothing, { failed: Problem }>
  ACCOUNT_APPS_SCREEN: Screen<Nothing, { failed: Problem; revokes: Nothing }>
  ACCOUNT_ADD_SCREEN: Screen<Nothing, { chosen: { method: LinkMethod } }>
  ACCOUNT_LINKED_SCREEN: Screen<
    { linked: Account },
    { replaces: { method: UpdateMethod }; removed: Nothing; failed: Problem }
  >
  ACCOUNT_WALLET_SCREEN: Screen<
    { wallet: WalletAccount },
    {
      sends: { wallet: WalletAccount }
      exports: { wallet: WalletAccount }
      rehearses: { wallet: WalletAccount }
      revokes: Nothing
      changesRecovery: { wallet: WalletAccount }
      finished: Nothing
    }
  >
  ACCOUNT_SEND_SCREEN: Screen<
    /** `again`: a transfer that was declined. */
    { wallet: WalletAccount; again?: Transfer },
    { sends: Transfer }
  >
  LINK_CONFLICT_SCREEN: Screen<
    { conflict: LinkConflict },
    { linked: Linked; kept: Nothing; failed: Problem }
  >
  AFFIRMATIVE_CONSENT_SCREEN: Screen<
    { login: LoggedIn },
    { accepted: { login: LoggedIn }; declined: Nothing; failed: Problem }
  >
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: Screen<
    { login: LoggedIn; chains: readonly OwedChain[] },
    {
      created: { login: LoggedIn; wallets: readonly WalletAccount[] }
      later: { login: LoggedIn }
      failed: Problem
    }
  >
  EMBEDDED_WALLET_CREATED_SCREEN: Screen<
    { login: LoggedIn; wallets: readonly WalletAccount[] },
    { seen: { login: LoggedIn } }
  >
  EMBEDDED_WALLET_CONNECTING_SCREEN: Screen<
    { job: Job },
    { connected: { job: Job }; closed: Nothing }
  >
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: Screen<{ job: Job }, Answer>
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: Screen<{ job: Job }, Answer>
  EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN: Screen<{ job: Job }, Answer>
  LOGIN_FAILED_SCREEN: Screen<{ problem: Problem }, { again: Nothing }>
  ERROR_SCREEN: Screen<
    { problem: Problem; canRetry: boolean; intent: Intent },
    { again: Nothing; closed: Nothing }
  >
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: Screen<InAppPage, { again: Nothing }>
  ACCOUNT_NOT_FOUND_SCREEN: Screen<Nothing, { again: Nothing }>
  USER_LIMIT_REACHED_SCREEN: Screen<Nothing, { again: Nothing }>
  ALLOWLIST_REJECTION_SCREEN: Screen<Nothing, { again: Nothing }>
}

/** How a wallet request ends: done (the caller has its value) or declined by the user. */
interface Answer {
  finished: Nothing
  rejected: Nothing
}

export type ScreenName = keyof Screens
export type DataOf<S extends ScreenName> = Screens[S]['data']
export type OutcomesOf<S extends ScreenName> = Screens[S]['outcomes']

/** A screen with its data; `id` is new at every visit, so that an answer can be told from a late one. */
export type Place = {
  [S in ScreenName]: { id: number; screen: S; data: DataOf<S> }
}[ScreenName]

/** A screen's end, addressed from the visit it belongs to. */
export type Outcome = {
  [S in ScreenName]: {
    [O in keyof OutcomesOf<S>]: { place: number; screen: S; name: O; value: OutcomesOf<S>[O] }
  }[keyof OutcomesOf<S>]
}[ScreenName]

/** What every screen component takes. `end` after the screen was left changes nothing. */
export interface ScreenProps<S extends ScreenName> {
  data: DataOf<S>
  end<O extends keyof OutcomesOf<S>>(name: O, value: OutcomesOf<S>[O]): void
}

/** What an app may ask of the modal. */
export type Goal =
  | ({ goal: 'login' } & LandingData)
  | { goal: 'finish-login'; login: LoggedIn }
  | { goal: 'confirm'; job: Job }
  | { goal: 'link'; method: LinkMethod; options: LinkOptions }
  | { goal: 'update'; method: UpdateMethod }
  /** `again`: a transfer that was declined, to be changed. */
  | { goal: 'account'; again?: Transfer }
  | FundGoal
  | PageGoal
  | { goal: 'mfa-enroll' }
  /** A factor that an operation of the run below, or of the app, waits for. */
  | { goal: 'mfa-verify'; verification: MfaVerification }
  | RecoveryGoal
  | SharingGoal
  | { goal: 'connect'; options: LinkOptions; isLoggedIn: boolean; wallet?: ChosenWallet }
  | { goal: 'connect-or-create' | 'farcaster-signer' }
  /** A check that a call of the run below, or of the app, waits for. */
  | { goal: 'captcha'; check: captcha.CaptchaCheck }

/** Methods whose account can be replaced by another one. */
export type UpdateMethod = 'email' | 'sms'
