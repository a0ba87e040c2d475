import type { LoginMethod } from '../../src/flow/screens.js'
import { never, refuse } from '../samples.js'
import type { States } from '../scene.js'

const data = { prefill: '', methods: null, disableSignup: false }
const submit = [{ type: 'ada@example.com' }, { press: '.button.primary' }]
const lastWas = (method: LoginMethod) => ({ lastMethod: () => method })

/** The first screen of a login. */
export const landing: States<'LANDING'> = {
  first: { when: 'A login opens: email and guest are on, and the app has terms.', data },
  'last-email': {
    when: 'This browser logged in by email before.',
    data,
    services: lastWas('email'),
  },
  'last-guest': {
    when: 'This browser was a guest before.',
    data,
    services: lastWas('guest'),
  },
  message: {
    when: 'Only email is on; the app shows its own sentence and has no terms.',
    data,
    app: { guest_auth: false, terms_and_conditions_url: null, privacy_policy_url: null },
    config: { appearance: { loginMessage: 'Your tickets, seats and memories in one place.' } },
  },
  'guest-only': {
    when: 'Only guests may log in.',
    data,
    app: { email_auth: false },
  },
  prefilled: {
    when: 'The app passes the address.',
    data: { ...data, prefill: 'ada.lovelace@gmail.com' },
  },
  invalid: {
    when: 'The text is not an email address.',
    data,
    act: [{ type: 'ada@' }, { press: '.button.primary' }],
  },
  limited: {
    when: 'Too many codes were requested.',
    data,
    services: { sendCode: refuse('too_many_requests', { retry_after_seconds: 42 }) },
    act: submit,
  },
  busy: {
    when: 'The code is being sent, and it takes more than four seconds.',
    data,
    services: { sendCode: () => never },
    act: [...submit, { waitMs: 4300 }],
  },
  stuck: {
    when: 'The code is still being sent after fifteen seconds: the wait can be cancelled.',
    data,
    services: { sendCode: () => never },
    act: [...submit, { waitMs: 15_300 }],
  },
  'guest-busy': {
    when: 'A guest login is in progress.',
    data,
    services: { loginAsGuest: () => never },
    act: [{ press: '.row' }],
  },
  'guest-failed': {
    when: 'A guest login failed: the connection broke.',
    data,
    services: { loginAsGuest: refuse('offline') },
    act: [{ press: '.row' }],
  },
  loading: { when: 'The app’s settings are loading.', data, connection: 'loading' },
  offline: { when: 'The browser has no connection.', data, connection: 'offline' },
  unreachable: {
    when: 'The server doesn’t respond or refuses this page.',
    data,
    connection: 'unreachable',
  },
  crashed: {
    when: 'A screen threw an error while rendering. Every screen falls back to this.',
    standIn: true,
    data,
    services: {
      lastMethod() {
        throw new Error('This scene fails on purpose')
      },
    },
  },
}

const below = { screen: 'LANDING', data } as const
const code = { method: 'email', address: 'ada.lovelace@gmail.com', disableSignup: false } as const
const wrong = { loginWithCode: refuse('invalid_credentials') }
const try_ = [{ type: '204816' }]

/** The code from the email. */
export const passwordlessCode: States<'AWAITING_PASSWORDLESS_CODE'> = {
  first: { when: 'A code has been sent.', data: code, below },
  'long-address': {
    when: 'The address is long.',
    below,
    data: {
      ...code,
      address: 'augusta-ada-king-noel.countess-of-lovelace@analytical-engines.london.example',
    },
  },
  typing: { when: 'Half of the code is typed.', data: code, below, act: [{ type: '204' }] },
  busy: {
    when: 'The code is being checked.',
    data: code,
    below,
    services: { loginWithCode: () => never },
    act: try_,
  },
  stuck: {
    when: 'Checking takes more than fifteen seconds.',
    data: code,
    below,
    services: { loginWithCode: () => never },
    act: [...try_, { waitMs: 15_300 }],
  },
  wrong: { when: 'The code was wrong.', data: code, below, services: wrong, act: try_ },
  'one-left': {
    when: 'The code was wrong four times.',
    data: code,
    below,
    services: wrong,
    act: [...try_, ...try_, ...try_, ...try_],
  },
  spent: {
    when: 'The code was wrong five times: it can’t be used any more.',
    data: code,
    below,
    services: wrong,
    act: [...try_, ...try_, ...try_, ...try_, ...try_],
  },
  right: { when: 'The code was right; shown for 600 ms.', data: code, below, act: try_ },
  'resend-ready': {
    when: 'Thirty seconds have passed: the user can request a new code.',
    data: code,
    below,
    act: [{ waitMs: 31_000 }],
  },
}
