import { type Answer, noAnswer, Refusal, refuse } from '../../test-kit/answers.js'
import { farcasterAccount } from '../../test-kit/farcaster-account.js'
import { walletAccounts } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const data = {}
const goal = { goal: 'farcaster-signer' } as const
const accounts = [farcasterAccount, ...walletAccounts]
const scene = { data, goal, accounts }
/** What the frame answers to the request for the key. */
const frame = (answer: Answer) => ({ 'privy:farcaster:init-signer': answer })
const publicKey = `0x${'ab'.repeat(32)}`

/** The app asks to post for the user's Farcaster account. */
export const scenes: States<'AWAITING_FARCASTER_SIGNER'> = {
  first: { ...scene, when: 'The code waits to be scanned.' },
  opening: {
    ...scene,
    when: 'The key is being asked for.',
    answers: { frame: frame(noAnswer) },
  },
  approved: {
    ...scene,
    when: 'The user has approved.',
    answers: { frame: frame(() => ({ public_key: publicKey, status: 'approved', fid: 1001 })) },
  },
  refused: {
    ...scene,
    when: 'The user refused, or removed the key at Farcaster.',
    answers: {
      server: {
        '/farcaster/signer/status': () => ({ public_key: publicKey, status: 'revoked', fid: 1001 }),
      },
    },
  },
  expired: {
    ...scene,
    when: 'The request was not approved in time.',
    answers: { server: { '/farcaster/signer/status': refuse('invalid_data') } },
  },
  unreachable: {
    ...scene,
    when: 'The server can’t be reached.',
    answers: {
      frame: frame(() => {
        throw new Refusal('offline')
      }),
    },
  },
}
