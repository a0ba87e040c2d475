import { type ComponentType, createElement, lazy } from 'react'
import { ErrorScreen } from './features/failure/error.js'
import { Landing } from './features/login/landing.js'
import type { ScreenName, ScreenProps } from './flow/screens.js'
import { loadCodeLinks } from './late-code-calls.js'

type LaterScreens = Omit<typeof import('./later-screens.js'), 'addLaterStyle'>
let laterScreens: LaterScreens | null = null

/** Loads the screens that follow the first one of a login, and the calls of one-time codes. */
export async function loadLaterScreens(): Promise<LaterScreens> {
  const calls = loadCodeLinks()
  const { addLaterStyle, ...screens } = await import('./later-screens.js')
  addLaterStyle()
  await calls
  laterScreens ??= screens
  return laterScreens
}

/** A screen of `later-screens`: drawn at once when they are there, else as soon as they are. */
function later<N extends keyof LaterScreens>(name: N): LaterScreens[N] {
  const Late = lazy(async () => ({
    default: (await loadLaterScreens())[name] as ComponentType<object>,
  }))
  const Screen = (props: object) =>
    createElement((laterScreens?.[name] as ComponentType<object> | undefined) ?? Late, props)
  // It hands its props on.
  return Screen as LaterScreens[N]
}

// Loaded by logins to apps whose terms have to be accepted.
const AffirmativeConsent = lazy(async () => ({
  default: (await import('./features/consent/affirmative-consent.js')).AffirmativeConsent,
}))

// Loaded with the first login at a provider.
const AwaitingOAuthScreen = lazy(async () => ({
  default: (await import('./features/oauth/awaiting-oauth-screen.js')).AwaitingOAuthScreen,
}))

// Loaded with the first wallet request: a login needs none of it.
async function loadRequestScreens() {
  const screens = await import('./request-screens.js')
  screens.addRequestStyle()
  return screens
}
const EmbeddedWalletConnecting = lazy(async () => ({
  default: (await loadRequestScreens()).EmbeddedWalletConnecting,
}))
const EmbeddedWalletSignRequest = lazy(async () => ({
  default: (await loadRequestScreens()).EmbeddedWalletSignRequest,
}))
const EmbeddedWalletSendTransaction = lazy(async () => ({
  default: (await loadRequestScreens()).EmbeddedWalletSendTransaction,
}))
const EmbeddedWalletSendSolanaTransaction = lazy(async () => ({
  default: (await loadRequestScreens()).EmbeddedWalletSendSolanaTransaction,
}))

const InAppBrowser = lazy(async () => ({
  default: (await import('./features/failure/in-app-browser.js')).InAppBrowser,
}))

// The account sheet, loaded when it is opened.
async function loadAccountScreens() {
  const screens = await import('./account-screens.js')
  screens.addAccountStyle()
  return screens
}
const Account = lazy(async () => ({ default: (await loadAccountScreens()).Account }))
const AccountAdd = lazy(async () => ({ default: (await loadAccountScreens()).AccountAdd }))
const AccountActivity = lazy(async () => ({
  default: (await loadAccountScreens()).AccountActivity,
}))
const AccountDevices = lazy(async () => ({ default: (await loadAccountScreens()).AccountDevices }))
const AccountLinked = lazy(async () => ({ default: (await loadAccountScreens()).AccountLinked }))
const AccountWallet = lazy(async () => ({ default: (await loadAccountScreens()).AccountWallet }))
const AccountSend = lazy(async () => ({ default: (await loadAccountScreens()).AccountSend }))
// Loaded when the method is chosen.
async function loadSocialScreens() {
  const screens = await import('./social-screens.js')
  screens.addSocialStyle()
  return screens
}
const AwaitingFarcasterConnection = lazy(async () => ({
  default: (await loadSocialScreens()).AwaitingFarcasterConnection,
}))
const AwaitingFarcasterSigner = lazy(async () => ({
  default: (await loadSocialScreens()).AwaitingFarcasterSigner,
}))
const TelegramAuth = lazy(async () => ({ default: (await loadSocialScreens()).TelegramAuth }))

