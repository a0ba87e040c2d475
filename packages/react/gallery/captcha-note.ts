import type { Note } from './notes.js'

/** The note on the screen of the app's captcha. */
export const captchaNote: Note = {
  title: 'Confirm you’re human',
  when: 'Above the screen or form that needs it, when the captcha of the app asks the user something or fails. A captcha that asks nothing shows no screen. Forms without the modal get it as well, unless the page has a `Captcha` component.',
  opens: [
    'useLogin().login()',
    'useSallyport().login()',
    'every hook that starts a login',
    'the account sheet',
  ],
  config: [],
  settings: ['captcha_enabled', 'captcha_site_key'],
}
