/**
 * English texts of the wallet confirmation around the request, whose own words are in `contract/requests`. Functions take values
 * from requests; they are shown as text, never as markup.
 */
export const en = {
  ownSign: 'Your sign',
  dialog: 'Wallet confirmation',
  close: 'Reject and close',
  asks: (app: string) => `${app} is requesting your approval`,
  asksFrom: 'Requested by',
  own: 'Your wallet shows this request. The page behind it can’t press these buttons.',
  covered: 'Make this window fully visible to continue.',
  again: 'Press the button again.',
  agreeFirst: 'Tick the box first.',
  window: {
    open: 'Continue in a window',
    why: 'Your wallet asks for this in a window of its own, where no other page can hide anything.',
    blocked: 'Your browser blocked the window. Allow pop-ups for this page and try again.',
  },
  asked: {
    title: {
      add: 'Add a way to log in?',
      replace: 'Replace a way to log in?',
      move: 'Move a way to log in here?',
      remove: 'Remove a way to log in?',
    },
    approve: { add: 'Add', replace: 'Replace', move: 'Move', remove: 'Remove' },
    opens:
      'Anyone who can log in with it gets into your account and, after seven days at the latest, opens your wallet on a new device.',
    moves: 'The account that has it now will be deleted.',
    removes: 'You can’t log in with it any more, and your other devices are logged out.',
    types: {
      email: 'Email',
      phone: 'Phone',
      wallet: 'Wallet',
      passkey: 'Passkey',
      farcaster: 'Farcaster',
      telegram: 'Telegram',
      custom_auth: 'External account',
      cross_app: 'Account of another app',
    } as Readonly<Record<string, string>>,
    other: 'Account',
    nameOfUser: (type: string) => `${type} (name chosen by its user)`,
    nameOfApp: 'Name chosen by the app',
    shareTitle: (host: string) => `Connect your wallet to ${host}?`,
    share: 'Connect',
    seesOnly: 'It will see your addresses. Connect only if you came here from this site yourself.',
    asksLater:
      'It will see your addresses and can ask you for signatures. Connect only if you came here from this site yourself.',
  },
}

/** A complete set of texts. */
export type Copy = typeof en