// Loaded when the app's captcha needs the user.
const Captcha = lazy(async () => {
  const screen = await import('./features/captcha/captcha-screen.js')
  screen.addCaptchaStyle()
  return { default: screen.CaptchaCheck }
})

// Loaded when a passkey is asked for.
const loadPasskeyScreens = () => import('./features/passkey/screens.js')
const SelectPasskey = lazy(async () => ({ default: (await loadPasskeyScreens()).SelectPasskey }))
const AwaitingPasskey = lazy(async () => ({
  default: (await loadPasskeyScreens()).AwaitingPasskey,
}))

// Loaded when a logged-in user links or changes an account.
async function loadLinkScreens() {
  const screens = await import('./link-screens.js')
  screens.addLinkStyle()
  return screens
}
const LinkEmail = lazy(async () => ({ default: (await loadLinkScreens()).LinkEmail }))
const LinkPhone = lazy(async () => ({ default: (await loadLinkScreens()).LinkPhone }))
const UpdateEmail = lazy(async () => ({ default: (await loadLinkScreens()).UpdateEmail }))
const UpdatePhone = lazy(async () => ({ default: (await loadLinkScreens()).UpdatePhone }))
const LinkPasskey = lazy(async () => ({ default: (await loadLinkScreens()).LinkPasskey }))
const LinkConflict = lazy(async () => ({ default: (await loadLinkScreens()).LinkConflict }))

// Loaded when a wallet of the user's own is to be connected.
async function loadWalletScreens() {
  const screens = await import('./wallet-screens.js')
  screens.addWalletScreenStyle()
  return screens
}
const AwaitingConnection = lazy(async () => ({
  default: (await loadWalletScreens()).AwaitingConnection,
}))
const AwaitingConnectOnly = lazy(async () => ({
  default: (await loadWalletScreens()).AwaitingConnectOnlyConnection,
}))
const ConnectOnlyLanding = lazy(async () => ({
  default: (await loadWalletScreens()).ConnectOnlyLanding,
}))
const ConnectOnlyAuthenticated = lazy(async () => ({
  default: (await loadWalletScreens()).ConnectOnlyAuthenticated,
}))
const ConnectOrCreate = lazy(async () => ({ default: (await loadWalletScreens()).ConnectOrCreate }))
const InstallWallet = lazy(async () => ({ default: (await loadWalletScreens()).InstallWallet }))
const WalletInterstitial = lazy(async () => ({
  default: (await loadWalletScreens()).WalletInterstitial,
}))
const WalletList = lazy(async () => ({ default: (await loadWalletScreens()).WalletListScreen }))
const LinkWallet = lazy(async () => ({ default: (await loadWalletScreens()).LinkWallet }))

// Loaded when a second factor is asked for or changed.
const loadMfa = async () => {
  const screens = await import('./mfa-screens.js')
  screens.addMfaStyle()
  return screens
}
const MfaVerify = lazy(async () => ({ default: (await loadMfa()).MfaVerify }))
const MfaEnrollment = lazy(async () => ({ default: (await loadMfa()).MfaEnrollment }))
const MfaTotp = lazy(async () => ({ default: (await loadMfa()).MfaTotp }))
const MfaSms = lazy(async () => ({ default: (await loadMfa()).MfaSms }))
const MfaSmsCode = lazy(async () => ({ default: (await loadMfa()).MfaSmsCode }))
const MfaPasskey = lazy(async () => ({ default: (await loadMfa()).MfaPasskey }))
const MfaRecoveryCodes = lazy(async () => ({ default: (await loadMfa()).MfaRecoveryCodes }))
const MfaRemove = lazy(async () => ({ default: (await loadMfa()).MfaRemove }))
const MfaReset = lazy(async () => ({ default: (await loadMfa()).MfaReset }))

