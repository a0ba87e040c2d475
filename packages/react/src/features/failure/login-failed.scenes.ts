import type { ProblemCode } from '../../flow/problem.js'
import type { States } from '../../test-kit/scene.js'

const problem = (code: ProblemCode) => ({ code, reference: 'req_4f9a21c7' })

/** A login failed for a reason the user can act on. */
export const scenes: States<'LOGIN_FAILED_SCREEN'> = {
  first: {
    when: 'A login failed with an error that its screen doesn’t show itself.',
    data: { problem: problem('internal_error') },
  },
  'expired-login': {
    when: 'The session ended before the login was complete: at the terms, or while wallets were created.',
    data: { problem: problem('missing_or_invalid_token') },
  },
}
