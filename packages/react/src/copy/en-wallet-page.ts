/** English texts around the pages of the wallet's origin: loaded with their screens. */
export const enWalletPage = {
  walletPage: {
    exportTitle: 'Export your key',
    exportHelp: 'You’ll see it in your wallet’s own window. This app can’t read it.',
    importTitle: 'Import a wallet',
    importHelp: 'Add a wallet you already have.',
    rehearsalTitle: 'Test your recovery',
    rehearsalHelp: 'Check that your wallet comes back on a new device.',
    delegateTitle: (app: string) => `Let ${app} use this wallet without asking`,
    delegateHelp: 'Read what you would allow. Only a press in your wallet’s own window allows it.',
    revokeTitle: 'Stop access to your wallets?',
    revokeHelp:
      'The app can then no longer use your wallets without asking. This takes effect at once.',
    revoke: 'Stop access',
    keep: 'Keep access',
    revoked: 'Access stopped',
    revokedHelp:
      'The app can no longer use your wallets without asking. You can allow it again later.',
    delegated: 'The app may use this wallet without asking.',
    opening: 'Opening your wallet',
    failed: 'Couldn’t open your wallet',
    done: 'Done',
    actions: 'Backup',
    exportAction: 'Export key',
    rehearsalAction: 'Test recovery',
    lastTest: (date: string) => `Last tested on ${date}: your wallet came back.`,
  },
}

/** The texts of another language. */
export type WalletPageCopy = typeof enWalletPage
