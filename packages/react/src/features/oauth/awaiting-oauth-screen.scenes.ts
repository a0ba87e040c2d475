import type { OAuthData } from '../../flow/oauth-data.js'
import { noAnswer, refuse } from '../../test-kit/answers.js'
import type { States } from '../../test-kit/scene.js'

const opened = {
  go: () => undefined,
  hear: () => () => undefined,
  isClosed: () => false,
  close: () => undefined,
}
const data: OAuthData = {
  provider: 'google',
  intent: 'login',
  way: 'window',
  opened,
  returned: null,
  disableSignup: false,
}

/** A login at a provider: the window, its states, and what can go wrong. */
export const scenes: States<'AWAITING_OAUTH_SCREEN'> = {
  first: {
    when: 'The provider’s login page is open in a window.',
    data,
  },
  closed: {
    when: 'The browser says that the window is closed.',
    data: { ...data, opened: { ...opened, isClosed: () => true } },
  },
  blocked: { when: 'The browser blocked the window.', data: { ...data, opened: null } },
  'after-captcha': {
    when: 'The app’s captcha asked the user, so that the browser wants a further press for the window.',
    data: { ...data, way: 'ask', opened: null },
  },
  own: {
    when: 'The login page of a provider that the app has added.',
    data: { ...data, provider: 'custom:northwind' },
    app: {
      custom_oauth_providers: [
        {
          provider: 'custom:northwind',
          enabled: true,
          provider_display_name: 'Northwind ID',
          provider_icon_url: null,
        },
      ],
    },
  },
  leaving: {
    when: 'On a phone: this tab goes to the provider.',
    data: { ...data, provider: 'github', way: 'redirect', opened: null },
    answers: { server: { '/oauth/init': noAnswer } },
  },
  link: {
    when: 'A logged-in user links an account.',
    data: { ...data, provider: 'discord', intent: 'link', way: 'ask', opened: null },
  },
  cancelled: {
    when: 'The user cancelled at the provider.',
    data: {
      ...data,
      way: 'returned',
      opened: null,
      returned: {
        code: 'undefined',
        state: 'state',
        provider: 'google',
        disableSignup: false,
        isHeadless: false,
      },
    },
  },
  failed: {
    when: 'The login could not be started: the server is out of order.',
    data,
    answers: { server: { '/oauth/init': refuse('internal_error') } },
  },
}
