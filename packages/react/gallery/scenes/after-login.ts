import { embeddedChainTypes } from '@sallyport/contract'
import { login, never, refuse, wallets } from '../samples.js'
import type { States } from '../scene.js'

const chains = embeddedChainTypes
const create = { login, chains }

/** The terms, when the app requires users to accept them. */
export const consent: States<'AFFIRMATIVE_CONSENT_SCREEN'> = {
  first: { when: 'Right after the first login.', data: { login } },
  agreed: {
    when: 'The box is ticked.',
    data: { login },
    act: [{ press: '.check' }],
  },
  'after-reload': {
    when: 'The page was reloaded before the user answered: the stored session hasn’t accepted the terms yet.',
    data: { login: { ...login, isNewUser: false, method: null } },
    goal: { goal: 'finish-login', login: { ...login, isNewUser: false, method: null } },
  },
  failed: {
    when: 'The acceptance couldn’t be saved.',
    data: { login },
    services: { acceptTerms: refuse('internal_error') },
    act: [{ press: '.check' }, { press: '.button.primary' }],
  },
}

/** The wallet is being created. */
export const creating: States<'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN'> = {
  first: {
    when: 'The login creates a wallet.',
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
    when: 'It takes more than fifteen seconds: the user can continue without the wallet.',
    data: create,
    services: { createWallets: () => never },
    act: [{ waitMs: 15_300 }],
  },
  failed: {
    when: 'It failed. The user is logged in and can continue without the wallet.',
    data: create,
    services: { createWallets: refuse('wallet_unavailable') },
  },
}

/** The new addresses. */
export const created: States<'EMBEDDED_WALLET_CREATED_SCREEN'> = {
  first: {
    when: 'Wallets on both chains were created; shown for 1.4 s.',
    data: { login, wallets },
  },
  one: {
    when: 'A wallet on one chain was created.',
    data: { login, wallets: wallets.slice(0, 1) },
  },
}
