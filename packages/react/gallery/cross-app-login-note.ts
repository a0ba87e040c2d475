import type { Note } from './notes.js'

/** The note on the screen of logins with the account of another app. */
export const crossAppLoginNote: Note = {
  title: 'Login with another app',
  when: 'Another app was chosen. A window of that app opens, or on phones this tab goes there; the screen says what will be shared, waits for the answer and completes the login. It also links an account of another app.',
  opens: [
    'useCrossAppAccounts().loginWithCrossAppAccount()',
    'useCrossAppAccounts().linkCrossAppAccount()',
    'useLogin().login()',
    'the account sheet',
  ],
  config: ['loginMethods', 'loginMethodsAndOrder'],
  settings: ['cross_app'],
}
