import { noAnswer, refuse } from '../../test-kit/answers.js'
import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const below = {
  screen: 'LANDING',
  data: { prefill: null, methods: null, disableSignup: false },
} as const
const code = {
  method: 'email',
  address: 'ada.lovelace@gmail.com',
  disableSignup: false,
  intent: 'login',
} as const
const wrong = { server: { '/passwordless/authenticate': refuse('invalid_credentials') } }
const try_ = [{ type: '204816' }]
const spend = [...try_, ...try_, ...try_, ...try_, ...try_]
const pressSend = { press: '.button.primary' }

/** The code from the email. */
export const scenes: States<'AWAITING_PASSWORDLESS_CODE'> = {
  first: { when: 'A code has been sent.', data: code, below },
  'long-address': {
    when: 'The address is long.',
    below,
    data: {
      ...code,
      address: 'augusta-ada-king-noel.countess-of-lovelace@analytical-engines.london.example',
    },
  },
  phone: {
    when: 'A code has been sent to a phone.',
    data: { ...code, method: 'sms', address: '+1 (201) 555-0123' },
    below,
  },
  'login-link': {
    when: 'The email has a link; its page asks for the number shown here.',
    data: code,
    below,
    answers: { server: { '/login_link/status': () => ({ state: 'pending', number: '42' }) } },
  },
  typing: { when: 'Half of the code is typed.', data: code, below, act: [{ type: '204' }] },
  busy: {
    when: 'The code is being checked.',
    data: code,
    below,
    answers: { server: { '/passwordless/authenticate': noAnswer } },
    act: try_,
  },
  stuck: {
    when: 'Checking takes more than fifteen seconds.',
    data: code,
    below,
    answers: { server: { '/passwordless/authenticate': noAnswer } },
    act: [...try_, { waitMs: 15_300 }],
  },
  wrong: { when: 'The code was wrong.', data: code, below, answers: wrong, act: try_ },
  'one-left': {
    when: 'The code was wrong four times.',
    data: code,
    below,
    answers: wrong,
    act: [...try_, ...try_, ...try_, ...try_],
  },
  spent: {
    when: 'The code was wrong five times and can’t be used any more: the user can send a new one at once.',
    data: code,
    below,
    answers: wrong,
    act: spend,
  },
  'spent-sending': {
    when: 'A new code is being sent after too many wrong ones.',
    data: code,
    below,
    answers: { server: { ...wrong.server, '/passwordless/init': noAnswer } },
    act: [...spend, pressSend],
  },
  'spent-limited': {
    when: 'Too many codes were requested, so the user has to wait.',
    data: code,
    below,
    answers: {
      server: {
        ...wrong.server,
        '/passwordless/init': refuse('too_many_requests', { retry_after: 42 }),
      },
    },
    act: [...spend, pressSend],
  },
  right: { when: 'The code was right; shown for 600 ms.', data: code, below, act: try_ },
  'resend-ready': {
    when: 'Thirty seconds have passed: the user can request a new code.',
    data: code,
    below,
    act: [{ waitMs: 31_000 }],
  },
  link: {
    when: 'The code links the address to the user who is logged in.',
    data: { ...code, intent: 'link' },
    below: { screen: 'LINK_EMAIL_SCREEN', data: {} },
    goal: { goal: 'link', method: 'email', options: {} },
    accounts: [phoneAccount],
  },
}
