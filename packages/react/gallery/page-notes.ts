import type { Note } from './notes.js'

const delegates = 'useDelegatedActions()'

/** What the screen reference says of the screens around the pages of the wallet's origin. */
export const pageNotes = {
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: {
    title: 'Export a key',
    when: 'When the user asks to see the key of a wallet. The key is in a page of the wallet’s origin, which this page can’t read.',
    opens: [
      'useExportWallet().exportWallet()',
      'useSallyport().exportWallet()',
      'the account sheet',
    ],
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: [],
  },
  EMBEDDED_WALLET_IMPORT_SCREEN: {
    title: 'Import a wallet',
    when: 'When the user adds a wallet they have. The key is typed into a page of the wallet’s origin.',
    opens: ['useImportWallet().importWallet()'],
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: [],
  },
  EMBEDDED_WALLET_RECOVERY_TEST_SCREEN: {
    title: 'Test recovery',
    when: 'When the user tests that a wallet comes back on a new device.',
    opens: ['useExportWallet().testWalletRecovery()', 'the account sheet'],
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: [],
  },
  EMBEDDED_WALLET_DELEGATED_ACTIONS_CONSENT_SCREEN: {
    title: 'Allow the app to act with a wallet',
    when: 'When the app asks to act with a wallet while its user is away. What would be allowed, and the button, are in a page of the wallet’s origin.',
    opens: [`${delegates}.delegateWallet()`],
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: ['delegated_actions'],
  },
  EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN: {
    title: 'End what an app may do with wallets',
    when: 'When the user ends what they allowed the app.',
    opens: [`${delegates}.revokeWallets()`, 'the account sheet'],
    config: [],
    settings: [],
  },
} as const satisfies Record<string, Note>
