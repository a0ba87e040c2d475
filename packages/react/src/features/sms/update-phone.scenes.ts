import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

/** A phone number in the place of the present one. */
export const scenes: States<'UPDATE_PHONE_SCREEN'> = {
  first: {
    when: 'The user replaces their phone number.',
    data: {},
    goal: { goal: 'update', method: 'sms' },
    accounts: [phoneAccount],
  },
}
