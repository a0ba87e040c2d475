/** English texts of linking and of the account sheet: loaded with their screens, not with every login. */
export const enAccount = {
  link: {
    emailTitle: 'Add an email address',
    phoneTitle: 'Add a phone number',
    codeHelp: 'We’ll send a code to check that it’s yours.',
    updateEmailTitle: 'Change your email address',
    updatePhoneTitle: 'Change your phone number',
    /** `current` is the masked address or number. */
    updateHelp: (current: string) => `Replaces ${current}. We’ll send a code to the new one.`,
    walletTitle: 'Add a wallet',
    passkeyTitle: 'Add a passkey',
    notHere: 'This isn’t available in this app yet.',
    conflictTitle: 'Already in use',
    conflictHelp: (account: string, app: string) =>
      `${account} belongs to another account on ${app}. You can move it to the account you’re logged in to.`,
    thisAccount: 'Your account',
    otherAccount: 'Other account',
    conflictDeletes: 'Moving it deletes the other account.',
    conflictWalletTitle: 'The other account has a wallet',
    conflictWallet:
      'Move everything out of this wallet first: the wallet is deleted with the account.',
    conflictConfirm: 'I understand that the other account and its wallet will be deleted.',
    move: 'Move it here',
    keep: 'Keep separate',
  },
}

/** The texts that linking and the account sheet need besides `Copy`. */
export type AccountCopy = typeof enAccount
