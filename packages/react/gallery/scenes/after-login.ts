import { login, never, refuse, wallets } from '../samples.js'
import type { States } from '../scene.js'

const chains = ['ethereum', 'solana'] as const
const create = { login, chains }

/** The terms, when the app wants a yes to them. */
export const consent: States<'AFFIRMATIVE_CONSENT_SCREEN'> = {
  first: { when: 'Right after the proof of a first login.', data: { login } },
  agreed: {
    when: 'The box is ticked.',
    data: { login },
    act: [{ press: '.check' }],
  },
  'after-reload': {
    when: 'The page was loaded again before the answer: the stored session still owes it.',
    data: { login: { ...login, isNewUser: false, method: null } },
    goal: { goal: 'finish-login', login: { ...login, isNewUser: false, method: null } },
  },
  failed: {
    when: 'The yes could not be stored.',
    data: { login },
    services: { acceptTerms: refuse('internal_error') },
    act: [{ press: '.check' }, { press: '.button.primary' }],
  },
}

/** Keys are being made. */
export const creating: States<'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN'> = {
  first: {
    when: 'The login owes a wallet, and it is being made.',
    data: create,
    services: { createWallets: () => never },
  },
  slow: {
    when: 'It takes more than four seconds.',
    data: create,
    services: { createWallets: () => never },
    act: [{ waitMs: 4300 }],
  },
  stuck: {
    when: 'It takes more than fifteen seconds: the person can go on without.',
    data: create,
    services: { createWallets: () => never },
    act: [{ waitMs: 15_300 }],
  },
  failed: {
    when: 'It did not work. The person is logged in and can go on without.',
    data: create,
    services: { createWallets: refuse('wallet_unavailable') },
  },
}

/** The new addresses. */
export const created: States<'EMBEDDED_WALLET_CREATED_SCREEN'> = {
  first: { when: 'Wallets of both chains were made; shown for 1.4 s.', data: { login, wallets } },
  one: {
    when: 'A wallet of one chain was made.',
    data: { login, wallets: wallets.slice(0, 1) },
  },
}
