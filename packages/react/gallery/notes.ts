import type { ScreenName } from '../src/flow/screens.js'
import { accountNotes } from './account-notes.js'
import { captchaNote } from './captcha-note.js'
import { crossAppLoginNote } from './cross-app-login-note.js'
import { fundingNotes } from './funding-notes.js'
import { mfaNotes } from './mfa-notes.js'
import { socialNotes } from './notes-social.js'
import { oauthNote } from './oauth-note.js'
import { pageNotes } from './page-notes.js'
import { passkeyNotes } from './passkey-notes.js'
import { recoveryNotes } from './recovery-notes.js'
import { sharingNotes } from './sharing-notes.js'

/** What the screen reference says of a screen besides its states. */
export interface Note {
  /** The heading in the reference. */
  title: string
  /** When it shows, as sentences. */
  when: string
  /** What opens it: hooks and methods of the kit. */
  opens: readonly string[]
  /** Keys of the provider's `config` that change it. */
  config: readonly string[]
  /** Settings of the app on the server that change it. */
  settings: readonly string[]
}

const login = ['useLogin().login()', 'useSallyport().login()']
const account = 'the account sheet'
const sign = [
  'useSignMessage().signMessage()',
  'useSignTypedData().signTypedData()',
  'useSign7702Authorization().signAuthorization()',
  'personal_sign, eth_signTypedData_v4, secp256k1_sign and eth_sign7702Authorization of a wallet’s provider',
  'signMessage of a Solana wallet',
]
const walletSwitches = ['wallet_auth', 'solana_wallet_auth']
const walletConfig = ['appearance.walletList', 'appearance.walletChainType']
const connectOnly = ['useConnectWallet().connectWallet()']
const wallets = ['embeddedWallets.createOnLogin']
const confirm = ['embeddedWallets.showWalletUIs']
const funds = ['priceOf', 'onAddFunds']
const texts = 'the call’s uiOptions'

