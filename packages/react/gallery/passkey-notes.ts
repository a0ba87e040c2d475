import type { Note } from './notes.js'

/** The notes on the screens of passkeys. */
export const passkeyNotes = {
  SELECT_PASSKEY_SIGNUP_OR_LOGIN: {
    title: 'Log in or sign up with a passkey',
    when: 'When the user chose passkeys in an app where they can also create an account.',
    opens: ['useLogin().login()', 'useSallyport().login()'],
    config: ['loginMethods'],
    settings: ['passkey_auth', 'passkeys_for_signup_enabled'],
  },
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: {
    title: 'Use your passkey',
    when: 'While the browser’s own dialog asks for a passkey, and after it was closed or failed.',
    opens: ['useLogin().login()', 'useSallyport().login()'],
    config: ['loginMethods'],
    settings: ['passkey_auth', 'passkey_rp_id'],
  },
  LINK_PASSKEY_SCREEN: {
    title: 'Add a passkey',
    when: 'When a logged-in user adds a passkey.',
    opens: ['useLinkAccount().linkPasskey()', 'the account sheet'],
    config: [],
    settings: ['passkey_auth'],
  },
} satisfies Record<string, Note>
