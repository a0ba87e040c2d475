/** English texts of the check that a user is human: loaded with its screen. */
export const enCaptcha = {
  captcha: {
    askTitle: 'Confirm you’re human',
    askHelp: 'If you can’t see or hear it, use the accessibility option of the check.',
    widgetLabel: 'Check that you’re human',
    renewed: 'The check expired. Here’s a new one.',
    runningTitle: 'Checking that you’re human',
    runningHelp: 'This only takes a moment.',
    solvedTitle: 'You’re verified',
    failedTitle: 'Couldn’t verify you',
    failedHelp: 'The check wasn’t passed. Try again.',
    unreachableTitle: 'The check couldn’t load',
    unreachableHelp:
      'A content blocker or your network may be blocking it. Allow it for this page, then try again.',
    unsupportedTitle: 'This browser can’t run the check',
    unsupportedHelp: 'Update your browser, or open this page in another one.',
    lateTitle: 'The check took too long',
    lateHelp: 'Check your connection, then try again.',
    otherWay: 'Choose another way',
  },
}

/** The texts that the check that a user is human needs besides `Copy`. */
export type CaptchaCopy = typeof enCaptcha
