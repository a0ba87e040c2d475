import { noAnswer, refuse } from '../../test-kit/answers.js'
import type { States } from '../../test-kit/scene.js'

const data = { prefill: null, methods: null, disableSignup: false }
const submit = [{ type: 'ada@example.com' }, { press: '.button.primary' }]

/** The first screen of a login. */
export const scenes: States<'LANDING'> = {
  first: { when: 'A login opens: email and guest are on, and the app has terms.', data },
  'last-email': {
    when: 'This browser logged in by email before.',
    data,
    lastMethod: 'email',
    lastAddress: 'a•••@example.com',
  },
  'last-google': {
    when: 'This browser logged in with Google before.',
    data,
    app: { google_oauth: true, github_oauth: true },
    lastMethod: 'google',
    lastAddress: 'a•••@gmail.com',
  },
  'last-guest': {
    when: 'This browser was a guest before.',
    data,
    lastMethod: 'guest',
  },
  providers: {
    when: 'Login at every provider is on, and more options were asked for: the marks after the first rows are a grid.',
    data,
    app: {
      sms_auth: true,
      google_oauth: true,
      twitter_oauth: true,
      discord_oauth: true,
      github_oauth: true,
      linkedin_oauth: true,
      spotify_oauth: true,
      instagram_oauth: true,
      tiktok_oauth: true,
      twitch_oauth: true,
      apple_oauth: true,
    },
    act: [{ press: '.rows > .row:last-of-type' }],
  },
  message: {
    when: 'Only email is on; the app shows its own sentence and has no terms.',
    data,
    app: { guest_auth: false, terms_and_conditions_url: null, privacy_policy_url: null },
    config: { appearance: { loginMessage: 'Your tickets, seats and memories in one place.' } },
  },
  'in-app': {
    when: 'The page is open in the browser of another app, where Google refuses logins.',
    data,
    app: { google_oauth: true },
    userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Instagram 336.0',
  },
  'guest-only': {
    when: 'Only guests may log in.',
    data,
    app: { email_auth: false },
  },
  prefilled: {
    when: 'The app passes the address.',
    data: { ...data, prefill: { type: 'email', value: 'ada.lovelace@gmail.com' } },
  },
  invalid: {
    when: 'The text is not an email address.',
    data,
    act: [{ type: 'ada@' }, { press: '.button.primary' }],
  },
  limited: {
    when: 'Too many codes were requested.',
    data,
    answers: {
      server: { '/passwordless/init': refuse('too_many_requests', { retry_after: 42 }) },
    },
    act: submit,
  },
  busy: {
    when: 'The code is being sent, and it takes more than four seconds.',
    data,
    answers: { server: { '/passwordless/init': noAnswer } },
    act: [...submit, { waitMs: 4300 }],
  },
  stuck: {
    when: 'The code is still being sent after fifteen seconds: the wait can be cancelled.',
    data,
    answers: { server: { '/passwordless/init': noAnswer } },
    act: [...submit, { waitMs: 15_300 }],
  },
  'guest-busy': {
    when: 'A guest login is in progress.',
    data,
    answers: { server: { '/guest/authenticate': noAnswer } },
    act: [{ press: '.row' }],
  },
  'guest-failed': {
    when: 'A guest login failed: the connection broke.',
    data,
    answers: { server: { '/guest/authenticate': refuse('offline') } },
    act: [{ press: '.row' }],
  },
  phone: {
    when: 'Login by email and by phone is on; this browser logged in by phone before.',
    data,
    app: { sms_auth: true },
    lastMethod: 'sms',
  },
  'phone-row': {
    when: 'Login by email and by phone is on.',
    data,
    app: { sms_auth: true },
  },
  'phone-only': {
    when: 'Only login by phone is on; numbers are British unless they have a country code.',
    data,
    app: { email_auth: false, guest_auth: false, sms_auth: true },
    config: { intl: { defaultCountry: 'GB' } },
  },
  'phone-invalid': {
    when: 'The text is not a phone number.',
    data,
    app: { email_auth: false, sms_auth: true },
    act: [{ type: '201 555' }, { press: '.button.primary' }],
  },
  loading: { when: 'The app’s settings are loading.', data, connection: 'loading' },
  offline: { when: 'The browser has no connection.', data, connection: 'offline' },
  unreachable: {
    when: 'The server doesn’t respond or refuses this page.',
    data,
    connection: 'unreachable',
  },
  'unreachable-local': {
    when: 'The same on localhost: developers are pointed to the browser’s console.',
    data,
    connection: 'unreachable',
    pageHost: 'localhost:4400',
  },
  crashed: {
    when: 'A screen threw an error while rendering. Every screen falls back to this.',
    standIn: true,
    data: {
      ...data,
      get methods(): null {
        throw new Error('This scene fails on purpose')
      },
    },
  },
}
