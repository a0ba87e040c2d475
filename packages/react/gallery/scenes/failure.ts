import type { ProblemCode } from '../../src/flow/problem.js'
import type { States } from '../scene.js'

const problem = (code: ProblemCode) => ({ code, reference: 'req_4f9a21c7' })

/** A login failed for a reason the user can act on. */
export const loginFailed: States<'LOGIN_FAILED_SCREEN'> = {
  first: {
    when: 'A login failed with an error that its screen doesn’t show itself.',
    data: { problem: problem('internal_error') },
  },
  'expired-login': {
    when: 'The session ended before the login was complete: at the terms, or while wallets were created.',
    data: { problem: problem('missing_or_invalid_token') },
  },
}

/** A login failed for a reason that only the app’s developer can fix. */
export const error: States<'ERROR_SCREEN'> = {
  first: {
    when: 'The app is misconfigured: here, its origin isn’t on the list of allowed domains.',
    data: { problem: problem('invalid_origin'), canRetry: false },
  },
  'can-retry': {
    when: 'Trying again may help.',
    data: { problem: problem('internal_error'), canRetry: true },
  },
}

/** Sign-ups are closed and no account matches. */
export const notFound: States<'ACCOUNT_NOT_FOUND_SCREEN'> = {
  first: { when: 'Sign-ups are closed, and no account matches the login.', data: {} },
}

/** The app is full. */
export const limitReached: States<'USER_LIMIT_REACHED_SCREEN'> = {
  first: { when: 'The app has reached its user limit.', data: {} },
}

/** The user isn’t on the allowlist. */
export const rejected: States<'ALLOWLIST_REJECTION_SCREEN'> = {
  first: { when: 'The app is invite-only.', data: {} },
  'own-words': {
    when: 'The app shows its own text and a link.',
    data: {},
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
