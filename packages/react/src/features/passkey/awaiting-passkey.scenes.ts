import { noAnswer, refuse } from '../../test-kit/answers.js'
import type { States } from '../../test-kit/scene.js'

const init = '/passkeys/authenticate/init'

/** The browser's own dialog asks for a passkey. */
export const scenes: States<'AWAITING_PASSKEY_SYSTEM_DIALOGUE'> = {
  first: {
    when: 'The browser asks for the passkey.',
    data: { does: 'login' },
    answers: { server: { [init]: noAnswer } },
  },
  'sign-up': {
    when: 'The browser makes a passkey for a new account.',
    data: { does: 'sign-up' },
    answers: { server: { '/passkeys/register/init': noAnswer } },
  },
  refused: {
    when: 'The server did not accept the passkey.',
    data: { does: 'login' },
    answers: { server: { [init]: refuse('invalid_credentials') } },
  },
  unknown: {
    when: 'The passkey was removed from its account.',
    data: { does: 'login' },
    answers: { server: { [init]: refuse('user_does_not_exist') } },
  },
  limited: {
    when: 'There were too many attempts.',
    data: { does: 'login' },
    answers: { server: { [init]: refuse('too_many_requests', { retry_after: 42 }) } },
  },
}
