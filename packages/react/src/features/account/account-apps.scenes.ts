import { noAnswer, refuse } from '../../test-kit/answers.js'
import { emailAccount, walletAccounts } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  data: {},
  goal: { goal: 'account' },
  below: { screen: 'ACCOUNT_SCREEN', data: {} },
  accounts: [emailAccount('ada@harbour.example'), ...walletAccounts],
} as const
const list = '/cross_app/grants'
const revoke = '/cross_app/grants/revoke'
const ask = { press: '.device .quiet' }
const confirm = { press: '.button.danger' }

/** The apps and sites that the user has connected. */
export const scenes: States<'ACCOUNT_APPS_SCREEN'> = {
  first: { when: 'Apps and sites know the user’s wallets.', ...shared },
  standing: {
    when: 'The app itself may use a wallet without asking.',
    ...shared,
    accounts: [
      emailAccount('ada@harbour.example'),
      ...walletAccounts.map((each) => ({ ...each, delegated: true })),
    ],
  },
  none: {
    when: 'No app is connected.',
    ...shared,
    answers: { server: { [list]: () => ({ grants: [] }) } },
  },
  loading: { when: 'The list is loading.', ...shared, answers: { server: { [list]: noAnswer } } },
  offline: {
    when: 'The server can’t be reached.',
    ...shared,
    answers: { server: { [list]: refuse('offline') } },
    act: [{ waitMs: 600 }],
  },
  confirm: { when: 'The user wants to disconnect an app.', ...shared, act: [ask] },
  refused: {
    when: 'The app couldn’t be disconnected.',
    ...shared,
    answers: { server: { [revoke]: refuse('internal_error') } },
    act: [ask, confirm],
  },
  ended: { when: 'One app was disconnected.', ...shared, act: [ask, confirm] },
}
