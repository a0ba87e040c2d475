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

/** What the app's server may do with the wallets, one of which it has used. */
const delegations = walletAccounts.map(({ address, chain_type }, index) => ({
  ...{ chain_type, address, created_at: 1_790_000_000 },
  last_used_at: index === 0 ? 1_790_000_000 : null,
  policy: {
    ...{ version: 1, messages: index === 0, typedData: false },
    transactions: {
      chainIds: ['8453'],
      recipients: [`0x${'ab'.repeat(20)}`],
      mostWeiPerDay: '10000000000000000',
    },
    solana: { recipients: null, mostLamportsPerDay: '1500000000' },
  },
}))

/** Programs of the user's own: one pays, one reads. */
const programGrants = walletAccounts.slice(0, 1).flatMap(({ address, chain_type }) => {
  const wallets = [{ id: 'd00000000000000000000000', address, chain_type }]
  const none = { version: 1, messages: false, typedData: false }
  const times = { created_at: 1_790_000_000, ends_at: 1_790_600_000 }
  return [
    {
      ...{ id: '00000000-0000-4000-8000-000000000001', client_name: 'Shopping agent', wallets },
      policy: {
        ...none,
        transactions: { chainIds: ['8453'], recipients: null, mostWeiPerDay: '20000000000000000' },
      },
      limits: [
        {
          ...{ asset: 'native', symbol: 'ETH', decimals: 18 },
          ...{ most: '20000000000000000', left: '5000000000000000' },
        },
      ],
      ...{ ...times, last_used_at: 1_790_000_000 },
    },
    {
      ...{ id: '00000000-0000-4000-8000-000000000002', client_name: 'Bookkeeper', wallets },
      policy: { ...none, transactions: null },
      ...{ limits: [], ...times, last_used_at: null },
    },
  ]
})

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
    answers: { server: { '/wallets/delegations': () => ({ delegations }) } },
  },
  programs: {
    when: 'Programs may act with a wallet.',
    ...shared,
    answers: { server: { '/device/grants': () => ({ grants: programGrants }) } },
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
