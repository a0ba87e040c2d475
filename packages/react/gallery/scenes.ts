import type { AppConfig } from '@sallyport/contract'
import type { ConfirmRequest, RequestStep } from '@sallyport/core'
import type { SallyportConfig } from '../src/config.js'
import type { DataOf, Job, ScreenName } from '../src/flow/screens.js'
import type { ModalContext } from '../src/modal/modal-context.js'
import type { Services } from '../src/modal/services.js'
import {
  friend,
  hash,
  job,
  login,
  mail,
  never,
  permit,
  refuse,
  sign,
  solanaSend,
  tokenCall,
  transfer,
  wallets,
} from './samples.js'

/** One screen in one state. `act` is what the picture-taker does before looking. */
export interface Scene {
  place: { [S in ScreenName]: { screen: S; data: DataOf<S> } }[ScreenName]
  connection?: ModalContext['connection']
  app?: Partial<AppConfig>
  config?: SallyportConfig
  services?: Partial<Services>
  act?: { type?: string; press?: string; open?: boolean; waitMs?: number }
}

const landing = {
  screen: 'LANDING',
  data: { prefill: '', methods: null, disableSignup: false },
} as const
const code = {
  screen: 'AWAITING_PASSWORDLESS_CODE',
  data: { method: 'email', address: 'ada.lovelace@gmail.com', disableSignup: false },
} as const
const send = (request: ConfirmRequest, steps?: RequestStep[]) =>
  ({
    screen: 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
    data: { job: job(request, steps) },
  }) as const
const asked = (request: ConfirmRequest, steps?: RequestStep[], ui?: Job['ui']) =>
  ({
    screen: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
    data: { job: job(request, steps, ui) },
  }) as const
const approve = { press: '.pair .primary', waitMs: 500 }
const problem = (code: 'invalid_origin' | 'internal_error') => ({ code, reference: 'req_4f9a21c7' })

