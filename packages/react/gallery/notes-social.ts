import type { Note } from './notes.js'

/** The notes on the screens of Farcaster and Telegram. */
export const socialNotes = {
  AWAITING_FARCASTER_CONNECTION: {
    title: 'Farcaster',
    when: 'After a press on Farcaster. A phone gets a button that opens the app in place of the code.',
    opens: ['useLogin().login()', 'useSallyport().login()'],
    config: ['loginMethods'],
    settings: ['farcaster_auth'],
  },
  AWAITING_FARCASTER_SIGNER: {
    title: 'Farcaster signer',
    when: 'When the app asks to post for the user. A phone gets a button that opens the app in place of the code.',
    opens: ['useFarcasterSigner().requestFarcasterSignerFromWarpcast()'],
    config: [],
    settings: ['farcaster_auth'],
  },
  TELEGRAM_AUTH_SCREEN: {
    title: 'Telegram',
    when: 'After a press on Telegram, while its window is open. Inside a mini app the login needs no screen.',
    opens: ['useLogin().login()', 'useSallyport().login()'],
    config: ['loginMethods'],
    settings: ['telegram_auth', 'telegram_auth_config'],
  },
} satisfies Record<string, Note>
