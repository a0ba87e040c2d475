import { emailAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

/** An email address in the place of the present one. */
export const scenes: States<'UPDATE_EMAIL_SCREEN'> = {
  first: {
    when: 'The user replaces their email address.',
    data: {},
    goal: { goal: 'update', method: 'email' },
    accounts: [emailAccount('ada.lovelace@harbour.example')],
  },
}
