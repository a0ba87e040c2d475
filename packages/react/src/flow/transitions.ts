import { findEntry } from '../login-methods.js'
import type { PendingCode } from '../pending-code.js'
import { accountSteps } from './account-steps.js'
import type { LoginRules } from './after-login.js'
import { broken, inAppBrowser } from './error-steps.js'
import { exitCodeOf } from './exit-codes.js'
import { connected } from './funding-steps.js'
import { laterSteps, startLater } from './later-steps.js'
import type { LinkMethod } from './link-methods.js'
import { afterLogin } from './login-steps.js'
import { mfaSteps } from './mfa-steps.js'
import { visit } from './oauth-steps.js'
import { toPages } from './page-steps.js'
import { passkeyChoice, passkeyLogin, passkeyRow } from './passkey-steps.js'
import type { Problem } from './problem.js'
import { react } from './reactions.js'
import { chooseRecovery } from './recovery-steps.js'
import { confirm, requestEnds, signerOf } from './request-steps.js'
import type {
  DataOf,
  Goal,
  LinkConflict,
  Linked,
  LinkOptions,
  LoggedIn,
  OutcomesOf,
  ScreenName,
  UpdateMethod,
} from './screens.js'
import { back, done, enter, fail, go, type Step } from './step.js'
import { connectOnly, proveBy } from './wallet-steps.js'

/** What transitions may know besides the outcome. */
export interface Facts {
  rules: LoginRules
  /** The goal the flow was opened for: a failed login starts over with its options. */
  goal: Goal
  /** Whether the wallet of an address can sign without being connected or recovered first. */
  isConnected(address: string): boolean
  /** The last code that was sent, while it is valid and not used; null when there is none. */
  pendingCode: PendingCode | null
}

type Transitions = {
  [S in ScreenName]: {
    [O in keyof OutcomesOf<S>]: (value: OutcomesOf<S>[O], facts: Facts, from: DataOf<S>) => Step
  }
}

