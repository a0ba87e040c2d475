import { refuse } from '../../test-kit/answers.js'
import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  data: {},
  goal: { goal: 'link', method: 'email', options: {} },
  accounts: [phoneAccount],
} as const

/** An email address to link. */
export const scenes: States<'LINK_EMAIL_SCREEN'> = {
  first: { when: 'The user adds an email address to their account.', ...shared },
  limited: {
    when: 'Too many codes were requested.',
    ...shared,
    answers: {
      server: { '/passwordless/init': refuse('too_many_requests', { retry_after: 42 }) },
    },
    act: [{ type: 'ada@gmail.com' }, { press: '.button.primary' }],
  },
}
