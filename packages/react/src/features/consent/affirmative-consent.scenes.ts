import { refuse } from '../../test-kit/answers.js'
import { login } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

/** The terms, when the app requires users to accept them. */
export const scenes: States<'AFFIRMATIVE_CONSENT_SCREEN'> = {
  first: { when: 'Right after the first login.', data: { login } },
  agreed: {
    when: 'The box is ticked.',
    data: { login },
    act: [{ press: '.check' }],
  },
  'after-reload': {
    when: 'The page was reloaded before the user answered: the stored session hasn’t accepted the terms yet.',
    data: { login: { ...login, isNewUser: false, method: null } },
    goal: { goal: 'finish-login', login: { ...login, isNewUser: false, method: null } },
  },
  failed: {
    when: 'The acceptance couldn’t be saved.',
    data: { login },
    answers: { server: { '/users/me/accept_terms': refuse('internal_error') } },
    act: [{ press: '.check' }, { press: '.button.primary' }],
  },
}
