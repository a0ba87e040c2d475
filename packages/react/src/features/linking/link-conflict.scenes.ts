import type { LinkConflict } from '../../flow/screens.js'
import { friend, phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const conflict: LinkConflict = {
  method: 'email',
  account: { type: 'email', displayName: 'ada@harbour.example' },
  otherWallets: [],
  transfer: () => new Promise(() => {}),
}
const shared = {
  goal: { goal: 'link', method: 'email', options: {} },
  accounts: [phoneAccount],
} as const

/** The account to link belongs to another user. */
export const scenes: States<'LINK_CONFLICT_SCREEN'> = {
  first: {
    when: 'The account belongs to another user without a wallet.',
    data: { conflict },
    ...shared,
  },
  moving: {
    when: 'The account is being moved.',
    data: { conflict },
    ...shared,
    act: [{ press: '.button.primary' }],
  },
  wallet: {
    when: 'The other user has a wallet, which would be deleted: the user has to confirm first.',
    data: { conflict: { ...conflict, otherWallets: [friend] } },
    ...shared,
  },
  confirmed: {
    when: 'The user has confirmed that the other account and its wallet will be deleted.',
    data: { conflict: { ...conflict, otherWallets: [friend] } },
    ...shared,
    act: [{ press: 'input[type=checkbox]' }],
  },
}
