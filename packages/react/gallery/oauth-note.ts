import type { Note } from './notes.js'

/** The note on the screen of logins at OAuth providers. */
export const oauthNote: Note = {
  title: 'Login at a provider',
  when: 'A provider was chosen. Its login page opens in a window, or on phones in this tab; the screen waits for the answer and completes the login. It also links an account of a provider.',
  opens: [
    'useLogin().login()',
    'useSallyport().login()',
    'linkGoogle() and the like of useLinkAccount()',
    'the account sheet',
  ],
  config: [],
  settings: ['google_oauth and the like'],
}