/** The notes on every screen. The compiler requires one for each. */
export const notes: Record<ScreenName, Note> = {
  LANDING: {
    title: 'Log in',
    when: 'The first screen of every login. Its states also stand for what can happen to any first screen: no settings yet, no connection, a crash.',
    opens: login,
    config: [
      'loginMethods',
      'appearance.logo',
      'appearance.landingHeader',
      'appearance.loginMessage',
      'legal.termsAndConditionsUrl',
      'legal.privacyPolicyUrl',
    ],
    settings: ['name', 'logo_url', 'email_auth', 'guest_auth', 'terms_and_conditions_url'],
  },
  AWAITING_OAUTH_SCREEN: oauthNote,
  CROSS_APP_AUTH_SCREEN: crossAppLoginNote,
  AWAITING_PASSWORDLESS_CODE: {
    title: 'Enter the code',
    when: 'After a code was sent to the email address.',
    opens: login,
    config: ['loginMethods'],
    settings: ['email_auth'],
  },
  CAPTCHA_SCREEN: captchaNote,
  ...socialNotes,
  ...passkeyNotes,
  LINK_EMAIL_SCREEN: {
    title: 'Add an email address',
    when: 'When a logged-in user links an email address.',
    opens: ['useLinkAccount().linkEmail()', account],
    config: [],
    settings: ['email_auth'],
  },
  LINK_PHONE_SCREEN: {
    title: 'Add a phone number',
    when: 'When a logged-in user links a phone number.',
    opens: ['useLinkAccount().linkPhone()', account],
    config: ['intl.defaultCountry'],
    settings: ['sms_auth'],
  },
  UPDATE_EMAIL_SCREEN: {
    title: 'Change the email address',
    when: 'When a user replaces their email address.',
    opens: ['useUpdateAccount().updateEmail()', account],
    config: [],
    settings: ['email_auth'],
  },
  UPDATE_PHONE_SCREEN: {
    title: 'Change the phone number',
    when: 'When a user replaces their phone number.',
    opens: ['useUpdateAccount().updatePhone()', account],
    config: ['intl.defaultCountry'],
    settings: ['sms_auth'],
  },
  LINK_WALLET_SCREEN: {
    title: 'Add a wallet',
    when: 'When a logged-in user links a wallet of their own.',
    opens: ['useLinkAccount().linkWallet()', account],
    config: [],
    settings: ['wallet_auth', 'solana_wallet_auth'],
  },
  WALLET_LIST_SCREEN: {
    title: 'Choose a wallet',
    when: 'When a user logs in with a wallet and wants to see all that the app offers.',
    opens: login,
    config: walletConfig,
    settings: walletSwitches,
  },
  AWAITING_CONNECTION: {
    title: 'Connect and sign',
    when: 'While a wallet is connected and signs the message that logs in or links it.',
    opens: [...login, 'useLinkAccount().linkWallet()', 'loginOrLink() of a connected wallet'],
    config: ['supportedChains'],
    settings: walletSwitches,
  },
  CONNECT_OR_CREATE: {
    title: 'Connect or create a wallet',
    when: 'When the app asks for any wallet: one the user has, or one that a login creates.',
    opens: ['useConnectOrCreateWallet().connectOrCreateWallet()'],
    config: walletConfig,
    settings: walletSwitches,
  },
  CONNECT_ONLY_LANDING_SCREEN: {
    title: 'Connect a wallet',
    when: 'When the app wants to see a wallet without a login.',
    opens: connectOnly,
    config: walletConfig,
    settings: [],
  },
  CONNECT_ONLY_AUTHENTICATED_SCREEN: {
    title: 'Connect another wallet',
    when: 'The same for a user who is logged in: with the wallets that are connected.',
    opens: connectOnly,
    config: walletConfig,
    settings: [],
  },
  AWAITING_CONNECT_ONLY_CONNECTION: {
    title: 'Connect',
    when: 'While a wallet is connected without a signature.',
    opens: connectOnly,
    config: [],
    settings: [],
  },
  INSTALL_PHANTOM_SCREEN: {
    title: 'Get a wallet',
    when: 'When the chosen wallet, Phantom or another of the list, is not in this browser.',
    opens: [...login, ...connectOnly],
    config: walletConfig,
    settings: walletSwitches,
  },
  PHANTOM_INTERSTITIAL_SCREEN: {
    title: 'Continue in a wallet’s app',
    when: 'On a phone, when the chosen wallet has an app with a browser of its own.',
    opens: [...login, ...connectOnly],
    config: walletConfig,
    settings: walletSwitches,
  },
  ...mfaNotes,
  ...accountNotes,
  LINK_CONFLICT_SCREEN: {
    title: 'Already in use',
    when: 'When the account that was proven belongs to another user of the app, and the server offers to move it.',
    opens: ['every way to link an account'],
    config: [],
    settings: [],
  },
  AFFIRMATIVE_CONSENT_SCREEN: {
    title: 'Accept the terms',
    when: 'After a login, when the app requires users to accept its terms and this user hasn’t. It can’t be closed: “No thanks” logs the user out.',
    opens: [
      ...login,
      'the provider itself, for a stored session that hasn’t accepted the terms yet',
    ],
    config: ['legal.termsAndConditionsUrl', 'legal.privacyPolicyUrl'],
    settings: ['require_users_accept_terms'],
  },
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: {
    title: 'Create the wallet',
    when: 'After a login that creates a wallet.',
    opens: login,
    config: wallets,
    settings: ['embedded_wallet_config'],
  },
  EMBEDDED_WALLET_CREATED_SCREEN: {
    title: 'Wallet ready',
    when: 'When a login has created its wallets. It closes by itself.',
    opens: login,
    config: wallets,
    settings: ['embedded_wallet_config'],
  },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    title: 'Open the wallet',
    when: 'Before the first request of a page, while the wallet is opened. On a new device it is restored first.',
    opens: [...sign, 'useSendTransaction().sendTransaction()'],
    config: confirm,
    settings: ['enforce_wallet_uis'],
  },
  ...pageNotes,
  ...sharingNotes,
  ...recoveryNotes,
  ...fundingNotes,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: {
    title: 'Sign',
    when: 'When the app requests a signature on a message, on bytes, or on typed data.',
    opens: sign,
    config: [...confirm, texts],
    settings: ['enforce_wallet_uis'],
  },
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: {
    title: 'Ethereum transaction',
    when: 'When the app asks to send or sign a transaction, also on Bitcoin. It stays open to show the result.',
    opens: [
      'useSendTransaction().sendTransaction()',
      'useSignTransaction().signTransaction()',
      'eth_sendTransaction and eth_signTransaction of a wallet’s provider',
      'useBitcoinWallets().wallets[n].send()',
    ],
    config: [...confirm, ...funds, 'supportedChains', 'defaultChain', 'bitcoin', texts],
    settings: ['enforce_wallet_uis'],
  },
  EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN: {
    title: 'Solana transaction',
    when: 'The same for Solana.',
    opens: [
      'sendTransaction and signTransaction of a Solana wallet, and of the hooks in `@sallyport/react/solana`',
    ],
    config: [...confirm, ...funds, 'solanaClusters', texts],
    settings: ['enforce_wallet_uis'],
  },
  LOGIN_FAILED_SCREEN: {
    title: 'Login failed',
    when: 'A login failed for a reason the user can act on.',
    opens: login,
    config: [],
    settings: [],
  },
  ERROR_SCREEN: {
    title: 'Misconfigured',
    when: 'A login failed for a reason that only the app’s developer can fix.',
    opens: login,
    config: [],
    settings: ['allowed_domains'],
  },
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: {
    title: 'Open in a browser',
    when: 'When the page is open in the browser of another app, where the chosen provider refuses logins.',
    opens: login,
    config: [],
    settings: [],
  },
  ACCOUNT_NOT_FOUND_SCREEN: {
    title: 'No account',
    when: 'Sign-ups are closed, and no account matches the login.',
    opens: ['useLogin().login({ disableSignup: true })'],
    config: [],
    settings: [],
  },
  USER_LIMIT_REACHED_SCREEN: {
    title: 'App is full',
    when: 'The app has reached its user limit.',
    opens: login,
    config: [],
    settings: ['max_users'],
  },
  ALLOWLIST_REJECTION_SCREEN: {
    title: 'Not invited',
    when: 'The app is invite-only, and the user isn’t invited.',
    opens: login,
    config: [],
    settings: ['allowlist_config'],
  },
}
