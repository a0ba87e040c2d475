import { noAnswer, refuse } from '../../test-kit/answers.js'
import type { States } from '../../test-kit/scene.js'

const below = {
  screen: 'LANDING',
  data: { prefill: null, methods: null, disableSignup: false },
} as const
/** The launch of a mini app, so that no window is needed. */
const initDataRaw = `user=%7B%22id%22%3A7%7D&auth_date=1893456000&hash=${'a'.repeat(64)}`
const data = { disableSignup: false, intent: 'login', initDataRaw } as const

/** A login with Telegram. */
export const scenes: States<'TELEGRAM_AUTH_SCREEN'> = {
  first: {
    when: 'The answer of Telegram is being checked.',
    data,
    below,
    answers: { server: { '/telegram/authenticate': noAnswer } },
  },
  refused: {
    when: 'The server refuses the answer of Telegram.',
    data,
    below,
    answers: { server: { '/telegram/authenticate': refuse('invalid_credentials') } },
  },
}
