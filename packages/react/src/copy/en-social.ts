/** English texts of logins by Farcaster and Telegram: loaded with their screens. */
export const enSocial = {
  social: {
    farcasterTitle: 'Confirm in Farcaster',
    farcasterScan: 'Scan the code with your phone’s camera.',
    farcasterOpenHelp: 'Confirm in the Farcaster app, then come back here.',
    farcasterOpen: 'Open Farcaster',
    farcasterCode: 'QR code that opens Farcaster',
    farcasterLink: 'Copy the link',
    farcasterWaiting: 'Waiting for Farcaster',
    farcasterExpired: 'This code has expired',
    farcasterExpiredHelp: 'Nothing was confirmed in time. Get a new code and scan it.',
    farcasterNew: 'Get a new code',
    signerTitle: (app: string) => `Let ${app} post on Farcaster`,
    signerHelp: (app: string) =>
      `Approve in the Farcaster app. ${app} can then post, like and follow as you until you remove it there. Farcaster may charge a fee.`,
    signerApproved: 'Approved',
    signerLater: 'Not now',
    signerRefused: 'You didn’t allow it',
    signerRefusedHelp: (app: string) =>
      `${app} can’t post on Farcaster for you. You may have removed it in the Farcaster app.`,
    signerExpiredHelp: 'Nothing was approved in time. Get a new code and scan it.',
    telegramTitle: 'Confirm in Telegram',
    telegramHelp: 'A Telegram window has opened. Confirm there.',
    telegramOpen: 'Open Telegram',
    telegramCancelled: 'Telegram didn’t confirm',
    telegramCancelledHelp: 'The window was closed. Open it again to go on.',
    telegramBlocked: 'Your browser blocked the window',
    telegramBlockedHelp: 'Open it again to go on.',
    telegramChecking: 'Checking your login',
    refused: (service: string) => `${service} didn’t confirm the login. Try again.`,
  },
}

/** The texts that logins by Farcaster and Telegram need besides `Copy`. */
export type SocialCopy = typeof enSocial
