import { noAnswer, refuse } from '../../test-kit/answers.js'
import { emailAccount, walletAccounts } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'
import { everyEvent, wireEvents } from '../../test-kit/session-samples.js'

const shared = {
  data: {},
  goal: { goal: 'account' },
  below: { screen: 'ACCOUNT_SCREEN', data: {} },
  accounts: [emailAccount('ada@harbour.example'), ...walletAccounts],
} as const
const path = '/users/me/activity'

/** What happened to the account. */
export const scenes: States<'ACCOUNT_ACTIVITY_SCREEN'> = {
  first: { when: 'A user who has used the account for a while.', ...shared },
  'every-kind': {
    when: 'One event of every kind.',
    ...shared,
    answers: { server: { [path]: () => ({ data: everyEvent, next_cursor: null }) } },
  },
  more: {
    when: 'There are older events.',
    ...shared,
    answers: { server: { [path]: () => ({ data: wireEvents, next_cursor: 'older' }) } },
  },
  empty: {
    when: 'Nothing was recorded.',
    ...shared,
    answers: { server: { [path]: () => ({ data: [], next_cursor: null }) } },
  },
  loading: {
    when: 'The list is loading.',
    ...shared,
    answers: { server: { [path]: noAnswer } },
  },
  offline: {
    when: 'The server can’t be reached.',
    ...shared,
    answers: { server: { [path]: refuse('offline') } },
    act: [{ waitMs: 600 }],
  },
}
