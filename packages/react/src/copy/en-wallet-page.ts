/** English texts around the pages of the wallet's origin: loaded with their screens. */
export const enWalletPage = {
  walletPage: {
    exportTitle: 'Export your key',
    exportHelp: 'You’ll see it in your wallet’s own window. This app can’t read it.',
    importTitle: 'Import a wallet',
    importHelp: 'Add a wallet you already have.',
    rehearsalTitle: 'Test your recovery',
    rehearsalHelp: 'Check that your wallet comes back on a new device.',
    opening: 'Opening your wallet',
    failed: 'Couldn’t open your wallet',
    done: 'Done',
    actions: 'Backup',
    exportAction: 'Export key',
    rehearsalAction: 'Test recovery',
    lastTest: (date: string) => `Last tested on ${date}`,
  },
}

/** The texts of another language. */
export type WalletPageCopy = typeof enWalletPage
