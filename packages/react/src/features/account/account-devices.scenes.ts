import { noAnswer, refuse } from '../../test-kit/answers.js'
import { emailAccount, walletAccounts } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'
import { manySessions, thisSession } from '../../test-kit/session-samples.js'

const shared = {
  data: {},
  goal: { goal: 'account' },
  below: { screen: 'ACCOUNT_SCREEN', data: {} },
  accounts: [emailAccount('ada@harbour.example'), ...walletAccounts],
} as const
const list = '/users/me/sessions'
const revoke = '/users/me/sessions/revoke'
const askOne = { press: '.device .quiet' }
const askAll = { press: '.button.secondary' }
const confirm = { press: '.button.danger' }

/** The devices that the user is logged in on. */
export const scenes: States<'ACCOUNT_DEVICES_SCREEN'> = {
  first: { when: 'The user is logged in on several devices.', ...shared },
  only: {
    when: 'The user is logged in here only.',
    ...shared,
    answers: { server: { [list]: () => ({ sessions: [thisSession] }) } },
  },
  many: {
    when: 'More devices than fit on the screen. One of them lost its share of the wallet.',
    ...shared,
    answers: { server: { [list]: () => ({ sessions: manySessions }) } },
  },
  loading: {
    when: 'The list is loading.',
    ...shared,
    answers: { server: { [list]: noAnswer } },
  },
  offline: {
    when: 'The server can’t be reached.',
    ...shared,
    answers: { server: { [list]: refuse('offline') } },
    act: [{ waitMs: 600 }],
  },
  confirm: { when: 'The user wants to log out one device.', ...shared, act: [askOne] },
  'confirm-others': {
    when: 'The user wants to log out all other devices.',
    ...shared,
    act: [askAll],
  },
  ending: {
    when: 'The device is being logged out.',
    ...shared,
    answers: { server: { [revoke]: noAnswer } },
    act: [askOne, confirm],
  },
  refused: {
    when: 'The device couldn’t be logged out.',
    ...shared,
    answers: { server: { [revoke]: refuse('internal_error') } },
    act: [askOne, confirm],
  },
  ended: { when: 'One device was logged out.', ...shared, act: [askOne, confirm] },
}
