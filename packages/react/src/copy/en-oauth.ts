/** English texts of logins at OAuth providers: loaded with their screen. */
export const enOAuth = {
  oauth: {
    waitingTitle: (provider: string) => `Continue with ${provider}`,
    waitingHelp: 'Log in there, then come back to this page.',
    closed: 'Window closed? Try again',
    blockedTitle: 'Your browser blocked the window',
    blockedHelp: (provider: string) => `Open it again to log in with ${provider}.`,
    openAgain: 'Open again',
    sameTab: 'Continue in this tab',
    verifyingTitle: 'Logging you in',
    linkTitle: (provider: string) => `Add your ${provider} account`,
    linkHelp: (provider: string) => `You’ll confirm it at ${provider}.`,
    cancelledTitle: 'Login cancelled',
    failedTitle: (provider: string) => `Couldn’t continue with ${provider}`,
    refused: (provider: string) => `${provider} didn’t confirm the login. Try again.`,
  },
}

/** The texts that logins at OAuth providers need besides `Copy`. */
export type OAuthCopy = typeof enOAuth
