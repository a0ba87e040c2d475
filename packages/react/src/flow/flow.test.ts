import type { User } from '@sallyport/core'
import { describe, expect, test } from 'vitest'
import type { LoginRules } from './after-login.js'
import { advance, back, canGoBack, close, type FlowState, open, top } from './flow.js'
import type { LinkMethod } from './link-methods.js'
import type { Goal, Job, LoggedIn, Outcome, ScreenName } from './screens.js'
import { type Facts, transitions } from './transitions.js'

const recovery = { options: ['user-passcode', 'google-drive'], isRequired: false } as const
const off: LoginRules = {
  termsRequired: false,
  createOnLogin: { ethereum: 'off', solana: 'off' },
  recovery,
}
const all: LoginRules = {
  termsRequired: true,
  createOnLogin: { ethereum: 'all-users', solana: 'all-users' },
  recovery,
}
const owned: LoginRules = {
  ...all,
  termsRequired: false,
  recovery: { ...recovery, isRequired: true },
}
const user: User = {
  id: 'u',
  createdAt: new Date(0),
  linkedAccounts: [],
  mfaMethods: [],
  hasAcceptedTerms: false,
  isGuest: false,
  delegatedWallets: [],
}
const login: LoggedIn = { user, isNewUser: true, method: 'email', account: null }
const agreed: LoggedIn = { ...login, user: { ...user, hasAcceptedTerms: true } }
const job = (kind: Job['request']['kind']): Job => ({
  request: { kind, address: '0x1' } as Job['request'], // the rest is not looked at by the flow
  ui: {},
  run: async () => undefined,
  noteFailure: () => {},
  deliver: () => {},
})
const loginGoal: Goal = { goal: 'login', prefill: null, methods: null, disableSignup: false }

function factsOf(goal: Goal, rules = off, connected = true): Facts {
  return { goal, rules, isConnected: () => connected, pendingCode: null }
}

/** Plays outcomes from a goal; gives the screens seen and how it ended. */
function play(facts: Facts, outcomes: [name: string, value?: unknown][]): string[] {
  let state = open(facts)
  const seen = [nameOf(state)]
  for (const [name, value = {}] of outcomes) {
    if (state.at !== 'screen') break
    const { id: place, screen } = top(state)
    state = advance(state, { place, screen, name, value } as Outcome, facts)
    seen.push(nameOf(state))
  }
  return seen
}

function nameOf(state: FlowState): string {
  if (state.at === 'screen') return top(state).screen
  return state.at === 'done' ? 'done' : state.code
}

const prefill = { type: 'email', value: 'a@b.co' } as const
const sent: [string, unknown] = ['codeSent', { method: 'email', prefill }]
const failed = (code: string): [string, unknown] => ['failed', { code }]
const CODE = 'AWAITING_PASSWORDLESS_CODE'

