import type { States } from '../../test-kit/scene.js'

/** Sign-ups are closed and no account matches. */
export const scenes: States<'ACCOUNT_NOT_FOUND_SCREEN'> = {
  first: { when: 'Sign-ups are closed, and no account matches the login.', data: {} },
}
