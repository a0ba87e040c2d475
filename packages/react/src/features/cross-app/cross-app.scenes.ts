import { ApiError } from '@sallyport/contract'
import { ClientError } from '@sallyport/core'
import type { RequestVisit, SharingVisit } from '../../flow/sharing-data.js'
import { never } from '../../test-kit/answers.js'
import { friend, walletAccounts } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'
import { requester, requestVisit, sharingVisit } from '../../test-kit/sharing-samples.js'

const [ethereum] = walletAccounts
if (ethereum === undefined) throw new Error('The samples have a wallet')
const notAllowed = new ApiError('cross_app_connection_not_allowed')
const settled = { waitMs: 700 }

const asked = (given: Partial<SharingVisit> = {}) => {
  const visit = sharingVisit(given)
  return { data: { visit }, goal: { goal: 'share', visit }, accounts: walletAccounts } as const
}
const requested = (given: Partial<RequestVisit> = {}) => {
  const visit = requestVisit(given)
  return {
    data: { visit },
    goal: { goal: 'open-request', visit },
    accounts: walletAccounts,
  } as const
}

/** What another app or site would learn. */
export const consentScenes: States<'CROSS_APP_CONSENT_SCREEN'> = {
  first: {
    when: 'A site asks for the address of the user’s wallet.',
    ...asked(),
    act: [settled],
  },
  login: {
    when: 'The user logs in to another app with their account here.',
    ...asked({ kind: 'login', wallets: () => [ethereum.address, friend] }),
    act: [settled],
  },
  choice: {
    when: 'The user has several wallets, and chooses the one that a site gets.',
    ...asked({ wallets: () => [ethereum.address, friend] }),
    act: [settled],
  },
  'read-only': {
    when: 'The site may see the address, and ask for nothing.',
    ...asked({ describe: async () => ({ ...requester, read_only: true }) }),
    act: [settled],
  },
  'no-wallet': {
    when: 'The user has no wallet yet: allowing it creates one.',
    ...asked({ wallets: () => [] }),
    act: [settled],
  },
  early: {
    when: 'The window has just opened: a press would allow nothing yet.',
    ...asked(),
  },
  loading: { when: 'The server is asked who this is.', ...asked({ describe: () => never }) },
  approving: {
    when: 'The user has allowed it.',
    ...asked({ approve: () => never }),
    act: [settled, { press: '.pair .button:last-child' }],
  },
  failed: {
    when: 'The server could not be reached when the user allowed it.',
    ...asked({ approve: () => Promise.reject(new ClientError('offline')) }),
    act: [settled, { press: '.pair .button:last-child' }],
  },
  'not-allowed': {
    when: 'The app does not let this site ask.',
    ...asked({ describe: () => Promise.reject(notAllowed) }),
  },
  offline: {
    when: 'The server can’t be reached.',
    ...asked({ describe: () => Promise.reject(new ClientError('offline')) }),
  },
  lost: {
    when: 'The page that opened the window can’t be told anything.',
    ...asked({ canAnswer: false }),
  },
}

/** A request of a connected app, before its own screen. */
export const requestScenes: States<'CROSS_APP_REQUEST_SCREEN'> = {
  first: {
    when: 'The server is asked whether the app may ask.',
    ...requested({ open: () => never }),
  },
  ended: {
    when: 'The user has disconnected the app.',
    ...requested({ open: () => Promise.reject(notAllowed) }),
  },
  unreadable: {
    when: 'The request can’t be read.',
    ...requested({ open: () => Promise.reject(new Error()) }),
  },
  offline: {
    when: 'The server can’t be reached.',
    ...requested({ open: () => Promise.reject(new ClientError('offline')) }),
  },
  lost: {
    when: 'The page that opened the window can’t be told anything.',
    ...requested({ canAnswer: false }),
  },
}
