import { noAnswer, refuse } from '../../test-kit/answers.js'
import { walletAccounts, wallets } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const [ethereum] = wallets
if (ethereum === undefined) throw new Error('The samples have a wallet')
const data = { wallet: ethereum }
const shared = { accounts: walletAccounts } as const
const waiting = { frame: { 'privy:mfa:verify': noAnswer } }
const refused = { frame: { 'privy:mfa:verify': refuse('error') } }

/** The screen around the page of a key export. */
export const exportScenes: States<'EMBEDDED_WALLET_KEY_EXPORT_SCREEN'> = {
  first: {
    when: 'The page of the wallet’s origin is open.',
    data,
    goal: { goal: 'export', ...data },
    ...shared,
  },
  opening: {
    when: 'The wallet is being opened.',
    data,
    goal: { goal: 'export', ...data },
    ...shared,
    answers: waiting,
  },
  failed: {
    when: 'The wallet did not open.',
    data,
    goal: { goal: 'export', ...data },
    ...shared,
    answers: refused,
  },
}

/** The screen around the page of an import. */
export const importScenes: States<'EMBEDDED_WALLET_IMPORT_SCREEN'> = {
  first: {
    when: 'The page of the wallet’s origin is open.',
    data: { chainType: 'ethereum' },
    goal: { goal: 'import', chainType: 'ethereum' },
    ...shared,
  },
}

/** The screen around the test of recovery. */
export const rehearsalScenes: States<'EMBEDDED_WALLET_RECOVERY_TEST_SCREEN'> = {
  first: {
    when: 'The page of the wallet’s origin is open.',
    data,
    goal: { goal: 'rehearsal', ...data },
    ...shared,
  },
  done: {
    when: 'The address came back.',
    data,
    goal: { goal: 'rehearsal', ...data },
    ...shared,
    answers: { frame: { 'sallyport:page:result': () => ({ address: ethereum.address }) } },
  },
}

/** The screen around the page on which the user lets the app's back end act with a wallet. */
export const delegationScenes: States<'EMBEDDED_WALLET_DELEGATED_ACTIONS_CONSENT_SCREEN'> = {
  first: {
    when: 'The page of the wallet’s origin is open.',
    data,
    goal: { goal: 'delegate', ...data },
    ...shared,
  },
  done: {
    when: 'The user has allowed it.',
    data,
    goal: { goal: 'delegate', ...data },
    ...shared,
    answers: { frame: { 'sallyport:page:result': () => ({ address: ethereum.address }) } },
  },
}

/** The screen that ends it. */
export const revocationScenes: States<'EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN'> = {
  first: {
    when: 'The user is asked before access ends.',
    data: {},
    goal: { goal: 'revoke-delegations' },
    ...shared,
  },
  done: {
    when: 'Access has ended.',
    data: {},
    goal: { goal: 'revoke-delegations' },
    ...shared,
    answers: { server: { '/wallets/revoke': () => ({ message: 'Revoked' }) } },
    act: [{ press: '.rows .danger' }],
  },
  failed: {
    when: 'The server did not answer.',
    data: {},
    goal: { goal: 'revoke-delegations' },
    ...shared,
    answers: { server: { '/wallets/revoke': refuse('internal_error') } },
    act: [{ press: '.rows .danger' }],
  },
}
