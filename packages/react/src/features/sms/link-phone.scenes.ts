import { refuse } from '../../test-kit/answers.js'
import { emailAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  data: {},
  goal: { goal: 'link', method: 'sms', options: {} },
  accounts: [emailAccount('ada@harbour.example')],
} as const

/** A phone number to link. */
export const scenes: States<'LINK_PHONE_SCREEN'> = {
  first: { when: 'The user adds a phone number to their account.', ...shared },
  limited: {
    when: 'Too many codes were requested.',
    ...shared,
    answers: {
      server: {
        '/passwordless_sms/init': refuse('too_many_requests', { retry_after: 42 }),
      },
    },
    act: [{ type: '201 555 0123' }, { press: '.button.primary' }],
  },
}
