import type { Note } from './notes.js'

const setRecovery = [
  'useSetWalletRecovery().setWalletRecovery()',
  'useSetWalletPassword().setWalletPassword()',
  'the account sheet',
]

/** What the screen reference says of the screens of recovery passcodes. */
export const recoveryNotes = {
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: {
    title: 'Enter the recovery passcode',
    when: 'When a wallet with a recovery passcode is used on a device that does not have it. What the app asked for goes on afterwards.',
    opens: ['every request to such a wallet'],
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: ['user_owned_recovery_options'],
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
