/** English texts of logins with the account of another app: loaded with their screen. */
export const enCrossAppLogin = {
  crossAppLogin: {
    /** Stands for an app whose name is not known. */
    otherApp: 'the other app',
    waitingTitle: (app: string) => `Continue in ${app}`,
    waitingHelp: 'Log in and approve in the window we opened, then come back to this page.',
    linkTitle: (app: string) => `Add your ${app} account`,
    open: (app: string) => `Open ${app}`,
    closed: 'Window closed? Try again',
    blockedTitle: 'Your browser blocked the window',
    blockedHelp: (app: string) => `Open it again to continue in ${app}.`,
    openAgain: 'Open again',
    sameTab: 'Continue in this tab',
    shares: (app: string) => `What ${app} will share`,
    addresses: 'The addresses of your wallets there.',
    signatures: (app: string) =>
      `You can use those wallets here. You approve every signature and payment in ${app}.`,
    readOnly: 'Addresses only',
    readOnlyHelp: 'We can’t ask these wallets to sign or pay.',
    loggingIn: 'Logging you in',
    adding: 'Adding your account',
    cancelledTitle: 'Not connected',
    cancelledHelp: (app: string) => `Nothing was shared from ${app}.`,
    failedTitle: (app: string) => `Couldn’t continue with ${app}`,
    refused: (app: string) => `${app} didn’t confirm the login. Try again.`,
    wallets: (app: string) => `Wallets in ${app}`,
  },
}

/** The texts that logins with another app need besides `Copy`. */
export type CrossAppLoginCopy = typeof enCrossAppLogin
