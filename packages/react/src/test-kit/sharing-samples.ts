import type { CrossAppGrant, CrossAppRequester } from '@sallyport/contract'
import type { RequestVisit, SharingVisit } from '../flow/sharing-data.js'
import { friend } from './samples.js'

/** 14 March 2026, 09:30 UTC, as the clock of scenes; Unix seconds. */
const nowSeconds = 1_773_480_600
const day = 86_400

/** An app that asks for the wallets of the samples' app. */
export const requester: CrossAppRequester = {
  app_id: 'b'.repeat(25),
  name: 'Lighthouse',
  icon_url: null,
  origin: 'https://lighthouse.example',
  read_only: false,
}

/** What the user of the samples has connected. */
export const grants: CrossAppGrant[] = [
  {
    id: 'one',
    requester,
    addresses: [friend],
    created_at: nowSeconds - 3 * day,
    expires_at: nowSeconds + 27 * day,
    last_used_at: nowSeconds - 7200,
  },
  {
    id: 'two',
    requester: {
      ...requester,
      app_id: null,
      name: 'Tide Tables',
      origin: 'https://tides.example',
      read_only: true,
    },
    addresses: [friend],
    created_at: nowSeconds - 9 * day,
    expires_at: nowSeconds + 21 * day,
    last_used_at: null,
  },
]

/** Something that asks, and is answered well; every press counts as the user's own. */
export function sharingVisit(given: Partial<SharingVisit> = {}): SharingVisit {
  return {
    kind: 'connect',
    canAnswer: true,
    describe: async () => requester,
    wallets: () => [friend],
    approve: async () => undefined,
    isMeant: () => true,
    ...given,
  }
}

/** A request that is let through. */
export function requestVisit(given: Partial<RequestVisit> = {}): RequestVisit {
  return { canAnswer: true, from: 'lighthouse.example', open: async () => undefined, ...given }
}
