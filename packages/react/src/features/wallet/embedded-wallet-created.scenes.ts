import { login, wallets } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

/** The new addresses. */
export const scenes: States<'EMBEDDED_WALLET_CREATED_SCREEN'> = {
  first: {
    when: 'Wallets on both chains were created; shown for 1.4 s.',
    data: { login, wallets },
  },
  one: {
    when: 'A wallet on one chain was created.',
    data: { login, wallets: wallets.slice(0, 1) },
  },
  guest: {
    when: 'A guest’s wallets were created.',
    data: { login: { ...login, user: { ...login.user, isGuest: true } }, wallets },
  },
}
