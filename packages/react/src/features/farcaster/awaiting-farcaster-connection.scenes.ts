import { noAnswer, refuse } from '../../test-kit/answers.js'
import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const below = {
  screen: 'LANDING',
  data: { prefill: null, methods: null, disableSignup: false },
} as const
const data = { disableSignup: false, intent: 'login' } as const

/** A login with the Farcaster app. */
export const scenes: States<'AWAITING_FARCASTER_CONNECTION'> = {
  first: { when: 'The code waits to be scanned.', data, below },
  opening: {
    when: 'The code is being fetched.',
    data,
    below,
    answers: { server: { '/farcaster/init': noAnswer } },
  },
  unreachable: {
    when: 'Farcaster can’t be reached.',
    data,
    below,
    answers: { server: { '/farcaster/init': refuse('internal_error') } },
  },
  expired: {
    when: 'The code was not used in time, or the channel was closed.',
    data,
    below,
    answers: { server: { '/farcaster/status': refuse('invalid_credentials') } },
  },
  link: {
    when: 'A logged-in user adds a Farcaster account.',
    data: { ...data, intent: 'link' },
    goal: { goal: 'link', method: 'farcaster', options: {} },
    accounts: [phoneAccount],
  },
}