/** Every screen in the states worth looking at. */
export const scenes: Record<string, Scene> = {
  landing: { place: landing },
  'landing-last': { place: landing, services: { lastMethod: () => 'email' } },
  'landing-guest-last': { place: landing, services: { lastMethod: () => 'guest' } },
  'landing-message': {
    place: landing,
    app: { guest_auth: false, terms_and_conditions_url: null, privacy_policy_url: null },
    config: { appearance: { loginMessage: 'Your tickets, seats and memories in one place.' } },
  },
  'landing-invalid': { place: landing, act: { type: 'ada@', press: '.button.primary' } },
  'landing-limited': {
    place: landing,
    services: { sendCode: refuse('too_many_requests', { retry_after_seconds: 42 }) },
    act: { type: 'ada@example.com', press: '.button.primary' },
  },
  'landing-busy': {
    place: landing,
    services: { sendCode: () => never },
    act: { type: 'ada@example.com', press: '.button.primary', waitMs: 4300 },
  },
  'landing-loading': { place: landing, connection: 'loading' },
  'landing-offline': { place: landing, connection: 'offline' },
  code: { place: code },
  'code-long': {
    place: {
      ...code,
      data: {
        ...code.data,
        address: 'augusta-ada-king-noel.countess-of-lovelace@analytical-engines.london.example',
      },
    },
  },
  'code-typing': { place: code, act: { type: '204' } },
  'code-busy': { place: code, services: { loginWithCode: () => never }, act: { type: '204816' } },
  'code-wrong': {
    place: code,
    services: { loginWithCode: refuse('invalid_credentials') },
    act: { type: '204816', waitMs: 600 },
  },
  'code-right': { place: code, act: { type: '204816', waitMs: 480 } },
  consent: { place: { screen: 'AFFIRMATIVE_CONSENT_SCREEN', data: { login } } },
  'consent-agreed': {
    place: { screen: 'AFFIRMATIVE_CONSENT_SCREEN', data: { login } },
    act: { press: '.check' },
  },
  creating: {
    place: {
      screen: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      data: { login, chains: ['ethereum', 'solana'] },
    },
    services: { createWallets: () => never },
  },
  'creating-failed': {
    place: {
      screen: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      data: { login, chains: ['ethereum'] },
    },
    services: { createWallets: refuse('wallet_unavailable') },
  },
  created: {
    place: { screen: 'EMBEDDED_WALLET_CREATED_SCREEN', data: { login, wallets } },
    act: { waitMs: 600 },
  },
  connecting: {
    place: { screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN', data: { job: job(transfer) } },
    services: { connect: () => never },
  },
  restoring: {
    place: { screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN', data: { job: job(transfer) } },
    services: {
      connect(_, onRecovering) {
        onRecovering()
        return never
      },
    },
  },
  'connecting-failed': {
    place: { screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN', data: { job: job(transfer) } },
    services: { connect: refuse('wallet_unavailable') },
  },
  sign: {
    place: asked(
      sign('Welcome to Harbour.\n\nSign to confirm your seat in row F, seat 12, on 14 March.'),
    ),
  },
  'sign-long': { place: asked(sign('One line of a long letter that goes on and on. '.repeat(40))) },
  'sign-hex': { place: asked(sign(`0x${'a1b2c3d4e5f60718'.repeat(8)}`)) },
  'sign-busy': { place: asked(sign('Hello')), act: approve },
  'sign-done': { place: asked(sign('Hello'), []), act: approve },
  'sign-permit': { place: asked(permit) },
  'sign-typed': { place: asked(mail) },
  send: { place: send(transfer) },
  'send-huge': {
    place: send({ ...transfer, transaction: { to: friend, value: '0x661efdf2e3b19f7c045f15' } }),
  },
  'send-details': {
    place: send(tokenCall('0xa9059cbb', '0x17d7840')),
    act: { press: 'summary', waitMs: 500 },
  },
  'send-token': { place: send(tokenCall('0xa9059cbb', '0x17d7840')) },
  'send-approve': { place: send(tokenCall('0x095ea7b3', `0x${'f'.repeat(64)}`)) },
  'send-call': {
    place: send({
      ...transfer,
      transaction: { to: friend, data: '0xd0e30db0', value: '0x16345785d8a0000' },
    }),
  },
  'send-short': {
    place: send(transfer),
    services: {
      prepare: async () => ({ fee: 42_000_000_000_000n, balance: 10n ** 17n, likelyFails: false }),
    },
  },
  'send-fails': {
    place: send({ ...transfer, transaction: { to: friend, data: '0xd0e30db0', gas: '0x15f90' } }),
    services: {
      prepare: async () => ({ fee: 180_000_000_000_000n, balance: 10n ** 18n, likelyFails: true }),
    },
  },
  'send-preparing': { place: send(transfer), services: { prepare: () => never } },
  'send-unprepared': { place: send(transfer), services: { prepare: refuse('offline') } },
  'send-busy': { place: send(transfer), act: approve },
  'send-error': {
    place: {
      ...send(transfer),
      data: { job: { ...job(transfer), run: refuse('transaction_broadcast_failure') } },
    },
    act: approve,
  },
  'send-submitted': { place: send(transfer, [{ step: 'submitted', hash }]), act: approve },
  'send-confirmed': {
    place: send(transfer, [
      { step: 'submitted', hash },
      { step: 'confirmed', hash },
    ]),
    act: approve,
  },
  'send-failed': {
    place: send(transfer, [{ step: 'failed', hash, reason: 'reverted' }]),
    act: approve,
  },
  'send-slow': { place: send(transfer, [{ step: 'timed-out', hash }]), act: approve },
  'sol-send': {
    place: {
      screen: 'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN',
      data: { job: job(solanaSend) },
    },
  },
  'login-failed': {
    place: { screen: 'LOGIN_FAILED_SCREEN', data: { problem: problem('internal_error') } },
  },
  error: {
    place: {
      screen: 'ERROR_SCREEN',
      data: { problem: problem('invalid_origin'), canRetry: false },
    },
  },
  'not-found': { place: { screen: 'ACCOUNT_NOT_FOUND_SCREEN', data: {} } },
  limit: { place: { screen: 'USER_LIMIT_REACHED_SCREEN', data: {} } },
  rejected: { place: { screen: 'ALLOWLIST_REJECTION_SCREEN', data: {} } },
  'rejected-link': {
    place: { screen: 'ALLOWLIST_REJECTION_SCREEN', data: {} },
    app: {
      allowlist_config: {
        error_title: 'Members only',
        error_detail: 'Harbour opens to everyone in spring.',
        cta_text: 'Join the waiting list',
        cta_link: 'https://example.com',
      },
    },
  },
}
