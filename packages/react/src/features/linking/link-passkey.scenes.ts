import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

/** A passkey to link. */
export const scenes: States<'LINK_PASSKEY_SCREEN'> = {
  first: {
    when: 'The app asks for a passkey to link.',
    data: {},
    goal: { goal: 'link', method: 'passkey', options: {} },
    accounts: [phoneAccount],
  },
}
