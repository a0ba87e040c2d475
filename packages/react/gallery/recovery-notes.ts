import type { Note } from './notes.js'

const setRecovery = [
  'useSetWalletRecovery().setWalletRecovery()',
  'useSetWalletPassword().setWalletPassword()',
  'the account sheet',
]

const createWallet = ['a login that creates a wallet', 'useCreateWallet().createWallet()']
const requireOwn = 'embeddedWallets.requireUserPasswordOnCreate'

/** What the screen reference says of the screens of recovery by a secret of the user. */
export const recoveryNotes = {
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: {
    title: 'Enter the recovery passcode',
    when: 'When a wallet with a recovery passcode is used on a device that does not have it. What the app asked for goes on afterwards.',
    opens: ['every request to such a wallet'],
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: ['user_owned_recovery_options'],
  },
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: {
    title: 'Choose the passcode of a new wallet',
    when: 'When the app demands a recovery of the user’s own, and the user has chosen a passcode or can choose nothing else.',
    opens: createWallet,
    config: ['appearance.theme', 'appearance.accentColor', requireOwn],
    settings: ['user_owned_recovery_options', 'require_user_owned_recovery_on_create'],
  },
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: {
    title: 'Choose a recovery',
    when: 'Where the app offers several recoveries, when one is chosen for a wallet, or before a wallet is created.',
    opens: [...setRecovery, ...createWallet],
    config: ['appearance.theme', 'appearance.accentColor', requireOwn],
    settings: ['user_owned_recovery_options', 'require_user_owned_recovery_on_create'],
  },
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: {
    title: 'Recovery in a cloud storage',
    when: 'When a recovery file is written to Google Drive or iCloud, and when a wallet with such a file is used on a device that does not have it.',
    opens: [...setRecovery, ...createWallet, 'every request to such a wallet'],
    config: ['appearance.theme', 'appearance.accentColor', requireOwn],
    settings: ['user_owned_recovery_options', 'require_user_owned_recovery_on_create'],
  },
  EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN: {
    title: 'Recovery by a passkey',
    when: 'When a passkey of the wallet’s origin becomes the recovery of a wallet, opens it on a device that does not have it, or stops being its recovery.',
    opens: [...setRecovery, ...createWallet, 'every request to such a wallet'],
    config: ['appearance.theme', 'appearance.accentColor', requireOwn],
    settings: ['user_owned_recovery_options', 'require_user_owned_recovery_on_create'],
  },
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: {
    title: 'Automatic recovery instead',
    when: 'When the user lets a wallet that has a passcode, a file or a passkey come back by login alone.',
    opens: setRecovery,
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: ['user_owned_recovery_options', 'require_user_owned_recovery_on_create'],
  },
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: {
    title: 'About a recovery passcode',
    when: 'Before the user sets or changes the recovery passcode of a wallet.',
    opens: setRecovery,
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: ['user_owned_recovery_options'],
  },
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: {
    title: 'Choose a recovery passcode',
    when: 'When the user chooses the recovery passcode of a wallet.',
    opens: setRecovery,
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: ['user_owned_recovery_options'],
  },
} satisfies Record<string, Note>
