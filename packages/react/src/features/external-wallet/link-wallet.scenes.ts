import { metaMask, outsideAddress, phantom } from '../../test-kit/external-wallets.js'
import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const goal = { goal: 'link', method: 'wallet', options: {} } as const
const accounts = [phoneAccount]
const wallets = [metaMask, phantom]

/** A wallet to link. */
export const scenes: States<'LINK_WALLET_SCREEN'> = {
  first: {
    when: 'The app asks for a wallet to link; two are installed.',
    data: { options: {} },
    goal,
    accounts,
    wallets,
  },
  expected: {
    when: 'The app asks for one address.',
    data: { options: { suggestedAddress: outsideAddress } },
    goal,
    accounts,
    wallets,
  },
}
