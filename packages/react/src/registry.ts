import { type ComponentType, createElement, lazy } from 'react'
import { Landing } from './features/login/landing.js'
import type { ScreenName, ScreenProps } from './flow/screens.js'
import { loadCodeLinks } from './late-code-calls.js'

/** A screen that is loaded when it is first shown. */
function late<M, N extends keyof M>(load: () => Promise<M>, name: N): M[N] {
  const Late = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }))
  // It hands its props on.
  return Late as M[N]
}

/** Loads screens with the style that they need. */
function dressed<M>(load: () => Promise<M>, dress: (screens: M) => void): () => Promise<M> {
  return async () => {
    const screens = await load()
    dress(screens)
    return screens
  }
}

type Later = typeof import('./later-screens.js')
type LaterScreens = Omit<Later, 'addLaterStyle' | 'closesByOutsideClick'>
type Loaded = Omit<Later, 'addLaterStyle'>
let laterScreens: Loaded | null = null

/** Loads the screens that follow the first one of a login, and the calls of one-time codes. */
export async function loadLaterScreens(): Promise<Loaded> {
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

/** The handle of a phone's sheet. */
export const SheetHandle = later('SheetHandle')

// Loaded by logins to apps whose terms have to be accepted.
const AffirmativeConsent = late(
  () => import('./features/consent/affirmative-consent.js'),
  'AffirmativeConsent',
)

// Loaded with the first login at a provider or with another app.
const loadVisits = dressed(
  () => import('./visit-screens.js'),
  (it) => it.addVisitStyle(),
)
const AwaitingOAuthScreen = late(loadVisits, 'AwaitingOAuthScreen')
const CrossAppAuth = late(loadVisits, 'CrossAppAuth')

// Loaded with the first wallet request: a login needs none of it.
const loadRequestScreens = dressed(
  () => import('./request-screens.js'),
  (it) => it.addRequestStyle(),
)
const EmbeddedWalletConnecting = late(loadRequestScreens, 'EmbeddedWalletConnecting')
const EmbeddedWalletSignRequest = late(loadRequestScreens, 'EmbeddedWalletSignRequest')
const EmbeddedWalletSendTransaction = late(loadRequestScreens, 'EmbeddedWalletSendTransaction')
const EmbeddedWalletSendSolanaTransaction = late(
  loadRequestScreens,
  'EmbeddedWalletSendSolanaTransaction',
)

const InAppBrowser = late(() => import('./features/failure/in-app-browser.js'), 'InAppBrowser')

// The account sheet, loaded when it is opened.
const loadAccountScreens = dressed(
  () => import('./account-screens.js'),
  (it) => it.addAccountStyle(),
)
const Account = late(loadAccountScreens, 'Account')
const AccountAdd = late(loadAccountScreens, 'AccountAdd')
const AccountDevices = late(loadAccountScreens, 'AccountDevices')
const AccountLinked = late(loadAccountScreens, 'AccountLinked')
const AccountWallet = late(loadAccountScreens, 'AccountWallet')
const AccountSend = late(loadAccountScreens, 'AccountSend')
const AccountApps = late(loadAccountScreens, 'AccountApps')
const AccountActivity = late(loadAccountScreens, 'AccountActivity')
// Loaded when the method is chosen.
const loadSocialScreens = dressed(
  () => import('./social-screens.js'),
  (it) => it.addSocialStyle(),
)
const AwaitingFarcasterConnection = late(loadSocialScreens, 'AwaitingFarcasterConnection')
const AwaitingFarcasterSigner = late(loadSocialScreens, 'AwaitingFarcasterSigner')
const TelegramAuth = late(loadSocialScreens, 'TelegramAuth')

// Loaded when the app's captcha needs the user.
const Captcha = lazy(async () => {
  const screen = await import('./features/captcha/captcha-screen.js')
  screen.addCaptchaStyle()
  return { default: screen.CaptchaCheck }
})

// Loaded when a passkey is asked for.
const loadPasskeyScreens = () => import('./features/passkey/screens.js')
const SelectPasskey = late(loadPasskeyScreens, 'SelectPasskey')
const AwaitingPasskey = late(loadPasskeyScreens, 'AwaitingPasskey')

// Loaded when a logged-in user links or changes an account.
const loadLinkScreens = dressed(
  () => import('./link-screens.js'),
  (it) => it.addLinkStyle(),
)
const LinkEmail = late(loadLinkScreens, 'LinkEmail')
const LinkPhone = late(loadLinkScreens, 'LinkPhone')
const UpdateEmail = late(loadLinkScreens, 'UpdateEmail')
const UpdatePhone = late(loadLinkScreens, 'UpdatePhone')
const LinkPasskey = late(loadLinkScreens, 'LinkPasskey')
const LinkConflict = late(loadLinkScreens, 'LinkConflict')

// Loaded when a wallet of the user's own is to be connected.
const loadWalletScreens = dressed(
  () => import('./wallet-screens.js'),
  (it) => it.addWalletScreenStyle(),
)
const AwaitingConnection = late(loadWalletScreens, 'AwaitingConnection')
const AwaitingConnectOnly = late(loadWalletScreens, 'AwaitingConnectOnlyConnection')
const ConnectOnlyLanding = late(loadWalletScreens, 'ConnectOnlyLanding')
const ConnectOnlyAuthenticated = late(loadWalletScreens, 'ConnectOnlyAuthenticated')
const ConnectOrCreate = late(loadWalletScreens, 'ConnectOrCreate')
const InstallWallet = late(loadWalletScreens, 'InstallWallet')
const WalletInterstitial = late(loadWalletScreens, 'WalletInterstitial')
const WalletList = late(loadWalletScreens, 'WalletListScreen')
const LinkWallet = late(loadWalletScreens, 'LinkWallet')

// Loaded when a second factor is asked for or changed.
const loadMfa = dressed(
  () => import('./mfa-screens.js'),
  (it) => it.addMfaStyle(),
)
const MfaVerify = late(loadMfa, 'MfaVerify')
const MfaEnrollment = late(loadMfa, 'MfaEnrollment')
const MfaTotp = late(loadMfa, 'MfaTotp')
const MfaSms = late(loadMfa, 'MfaSms')
const MfaSmsCode = late(loadMfa, 'MfaSmsCode')
const MfaPasskey = late(loadMfa, 'MfaPasskey')
const MfaRecoveryCodes = late(loadMfa, 'MfaRecoveryCodes')
const MfaRemove = late(loadMfa, 'MfaRemove')
const MfaReset = late(loadMfa, 'MfaReset')

// Loaded when a key is exported or imported, or recovery is tested.
const loadWalletPages = dressed(
  () => import('./wallet-page-screens.js'),
  (it) => it.addWalletPageStyle(),
)
const KeyExport = late(loadWalletPages, 'EmbeddedWalletKeyExport')
const KeyImport = late(loadWalletPages, 'EmbeddedWalletImport')
const Rehearsal = late(loadWalletPages, 'EmbeddedWalletRehearsal')
const Delegation = late(loadWalletPages, 'DelegatedActionsConsent')
const Revocation = late(loadWalletPages, 'DelegatedActionsRevoke')

// Loaded when a wallet is restored with a secret of the user, or its recovery is changed.
const loadRecovery = dressed(
  () => import('./recovery-screens.js'),
  (it) => it.addRecoveryStyle(),
)
const PasswordRecovery = late(loadRecovery, 'PasswordRecovery')
const PasswordUpdateSplash = late(loadRecovery, 'PasswordUpdateSplash')
const PasswordUpdate = late(loadRecovery, 'PasswordUpdate')
const PasswordCreate = late(loadRecovery, 'PasswordCreate')
const RecoverySelection = late(loadRecovery, 'RecoverySelection')
const RecoveryOAuth = late(loadRecovery, 'RecoveryOAuth')
const RecoveryPasskey = late(loadRecovery, 'RecoveryPasskey')
const SetAutomaticRecovery = late(loadRecovery, 'SetAutomaticRecovery')

// Loaded when another app or site asks for something.
const loadSharing = dressed(
  () => import('./sharing-screens.js'),
  (it) => it.addSharingStyle(),
)
const CrossAppConsent = late(loadSharing, 'CrossAppConsent')
const CrossAppRequest = late(loadSharing, 'CrossAppRequest')

// Loaded when money is added to a wallet.
const loadFunding = dressed(
  () => import('./funding-screens.js'),
  (it) => it.addFundingStyle(),
)
const FundingMethodSelection = late(loadFunding, 'FundingMethodSelection')
const FundingTransferFromWallet = late(loadFunding, 'FundingTransferFromWallet')
const FundingEditAmount = late(loadFunding, 'FundingEditAmount')
const FundingAwaitingTransfer = late(loadFunding, 'FundingAwaitingTransfer')
const FundingBridging = late(loadFunding, 'FundingBridging')
const FundingManualTransfer = late(loadFunding, 'FundingManualTransfer')
const MoonpayStatus = late(loadFunding, 'MoonpayStatus')
const CoinbaseOnRampStatus = late(loadFunding, 'CoinbaseOnRampStatus')

/** The component of every screen; the compiler asks for each. */
export const registry: { [S in ScreenName]: ComponentType<ScreenProps<S>> } = {
  LANDING: Landing,
  AWAITING_OAUTH_SCREEN: AwaitingOAuthScreen,
  CROSS_APP_AUTH_SCREEN: CrossAppAuth,
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
  ACCOUNT_APPS_SCREEN: AccountApps,
  ACCOUNT_ADD_SCREEN: AccountAdd,
  ACCOUNT_LINKED_SCREEN: AccountLinked,
  ACCOUNT_WALLET_SCREEN: AccountWallet,
  ACCOUNT_SEND_SCREEN: AccountSend,
  LINK_CONFLICT_SCREEN: LinkConflict,
  AFFIRMATIVE_CONSENT_SCREEN: AffirmativeConsent,
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: later('EmbeddedWalletOnAccountCreate'),
  EMBEDDED_WALLET_CREATED_SCREEN: later('EmbeddedWalletCreated'),
  EMBEDDED_WALLET_CONNECTING_SCREEN: EmbeddedWalletConnecting,
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: KeyExport,
  EMBEDDED_WALLET_IMPORT_SCREEN: KeyImport,
  EMBEDDED_WALLET_RECOVERY_TEST_SCREEN: Rehearsal,
  EMBEDDED_WALLET_DELEGATED_ACTIONS_CONSENT_SCREEN: Delegation,
  EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN: Revocation,
  CROSS_APP_CONSENT_SCREEN: CrossAppConsent,
  CROSS_APP_REQUEST_SCREEN: CrossAppRequest,
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: PasswordRecovery,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: PasswordUpdateSplash,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: PasswordUpdate,
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: PasswordCreate,
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: RecoverySelection,
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: RecoveryOAuth,
  EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN: RecoveryPasskey,
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: SetAutomaticRecovery,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: EmbeddedWalletSignRequest,
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: EmbeddedWalletSendTransaction,
  EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN: EmbeddedWalletSendSolanaTransaction,
  FUNDING_METHOD_SELECTION_SCREEN: FundingMethodSelection,
  FUNDING_TRANSFER_FROM_WALLET_SCREEN: FundingTransferFromWallet,
  FUNDING_EDIT_AMOUNT_SCREEN: FundingEditAmount,
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET_SCREEN: FundingAwaitingTransfer,
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_SOLANA_WALLET_SCREEN: FundingAwaitingTransfer,
  FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN: FundingBridging,
  FUNDING_AWAITING_SOL_TO_EVM_BRIDGING_SCREEN: FundingBridging,
  FUNDING_MANUAL_TRANSFER_SCREEN: FundingManualTransfer,
  MOONPAY_STATUS_SCREEN: MoonpayStatus,
  COINBASE_ONRAMP_STATUS_SCREEN: CoinbaseOnRampStatus,
  LOGIN_FAILED_SCREEN: later('LoginFailed'),
  ERROR_SCREEN: later('ErrorScreen'),
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: InAppBrowser,
  ACCOUNT_NOT_FOUND_SCREEN: later('AccountNotFound'),
  USER_LIMIT_REACHED_SCREEN: later('UserLimitReached'),
  ALLOWLIST_REJECTION_SCREEN: later('AllowlistRejection'),
}