/** The whole modal on one page: for each screen, where each of its ends leads. */
export const transitions: Transitions = {
  LANDING: {
    codeSent: ({ method, prefill }, _, { disableSignup }) =>
      go(
        'AWAITING_PASSWORDLESS_CODE',
        { method, address: prefill.value, disableSignup, intent: 'login' },
        { prefill },
      ),
    providerChosen: (chosen, _, { disableSignup }) =>
      visit(go, { ...chosen, intent: 'login', returned: null, disableSignup }),
    farcaster: (_, __, { disableSignup }) =>
      go('AWAITING_FARCASTER_CONNECTION', { disableSignup, intent: 'login' }),
    telegram: (_, __, { disableSignup }) =>
      go('TELEGRAM_AUTH_SCREEN', { disableSignup, intent: 'login', initDataRaw: null }),
    loggedIn: (login, { rules }) => afterLogin(login, rules),
    failed: react,
    impossible: inAppBrowser,
    walletsAsked: (_, __, { disableSignup }) => go('WALLET_LIST_SCREEN', { disableSignup }),
    walletChosen: (wallet, _, { disableSignup }) => proveBy(wallet, 'login', { disableSignup }),
    ...passkeyRow,
  },
  AWAITING_OAUTH_SCREEN: { ...proving(), impossible: inAppBrowser },
  CROSS_APP_AUTH_SCREEN: { ...proving(), impossible: inAppBrowser },
  AWAITING_PASSWORDLESS_CODE: { wrongAddress: () => back, ...proving() },
  AWAITING_FARCASTER_CONNECTION: proving(),
  AWAITING_FARCASTER_SIGNER: {
    approved: () => done(null),
    later: (_, facts) => closed(facts),
    failed: explainFailure,
  },
  TELEGRAM_AUTH_SCREEN: proving(),
  CAPTCHA_SCREEN: { solved: () => done(null), gaveUp: () => fail('invalid_captcha') },
  SELECT_PASSKEY_SIGNUP_OR_LOGIN: passkeyChoice,
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: { ...passkeyLogin, otherWay: startOver },
  LINK_EMAIL_SCREEN: addressOf('link'),
  LINK_PHONE_SCREEN: addressOf('link'),
  UPDATE_EMAIL_SCREEN: addressOf('update'),
  UPDATE_PHONE_SCREEN: addressOf('update'),
  WALLET_LIST_SCREEN: {
    walletChosen: (wallet, _, { disableSignup }) => proveBy(wallet, 'login', { disableSignup }),
  },
  AWAITING_CONNECTION: {
    loggedIn: (login, { rules }) => afterLogin(login, rules),
    otherWallet: () => back,
    ...linking(),
  },
  CONNECT_OR_CREATE: {
    walletChosen: (wallet) => connectOnly(wallet, {}),
    createAsked: (methods) => done(methods),
  },
  CONNECT_ONLY_LANDING_SCREEN: {
    walletChosen: (wallet, _, { options }) => connectOnly(wallet, options),
  },
  CONNECT_ONLY_AUTHENTICATED_SCREEN: {
    walletChosen: (wallet, _, { options }) => connectOnly(wallet, options),
  },
  AWAITING_CONNECT_ONLY_CONNECTION: { connected, otherWallet: () => back },
  INSTALL_PHANTOM_SCREEN: { reloaded: (_, facts) => closed(facts) },
  PHANTOM_INTERSTITIAL_SCREEN: {
    missing: (wallet) => go('INSTALL_PHANTOM_SCREEN', { wallet }),
  },
  LINK_WALLET_SCREEN: {
    walletChosen: (wallet, _, { options }) =>
      proveBy(wallet, 'link', { expected: options.suggestedAddress ?? null }),
  },
  LINK_PASSKEY_SCREEN: { ...linking(), finished: (_, facts) => closed(facts) },
  ...mfaSteps(explainFailure),
  ...accountSteps(explainFailure),
  ACCOUNT_ADD_SCREEN: { chosen: ({ method }) => above(startLink(method, {})) },
  ACCOUNT_LINKED_SCREEN: {
    replaces: ({ method }) => above(updateScreens[method]()),
    removed: () => enter('ACCOUNT_SCREEN', {}),
    failed: explainFailure,
  },
  ACCOUNT_WALLET_SCREEN: {
    sends: (data) => go('ACCOUNT_SEND_SCREEN', data),
    ...toPages,
    changesRecovery: (data, facts) => above(chooseRecovery(data, facts)),
    finished: () => done(null),
  },
  ACCOUNT_SEND_SCREEN: { sends: (transfer) => done(transfer) },
  LINK_CONFLICT_SCREEN: {
    linked: afterLink,
    kept: (_, { goal }) =>
      goal.goal === 'account' ? enter('ACCOUNT_SCREEN', {}) : fail('account_transfer_required'),
    failed: explainFailure,
  },
  AFFIRMATIVE_CONSENT_SCREEN: {
    accepted: ({ login }, { rules }) => afterLogin(login, rules),
    declined: () => fail('exited_auth_flow'),
    failed: react,
  },
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: {
    created: ({ login, wallets }) => enter('EMBEDDED_WALLET_CREATED_SCREEN', { login, wallets }),
    later: ({ login }) => done(login),
    failed: react,
  },
  EMBEDDED_WALLET_CREATED_SCREEN: { seen: ({ login }) => done(login) },
  EMBEDDED_WALLET_CONNECTING_SCREEN: {
    connected: ({ job }) => confirm(job),
    closed: () => fail('user_rejected'),
  },
  ...laterSteps,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: requestEnds(),
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: requestEnds(),
  EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN: requestEnds(),
  LOGIN_FAILED_SCREEN: { again: startOver },
  ERROR_SCREEN: {
    again: startOver,
    closed: (_, __, { problem, intent }) =>
      fail(intent === 'login' ? 'exited_auth_flow' : problem.code),
  },
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: { again: startOver },
  ACCOUNT_NOT_FOUND_SCREEN: { again: startOver },
  USER_LIMIT_REACHED_SCREEN: { again: startOver },
  ALLOWLIST_REJECTION_SCREEN: { again: startOver },
}

