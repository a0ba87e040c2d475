import type { ProblemCode } from '../../src/flow/problem.js'
import type { States } from '../scene.js'

const problem = (code: ProblemCode) => ({ code, reference: 'req_4f9a21c7' })

/** A login ended for a reason the person can act on. */
export const loginFailed: States<'LOGIN_FAILED_SCREEN'> = {
  first: {
    when: 'A login failed in a way its screen has no line for.',
    data: { problem: problem('internal_error') },
  },
  'expired-login': {
    when: 'The session ended before the login was complete: on the terms, or while wallets were made.',
    data: { problem: problem('missing_or_invalid_token') },
  },
}

/** Something nobody on this side of the screen can mend. */
export const error: States<'ERROR_SCREEN'> = {
  first: {
    when: 'The app is not set up right: here, its origin is not on the list.',
    data: { problem: problem('invalid_origin'), canRetry: false },
  },
  'can-retry': {
    when: 'Trying again may help.',
    data: { problem: problem('internal_error'), canRetry: true },
  },
}

/** Sign-up is off and nobody is known. */
export const notFound: States<'ACCOUNT_NOT_FOUND_SCREEN'> = {
  first: { when: 'Sign-up is off, and no account has what was proved.', data: {} },
}

/** The app is full. */
export const limitReached: States<'USER_LIMIT_REACHED_SCREEN'> = {
  first: { when: 'The app has as many users as it may have.', data: {} },
}

/** Not on the list. */
export const rejected: States<'ALLOWLIST_REJECTION_SCREEN'> = {
  first: { when: 'The app is open to invited people only.', data: {} },
  'own-words': {
    when: 'The app says it in its own words, and has a link.',
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
