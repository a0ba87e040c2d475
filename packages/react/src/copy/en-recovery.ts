/** English texts of recovery passcodes: loaded with their screens. */
export const enRecovery = {
  recovery: {
    heading: 'Recovery',
    automatic: 'Your wallet comes back when you log in. This service takes part in that.',
    passcode: 'Your wallet comes back with your passcode.',
    other: 'Your wallet comes back with a secret that you keep.',
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
