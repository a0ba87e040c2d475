import { crossAppProvider } from '@sallyport/contract'
import type { DataOf } from '../../flow/screens.js'
import { noAnswer, refuse } from '../../test-kit/answers.js'
import { connectionsAnswer, otherAppId } from '../../test-kit/other-apps.js'
import type { States } from '../../test-kit/scene.js'

const opened = {
  go: () => undefined,
  hear: () => () => undefined,
  isClosed: () => false,
  close: () => undefined,
}
const data: DataOf<'CROSS_APP_AUTH_SCREEN'> = {
  provider: crossAppProvider(otherAppId),
  intent: 'login',
  way: 'window',
  opened,
  returned: null,
  disableSignup: false,
}
const server = connectionsAnswer()
const returned = {
  code: 'undefined',
  state: 'state',
  provider: crossAppProvider(otherAppId),
  disableSignup: false,
  isHeadless: false,
} as const

/** A login with the account of another app. */
export const scenes: States<'CROSS_APP_AUTH_SCREEN'> = {
  first: { when: 'A window of the other app is open.', data, answers: { server } },
  'read-only': {
    when: 'The connection may only show wallets.',
    data,
    answers: { server: connectionsAnswer({ read_only: true }) },
  },
  closed: {
    when: 'The browser says that the window is closed.',
    data: { ...data, opened: { ...opened, isClosed: () => true } },
    answers: { server },
  },
  blocked: {
    when: 'The browser blocked the window.',
    data: { ...data, opened: null },
    answers: { server },
  },
  leaving: {
    when: 'On a phone: this tab goes to the other app.',
    data: { ...data, way: 'redirect', opened: null },
    answers: { server: { ...server, '/oauth/init': noAnswer } },
  },
  link: {
    when: 'A logged-in user links an account of another app.',
    data: { ...data, intent: 'link', way: 'ask', opened: null },
    answers: { server },
  },
  cancelled: {
    when: 'The user declined in the other app.',
    data: { ...data, way: 'returned', opened: null, returned },
    answers: { server },
  },
  failed: {
    when: 'The login could not be started: the server is out of order.',
    data,
    answers: { server: { ...server, '/oauth/init': refuse('internal_error') } },
  },
}
