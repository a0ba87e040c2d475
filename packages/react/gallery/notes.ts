import type { ScreenName } from '../src/flow/screens.js'

/** What the screen reference says of a screen besides its states. */
export interface Note {
  /** A name for people. */
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
const sign = [
  'useSignMessage().signMessage()',
  'useSignTypedData().signTypedData()',
  'personal_sign, eth_signTypedData_v4 and secp256k1_sign of a wallet’s provider',
  'signMessage of a Solana wallet',
]
const wallets = ['embeddedWallets.createOnLogin']
const confirm = ['embeddedWallets.showWalletUIs']
const words = 'the call’s uiOptions'

/** The screen reference's words for every screen; the compiler asks for each. */
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
  AWAITING_PASSWORDLESS_CODE: {
    title: 'Enter the code',
    when: 'After an address was given and a code was sent to it.',
    opens: login,
    config: ['loginMethods'],
    settings: ['email_auth'],
  },
  AFFIRMATIVE_CONSENT_SCREEN: {
    title: 'Accept the terms',
    when: 'After a login, when the app wants a yes to its terms and this person has not given it. It cannot be closed: “No thanks” logs out.',
    opens: [...login, 'the provider itself, for a stored session that still owes the yes'],
    config: ['legal.termsAndConditionsUrl', 'legal.privacyPolicyUrl'],
    settings: ['require_users_accept_terms'],
  },
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: {
    title: 'Make the wallet',
    when: 'After a login, when it owes a wallet.',
    opens: login,
    config: wallets,
    settings: ['embedded_wallet_config'],
  },
  EMBEDDED_WALLET_CREATED_SCREEN: {
    title: 'Wallet ready',
    when: 'When the wallets of a login were made. It leaves by itself.',
    opens: login,
    config: wallets,
    settings: ['embedded_wallet_config'],
  },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    title: 'Open the wallet',
    when: 'Before the first request of a page, while the wallet is made ready, and restored when the device is new to it.',
    opens: [...sign, 'useSendTransaction().sendTransaction()'],
    config: confirm,
    settings: ['enforce_wallet_uis'],
  },
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: {
    title: 'Sign',
    when: 'When the app asks for a signature on a message, on bytes, or on typed data.',
    opens: sign,
    config: [...confirm, words],
    settings: ['enforce_wallet_uis'],
  },
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: {
    title: 'Ethereum transaction',
    when: 'When the app asks to send or sign a transaction. It stays to say what became of it.',
    opens: [
      'useSendTransaction().sendTransaction()',
      'useSignTransaction().signTransaction()',
      'eth_sendTransaction and eth_signTransaction of a wallet’s provider',
    ],
    config: [...confirm, 'supportedChains', 'defaultChain', words],
    settings: ['enforce_wallet_uis'],
  },
  EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN: {
    title: 'Solana transaction',
    when: 'The same for Solana.',
    opens: [
      'sendTransaction and signTransaction of a Solana wallet, and of the hooks in `@sallyport/react/solana`',
    ],
    config: [...confirm, 'solanaClusters', words],
    settings: ['enforce_wallet_uis'],
  },
  LOGIN_FAILED_SCREEN: {
    title: 'Login failed',
    when: 'A login ended for a reason the person can act on.',
    opens: login,
    config: [],
    settings: [],
  },
  ERROR_SCREEN: {
    title: 'Not set up right',
    when: 'A login ended for a reason only the app’s developer can mend.',
    opens: login,
    config: [],
    settings: ['allowed_domains'],
  },
  ACCOUNT_NOT_FOUND_SCREEN: {
    title: 'No account',
    when: 'Sign-up is off and nobody is known by what was proved.',
    opens: ['useLogin().login({ disableSignup: true })'],
    config: [],
    settings: [],
  },
  USER_LIMIT_REACHED_SCREEN: {
    title: 'App is full',
    when: 'The app has as many users as it may have.',
    opens: login,
    config: [],
    settings: ['max_users'],
  },
  ALLOWLIST_REJECTION_SCREEN: {
    title: 'Not invited',
    when: 'The app is open to invited people only, and this person is not one of them.',
    opens: login,
    config: [],
    settings: ['allowlist_config'],
  },
}