describe('login', () => {
  test.each<[string, LoginRules, [string, unknown?][], string[]]>([
    ['nothing owed', off, [sent, ['loggedIn', login]], ['LANDING', CODE, 'done']],
    ['a guest', off, [['loggedIn', login]], ['LANDING', 'done']],
    [
      'terms and wallets owed',
      all,
      [
        sent,
        ['loggedIn', login],
        ['accepted', { login: agreed }],
        ['created', { login, wallets: [] }],
        ['seen', { login }],
      ],
      [
        'LANDING',
        CODE,
        'AFFIRMATIVE_CONSENT_SCREEN',
        'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
        'EMBEDDED_WALLET_CREATED_SCREEN',
        'done',
      ],
    ],
    [
      'terms declined',
      all,
      [['loggedIn', login], ['declined']],
      ['LANDING', 'AFFIRMATIVE_CONSENT_SCREEN', 'exited_auth_flow'],
    ],
    [
      'wallets later',
      all,
      [
        ['loggedIn', agreed],
        ['later', { login }],
      ],
      ['LANDING', 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', 'done'],
    ],
    ['the wrong address', off, [sent, ['wrongAddress']], ['LANDING', CODE, 'LANDING']],
    [
      'not on the list, then again',
      off,
      [failed('allowlist_rejected'), ['again']],
      ['LANDING', 'ALLOWLIST_REJECTION_SCREEN', 'LANDING'],
    ],
    [
      'no sign-up',
      off,
      [sent, failed('user_does_not_exist'), ['again']],
      ['LANDING', CODE, 'ACCOUNT_NOT_FOUND_SCREEN', 'LANDING'],
    ],
    [
      'full',
      off,
      [sent, failed('max_accounts_reached')],
      ['LANDING', CODE, 'USER_LIMIT_REACHED_SCREEN'],
    ],
    [
      'unknown trouble',
      off,
      [failed('unknown'), ['again']],
      ['LANDING', 'LOGIN_FAILED_SCREEN', 'LANDING'],
    ],
    [
      'terms, after the session ended',
      all,
      [['loggedIn', login], failed('missing_or_invalid_token'), ['again']],
      ['LANDING', 'AFFIRMATIVE_CONSENT_SCREEN', 'LOGIN_FAILED_SCREEN', 'LANDING'],
    ],
    [
      'wallets, after the session ended',
      all,
      [['loggedIn', agreed], failed('missing_or_invalid_token'), ['again']],
      ['LANDING', 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', 'LOGIN_FAILED_SCREEN', 'LANDING'],
    ],
    [
      'a wrong set-up',
      off,
      [failed('invalid_origin'), ['closed']],
      ['LANDING', 'ERROR_SCREEN', 'exited_auth_flow'],
    ],
  ])('%s', (_, rules, outcomes, screens) => {
    expect(play(factsOf(loginGoal, rules), outcomes)).toEqual(screens)
  })

  test('a login made elsewhere is finished here', () => {
    const goal: Goal = { goal: 'finish-login', login }

    expect(play(factsOf(goal, all), [])).toEqual(['AFFIRMATIVE_CONSENT_SCREEN'])
    expect(play(factsOf(goal, off), [])).toEqual(['done'])
  })

  test('a login made elsewhere whose session ended is made here', () => {
    const goal: Goal = { goal: 'finish-login', login }
    const ended = failed('missing_or_invalid_token')

    expect(play(factsOf(goal, all), [ended, ['again'], ['loggedIn', agreed]])).toEqual([
      'AFFIRMATIVE_CONSENT_SCREEN',
      'LOGIN_FAILED_SCREEN',
      'LANDING',
      'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
    ])
  })
})

describe('link and update', () => {
  const link = (method: LinkMethod): Goal => ({ goal: 'link', method, options: {} })
  const conflict = { conflict: 'of the server' }

  test.each<[string, Goal, [string, unknown?][], string[]]>([
    [
      'an email address is linked',
      link('email'),
      [sent, ['linked', {}]],
      ['LINK_EMAIL_SCREEN', CODE, 'done'],
    ],
    [
      'a wrong number',
      link('sms'),
      [sent, ['wrongAddress']],
      ['LINK_PHONE_SCREEN', CODE, 'LINK_PHONE_SCREEN'],
    ],
    [
      'an email address is replaced',
      { goal: 'update', method: 'email' },
      [sent, ['linked', {}]],
      ['UPDATE_EMAIL_SCREEN', CODE, 'done'],
    ],
    [
      'the account is moved here from another user',
      link('email'),
      [sent, ['conflicted', conflict], ['linked', {}]],
      ['LINK_EMAIL_SCREEN', CODE, 'LINK_CONFLICT_SCREEN', 'done'],
    ],
    [
      'the account stays with the other user',
      link('email'),
      [sent, ['conflicted', conflict], ['kept']],
      ['LINK_EMAIL_SCREEN', CODE, 'LINK_CONFLICT_SCREEN', 'account_transfer_required'],
    ],
    [
      'a refusal is explained, then linking starts over',
      link('email'),
      [sent, failed('linked_to_another_user'), ['again']],
      ['LINK_EMAIL_SCREEN', CODE, 'ERROR_SCREEN', 'LINK_EMAIL_SCREEN'],
    ],
    [
      'a refusal is explained, then the app is told',
      { goal: 'update', method: 'sms' },
      [sent, failed('linked_to_another_user'), ['closed']],
      ['UPDATE_PHONE_SCREEN', CODE, 'ERROR_SCREEN', 'linked_to_another_user'],
    ],
    [
      'a wallet',
      link('wallet'),
      [
        ['walletChosen', { how: 'connect', id: 'io.metamask', name: 'MetaMask' }],
        ['linked', {}],
      ],
      ['LINK_WALLET_SCREEN', 'AWAITING_CONNECTION', 'done'],
    ],
    ['a passkey', link('passkey'), [['finished']], ['LINK_PASSKEY_SCREEN', 'exited_link_flow']],
    ['a method that links nothing', link('guest'), [['closed']], ['ERROR_SCREEN', 'not_supported']],
  ])('%s', (_, goal, outcomes, screens) => {
    expect(play(factsOf(goal), outcomes)).toEqual(screens)
  })

  test('the screens of a method are told what they are used for', () => {
    const goal = link('email')
    const first = open(factsOf(goal))
    if (first.at !== 'screen') throw new Error('linking starts on a screen')
    const { id: place, screen } = top(first)
    const outcome = { place, screen, name: sent[0], value: sent[1] } as Outcome
    const next = advance(first, outcome, factsOf(goal))

    expect(next.at === 'screen' && top(next).data).toMatchObject({ intent: 'link' })
    expect(close(next, 'exited_link_flow')).toEqual({ at: 'failed', code: 'exited_link_flow' })
  })
})

describe('confirm', () => {
  test.each<[Job['request']['kind'], ScreenName]>([
    ['sign-message', 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'],
    ['sign-typed-data', 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'],
    ['sign-transaction', 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'],
    ['send-transaction', 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'],
    ['sign-solana-transaction', 'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN'],
    ['send-solana-transaction', 'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN'],
  ])('%s is asked on %s', (kind, screen) => {
    const goal: Goal = { goal: 'confirm', job: job(kind) }

    expect(play(factsOf(goal), [['finished']])).toEqual([screen, 'done'])
    expect(play(factsOf(goal), [['rejected']])).toEqual([screen, 'user_rejected'])
    expect(play(factsOf(goal, off, false), [['connected', { job: goal.job }]])).toEqual([
      'EMBEDDED_WALLET_CONNECTING_SCREEN',
      screen,
    ])
    expect(play(factsOf(goal, off, false), [['closed']])).toEqual([
      'EMBEDDED_WALLET_CONNECTING_SCREEN',
      'user_rejected',
    ])
  })
})

describe('advance', () => {
  const facts = factsOf(loginGoal)
  const atCode = () => {
    const state = open(facts)
    if (state.at !== 'screen') throw new Error('a login starts on a screen')
    const landing = top(state)
    const outcome = {
      place: landing.id,
      screen: 'LANDING',
      name: 'codeSent',
      value: { method: 'email', prefill },
    }
    return {
      landing,
      outcome: outcome as Outcome,
      state: advance(state, outcome as Outcome, facts),
    }
  }

  test('a late answer from a screen already left changes nothing', () => {
    const { state, outcome } = atCode()

    expect(advance(state, outcome, facts)).toBe(state)
  })

  test('an answer from the first visit to a screen is late at the second', () => {
    const { state, outcome } = atCode()
    const again = back(state)

    expect(nameOf(again)).toBe('LANDING')
    expect(again.at === 'screen' && top(again).data).toMatchObject({
      prefill,
    })
    expect(advance(again, outcome, facts)).toBe(again)
  })

  test('nothing follows an end', () => {
    const { state, outcome } = atCode()
    const closed = close(state, 'exited_auth_flow')

    expect(closed).toEqual({ at: 'failed', code: 'exited_auth_flow' })
    expect(advance(closed, outcome, facts)).toBe(closed)
    expect(close(closed, 'user_rejected')).toBe(closed)
  })

  test('there is a way back from the code, and none from the start or past a login', () => {
    const { state } = atCode()
    const past = play(factsOf(loginGoal, all), [sent, ['loggedIn', login]])

    expect(canGoBack(state)).toBe(true)
    expect(canGoBack(open(facts))).toBe(false)
    expect(past.at(-1)).toBe('AFFIRMATIVE_CONSENT_SCREEN')
  })
})

describe('transitions', () => {
  test('every screen can be reached, and every screen leads to an end', () => {
    const problem = { code: 'unknown' } as const
    const codes = [
      'unknown',
      'invalid_origin',
      'allowlist_rejected',
      'user_does_not_exist',
      'max_accounts_reached',
    ] as const
    const order = { kind: 'moonpay', funding: {}, source: null }
    const orders = [
      order,
      { ...order, kind: 'coinbase' },
      ...['transfer', 'bridge'].flatMap((kind) =>
        ['ethereum', 'solana'].map((type) => ({ ...order, kind, source: { type } })),
      ),
    ].map((order) => ({ order }))
    const edges = new Map<string, Set<string>>()
    for (const [screen, ends] of Object.entries(transitions)) {
      const to = new Set<string>()
      for (const [name, decide] of Object.entries(ends)) {
        const creates = { chains: ['ethereum'], login }
        const target = { creates }
        const from = { problem, intent: 'login', options: {}, order, creates, target }
        const values =
          name === 'failed'
            ? codes.map((code) => ({ code }))
            : name === 'walletChosen'
              ? (['connect', 'install', 'browse'] as const).map((how) => ({ how }))
              : screen === 'MFA_ENROLLMENT_FLOW_SCREEN'
                ? (['totp', 'sms', 'passkey'] as const).map((method) => ({ method }))
                : name === 'chosen' && screen === 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN'
                  ? (['user-passcode', 'icloud', 'passkey', 'privy'] as const).map((method) => ({
                      method,
                    }))
                  : name === 'ordered' || name === 'resumes'
                    ? orders
                    : name === 'providerChosen'
                      ? ['google', `privy:${'b'.repeat(25)}`].map((provider) => ({ provider }))
                      : [
                          {
                            login,
                            job: job('sign-message'),
                            ...login,
                            prefill,
                            method: 'email',
                            wallets: [],
                            wallet: { recoveryMethod: 'icloud' },
                            ...problem,
                          },
                        ]
        for (const value of values)
          for (const rules of [off, all, owned, { ...all, termsRequired: false }]) {
            // Every row takes what its own screen gives; here each gets all of it.
            const step = (
              decide as unknown as (
                v: unknown,
                f: Facts,
                d: unknown,
              ) => { kind: string; screen?: string }
            )(value, factsOf(loginGoal, rules), from)
            to.add(step.screen ?? step.kind)
          }
      }
      edges.set(screen, to)
    }
    const from = (start: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(start)) return seen
      seen.add(start)
      for (const next of edges.get(start) ?? []) from(next, seen)
      return seen
    }

    const starts = [
      'ACCOUNT_SCREEN',
      'EMBEDDED_WALLET_IMPORT_SCREEN',
      'EMBEDDED_WALLET_DELEGATED_ACTIONS_CONSENT_SCREEN',
      'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN',
      'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN',
      'LINK_EMAIL_SCREEN',
      'LINK_PHONE_SCREEN',
      'UPDATE_EMAIL_SCREEN',
      'UPDATE_PHONE_SCREEN',
      'LINK_WALLET_SCREEN',
      'LINK_PASSKEY_SCREEN',
      'AWAITING_FARCASTER_SIGNER',
      'LANDING',
      'CAPTCHA_SCREEN',
      'CROSS_APP_CONSENT_SCREEN',
      'CROSS_APP_REQUEST_SCREEN',
      'MFA_VERIFY_SCREEN',
      'FUNDING_METHOD_SELECTION_SCREEN',
      'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN',
      'CONNECT_OR_CREATE',
      'CONNECT_ONLY_LANDING_SCREEN',
      'CONNECT_ONLY_AUTHENTICATED_SCREEN',
      'EMBEDDED_WALLET_CONNECTING_SCREEN',
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN',
    ]
    const reached = new Set(starts.flatMap((start) => [...from(start)]))
    expect([...edges.keys()].filter((screen) => !reached.has(screen))).toEqual([])
    const stuck = [...edges.keys()].filter((screen) => {
      const seen = from(screen)
      return !seen.has('done') && !seen.has('fail')
    })
    expect(stuck).toEqual([])
  })
})
