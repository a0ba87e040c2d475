/** How a recovery is compared with others. */
interface MethodTexts {
  name: string
  /** Whose login it takes. */
  account: string
  /** Who can restore the wallet. */
  who: string
  /** What happens when it is lost. */
  lost: string
}

/** English texts of recovery: loaded with its screens. */
export const enRecovery = {
  recovery: {
    heading: 'Recovery',
    automatic:
      'Your wallet comes back when you log in. This service stores a part of what that needs.',
    passcode: 'Your wallet comes back with your passcode.',
    passkey: 'Your wallet comes back with your passkey.',
    storage: (name: string) => `Your wallet comes back with a file in your ${name}.`,
    manage: 'Change recovery',
    selectTitle: 'How should your wallet come back?',
    selectHelp: 'On a new device, or when this browser’s data is gone.',
    selectCreateHelp: 'Choose how it comes back on a new device. Then we’ll create it.',
    current: 'In use',
    recommended: 'Recommended',
    methods: {
      'user-passcode': {
        name: 'Passcode',
        account: '',
        who: 'Only you can restore it, with a passcode that you keep.',
        lost: 'If you lose the passcode and all your devices, the wallet is lost.',
      },
      'google-drive': {
        name: 'Google Drive',
        account: 'Google',
        who: 'Only you can restore it, with your Google account.',
        lost: 'If you lose that account and all your devices, the wallet is lost.',
      },
      icloud: {
        name: 'iCloud',
        account: 'Apple',
        who: 'Only you can restore it, with your Apple account.',
        lost: 'If you lose that account and all your devices, the wallet is lost.',
      },
      passkey: {
        name: 'Passkey',
        account: '',
        who: 'Only you can restore it, with a passkey and your screen lock.',
        lost: 'If you delete the passkey and lose all your devices, the wallet is lost.',
      },
      privy: {
        name: 'Your login',
        account: '',
        who: 'It comes back when you log in. This service helps, so it could restore the wallet too.',
        lost: 'You don’t have to keep anything else.',
      },
    } satisfies Record<string, MethodTexts>,
    passkeyTitle: 'Set a recovery passkey',
    passkeyHelp: 'It opens your wallet on a new device. This app can’t use it.',
    passkeyRecoverTitle: 'Use your passkey',
    passkeyRecoverHelp:
      'Your wallet isn’t on this device yet. Your recovery passkey opens it here.',
    passkeyCreateHelp: 'It opens your wallet on a new device. Then we’ll create the wallet.',
    passkeySaved: 'Passkey set',
    passkeySavedHelp: 'You used it, and it opens your wallet.',
    passkeyRemoveTitle: 'Confirm with your passkey',
    passkeyRemoveHelp: 'It’s used a last time. You can delete it afterwards.',
    automaticTitle: 'Bring your wallet back by login alone?',
    automaticHelp: (name: string) => `It then comes back when you log in, without ${name}.`,
    automaticRisk: 'Anyone who gets into your login could then open the wallet.',
    automaticOperator: 'This service helps, so it could restore the wallet too.',
    automaticAction: 'Use my login',
    automaticProof: 'Confirm with the passcode that you use now.',
    automaticProofTitle: (name: string) => `Confirm with ${name}`,
    automaticProofHelp: (name: string) =>
      `We’ll read the file in your ${name} a last time. You can delete it afterwards.`,
    automaticSaved: 'Your login opens the wallet now',
    cloudTitle: (name: string) => `Keep your recovery in ${name}`,
    cloudHelp: (name: string) =>
      `We’ll save one hidden file in your ${name}. We can’t see your other files, and the file alone doesn’t open the wallet.`,
    cloudRecoverTitle: (name: string) => `Open your wallet with ${name}`,
    cloudRecoverHelp: (name: string) =>
      `Your wallet isn’t on this device yet. The file in your ${name} opens it here.`,
    cloudTestTitle: (name: string) => `Test your recovery with ${name}`,
    cloudTestHelp: (name: string) =>
      `We’ll read the file in your ${name} and check that it brings your wallet back.`,
    cloudContinue: (account: string) => `Continue with ${account}`,
    cloudWaitingHelp: 'Log in there and allow access. Then come back to this page.',
    cloudSaving: (name: string) => `Saving to ${name}`,
    cloudOpening: (name: string) => `Reading from ${name}`,
    cloudSaved: (name: string) => `Saved in ${name}`,
    cloudSavedHelp: 'We read it back, and it opens your wallet.',
    cloudDenied: (name: string) =>
      `You didn’t allow access to ${name}. Nothing has changed. Try again, or choose another way.`,
    cloudOtherAccount: (account: string) =>
      `This isn’t the ${account} account that keeps your recovery file, or it didn’t allow access. Try again with the other account.`,
    storageProblems: {
      refused: (name: string) => `${name} refused access. Log in again and allow it.`,
      full: (name: string) => `Your ${name} is full. Make room there, then try again.`,
      missing: (name: string) =>
        `Your recovery file isn’t in this ${name}. Try your other account. If the file was deleted, open your wallet on a device where it still works and change its recovery there.`,
      damaged: (name: string) =>
        `The file in this ${name} doesn’t belong to your wallet. Try your other account.`,
      'not-kept': (name: string) =>
        `${name} didn’t keep the file, so your recovery hasn’t changed. Try again.`,
      unavailable: (name: string) => `${name} didn’t answer. Try again in a few minutes.`,
      'not-set-up': (name: string) =>
        `${name} isn’t set up for this app yet. Choose another way, or tell the app’s owner.`,
    },
    createHelp: 'On a new device you’ll log in and then enter it. It can’t be reset.',
    create: 'Create wallet',
    set: 'Set a passcode',
    change: 'Change passcode',
    splashTitle: 'Set a recovery passcode',
    splashChangeTitle: 'Change your passcode',
    splashWhen: 'On a new device you’ll log in and then enter it to open your wallet.',
    splashNoReset: 'It can’t be reset. If you lose it and all your devices, your wallet is lost.',
    splashKeep: 'Keep it in a password manager or on paper.',
    chooseTitle: 'Choose a passcode',
    chooseHelp: 'At least 8 characters. Four random words are easy to keep and hard to guess.',
    passcodeLabel: 'Passcode',
    confirmLabel: 'Repeat the passcode',
    show: 'Show',
    hide: 'Hide',
    suggest: 'Suggest one',
    short: 'Use at least 8 characters.',
    different: 'The two passcodes are different.',
    guessable: 'This passcode is too short or easy to guess. Choose another one.',
    save: 'Set passcode',
    saved: 'Passcode set',
    recoverTitle: 'Enter your passcode',
    recoverHelp: 'Your wallet isn’t on this device yet. Your recovery passcode opens it here.',
    recover: 'Open wallet',
    recovered: 'Your wallet is open',
    wrong: 'Wrong passcode. Check it and try again: the number of tries is limited.',
    lost: 'I don’t have it',
    lostHelp:
      'Open your account on a device where your wallet still works, and change the passcode there. It can’t be reset here.',
  },
}

/** The texts of another language. */
export type RecoveryCopy = typeof enRecovery