/** The component of every screen; the compiler asks for each. */
export const registry: { [S in ScreenName]: ComponentType<ScreenProps<S>> } = {
  LANDING: Landing,
  AWAITING_OAUTH_SCREEN: AwaitingOAuthScreen,
  AWAITING_FARCASTER_CONNECTION: AwaitingFarcasterConnection,
  AWAITING_FARCASTER_SIGNER: AwaitingFarcasterSigner,
  TELEGRAM_AUTH_SCREEN: TelegramAuth,
  AWAITING_PASSWORDLESS_CODE: later('AwaitingPasswordlessCode'),
  CAPTCHA_SCREEN: Captcha,
  SELECT_PASSKEY_SIGNUP_OR_LOGIN: SelectPasskey,
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: AwaitingPasskey,
  LINK_EMAIL_SCREEN: LinkEmail,
  LINK_PHONE_SCREEN: LinkPhone,
  UPDATE_EMAIL_SCREEN: UpdateEmail,
  UPDATE_PHONE_SCREEN: UpdatePhone,
  LINK_WALLET_SCREEN: LinkWallet,
  WALLET_LIST_SCREEN: WalletList,
  AWAITING_CONNECTION: AwaitingConnection,
  CONNECT_OR_CREATE: ConnectOrCreate,
  CONNECT_ONLY_LANDING_SCREEN: ConnectOnlyLanding,
  CONNECT_ONLY_AUTHENTICATED_SCREEN: ConnectOnlyAuthenticated,
  AWAITING_CONNECT_ONLY_CONNECTION: AwaitingConnectOnly,
  INSTALL_PHANTOM_SCREEN: InstallWallet,
  PHANTOM_INTERSTITIAL_SCREEN: WalletInterstitial,
  LINK_PASSKEY_SCREEN: LinkPasskey,
  MFA_VERIFY_SCREEN: MfaVerify,
  MFA_ENROLLMENT_FLOW_SCREEN: MfaEnrollment,
  MFA_TOTP_SCREEN: MfaTotp,
  MFA_SMS_SCREEN: MfaSms,
  MFA_SMS_CODE_SCREEN: MfaSmsCode,
  MFA_PASSKEY_SCREEN: MfaPasskey,
  MFA_RECOVERY_CODES_SCREEN: MfaRecoveryCodes,
  MFA_REMOVE_SCREEN: MfaRemove,
  MFA_RESET_SCREEN: MfaReset,
  ACCOUNT_SCREEN: Account,
  ACCOUNT_DEVICES_SCREEN: AccountDevices,
  ACCOUNT_ACTIVITY_SCREEN: AccountActivity,
  ACCOUNT_ADD_SCREEN: AccountAdd,
  ACCOUNT_LINKED_SCREEN: AccountLinked,
  ACCOUNT_WALLET_SCREEN: AccountWallet,
  ACCOUNT_SEND_SCREEN: AccountSend,
  LINK_CONFLICT_SCREEN: LinkConflict,
  AFFIRMATIVE_CONSENT_SCREEN: AffirmativeConsent,
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: later('EmbeddedWalletOnAccountCreate'),
  EMBEDDED_WALLET_CREATED_SCREEN: later('EmbeddedWalletCreated'),
  EMBEDDED_WALLET_CONNECTING_SCREEN: EmbeddedWalletConnecting,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: EmbeddedWalletSignRequest,
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: EmbeddedWalletSendTransaction,
  EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN: EmbeddedWalletSendSolanaTransaction,
  LOGIN_FAILED_SCREEN: later('LoginFailed'),
  ERROR_SCREEN: ErrorScreen,
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: InAppBrowser,
  ACCOUNT_NOT_FOUND_SCREEN: later('AccountNotFound'),
  USER_LIMIT_REACHED_SCREEN: later('UserLimitReached'),
  ALLOWLIST_REJECTION_SCREEN: later('AllowlistRejection'),
}