/** The first screen of a goal. */
export function start(facts: Facts): Step {
  const { goal } = facts
  switch (goal.goal) {
    case 'login':
      return enter('LANDING', goal)
    case 'finish-login':
      return afterLogin(goal.login, facts.rules)
    case 'confirm':
      return facts.isConnected(signerOf(goal.job.request))
        ? confirm(goal.job)
        : enter('EMBEDDED_WALLET_CONNECTING_SCREEN', { job: goal.job })
    case 'link':
      return startLink(goal.method, goal.options)
    case 'update':
      return updateScreens[goal.method]()
    case 'account':
      return goal.again
        ? enter('ACCOUNT_SEND_SCREEN', { wallet: goal.again.wallet, again: goal.again })
        : enter('ACCOUNT_SCREEN', {})
    case 'connect':
      return enter(
        goal.isLoggedIn ? 'CONNECT_ONLY_AUTHENTICATED_SCREEN' : 'CONNECT_ONLY_LANDING_SCREEN',
        { options: goal.options },
      )
    case 'farcaster-signer':
      return enter('AWAITING_FARCASTER_SIGNER', {})
    case 'connect-or-create':
      return enter('CONNECT_OR_CREATE', {})
    case 'mfa-enroll':
      return enter('MFA_ENROLLMENT_FLOW_SCREEN', { isIntroDone: false })
    case 'mfa-verify':
      return enter('MFA_VERIFY_SCREEN', goal)
    case 'captcha':
      return enter('CAPTCHA_SCREEN', goal)
    default:
      return startLater(goal, facts)
  }
}

/** The first screen of linking; a method that this version does not know leads to the reason. */
function startLink(method: LinkMethod, options: LinkOptions): Step {
  if (method === 'wallet') return enter('LINK_WALLET_SCREEN', { options })
  if (method === 'passkey') return enter('LINK_PASSKEY_SCREEN', {})
  return findEntry(method)?.link?.(options) ?? broken({ code: 'not_supported' }, 'link')
}

const updateScreens = {
  email: () => enter('UPDATE_EMAIL_SCREEN', {}),
  sms: () => enter('UPDATE_PHONE_SCREEN', {}),
} as const satisfies Record<UpdateMethod, () => Step>

/** The screens that ask for an address to link, or for a new one. */
function addressOf(intent: 'link' | 'update') {
  return {
    codeSent: ({ method, prefill }: OutcomesOf<'LINK_EMAIL_SCREEN'>['codeSent']) =>
      go('AWAITING_PASSWORDLESS_CODE', {
        method,
        address: prefill.value,
        disableSignup: false,
        intent,
      }),
    failed: explainFailure,
  }
}

/** The ends of a screen that logs in or links. */
function proving() {
  return { loggedIn: (login: LoggedIn, { rules }: Facts) => afterLogin(login, rules), ...linking() }
}

/** The ends of a screen that links. */
function linking() {
  return {
    linked: afterLink,
    conflicted: (conflict: LinkConflict) => enter('LINK_CONFLICT_SCREEN', { conflict }),
    failed: explainFailure,
  }
}

/** The account sheet shows what was linked from it; any other linking is done. */
function afterLink(linked: Linked, { goal }: Facts): Step {
  return goal.goal === 'account' ? enter('ACCOUNT_SCREEN', { added: linked }) : done(linked)
}

/** The same screen with the way back to where it was opened from. */
function above(step: Step): Step {
  return step.kind === 'enter' ? { ...step, kind: 'go' } : step
}

/** The screen that explains what a login, or linking for a logged-in user, failed with. */
function explainFailure(problem: Problem, { goal }: Facts): Step {
  if (goal.goal === 'update') return broken(problem, 'update')
  return ofUser.includes(goal.goal) ? broken(problem, 'link') : react(problem)
}

const closed = ({ goal }: Facts): Step => fail(exitCodeOf(goal))

/** The step to the code screen when a login opens while a code for it waits to be typed; else null. */
export function resumeCode({ goal, pendingCode, ...facts }: Facts): Step | null {
  if (goal.goal !== 'login' || pendingCode === null) return null
  const { method, prefill } = pendingCode
  const isWanted =
    (goal.methods?.includes(method) ?? true) &&
    (goal.prefill?.value ?? prefill.value) === prefill.value
  if (!isWanted) return null
  return transitions.LANDING.codeSent({ method, prefill }, { goal, pendingCode, ...facts }, goal)
}

// Goals of a logged-in user, which start over as they are.
const ofUser: readonly Goal['goal'][] = [
  'link',
  'update',
  'account',
  'mfa-enroll',
  'farcaster-signer',
]

/** Back to the start of the goal; a login that was made elsewhere starts without options. */
function startOver(_: unknown, facts: Facts): Step {
  const { goal } = facts
  if (ofUser.includes(goal.goal)) return start(facts)
  const plain = { prefill: null, methods: null, disableSignup: false }
  return enter('LANDING', goal.goal === 'login' ? goal : plain)
}
