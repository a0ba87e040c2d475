import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

/** A wallet to link. */
export const scenes: States<'LINK_WALLET_SCREEN'> = {
  first: {
    when: 'The app asks for a wallet to link.',
    data: { options: {} },
    goal: { goal: 'link', method: 'wallet', options: {} },
    accounts: [phoneAccount],
  },
}
