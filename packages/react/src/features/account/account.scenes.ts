import { noAnswer } from '../../test-kit/answers.js'
import { accountsOfEveryKind } from '../../test-kit/linked-samples.js'
import { emailAccount, phoneAccount, walletAccounts } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const goal = { goal: 'account' } as const
const email = emailAccount('ada.lovelace@harbour.example')

/** Chains of an app that offers several. */
const supportedChains = [
  { id: 1, name: 'Ethereum', symbol: 'ETH' },
  { id: 8453, name: 'Base', symbol: 'ETH' },
].map(({ id, name, symbol }) => ({
  id,
  name,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
  rpcUrls: { default: { http: [`https://${id}.example`] } },
}))

/** The account sheet. */
export const scenes: States<'ACCOUNT_SCREEN'> = {
  first: {
    when: 'A user with an email address and a wallet of each chain.',
    data: {},
    goal,
    accounts: [email, ...walletAccounts],
  },
  networks: {
    when: 'The app offers several networks: those with a balance are named.',
    data: {},
    goal,
    accounts: [email, ...walletAccounts],
    config: { supportedChains },
  },
  'no-balance': {
    when: 'The networks don’t answer: no balance is shown.',
    data: {},
    goal,
    accounts: [email, phoneAccount, ...walletAccounts],
    answers: { node: { eth_getBalance: noAnswer, getBalance: noAnswer } },
  },
  'no-wallet': {
    when: 'The user has no wallet.',
    data: {},
    goal,
    accounts: [
      emailAccount('augusta-ada-king-noel.countess-of-lovelace@analytical-engines.example'),
    ],
  },
  'every-kind': {
    when: 'The user has linked an account of every kind.',
    data: {},
    goal,
    accounts: [...accountsOfEveryKind, ...walletAccounts],
  },
  guest: { when: 'Nothing is linked.', data: {}, goal, accounts: [] },
}
