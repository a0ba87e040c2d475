import { friend, walletAccounts, wallets } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const [ethereum] = wallets
if (ethereum === undefined) throw new Error('The samples have a wallet')
const shared = {
  data: { wallet: ethereum },
  below: { screen: 'ACCOUNT_WALLET_SCREEN', data: { wallet: ethereum } },
  goal: { goal: 'account' },
  accounts: walletAccounts,
} as const
const submit = { press: '.button.primary' }

/** Recipient and amount of a transfer. */
export const scenes: States<'ACCOUNT_SEND_SCREEN'> = {
  first: { when: 'The user wants to send.', ...shared },
  'not-an-address': {
    when: 'What was typed is not an address of the network.',
    ...shared,
    act: [{ type: friend.slice(0, 20) }, submit],
  },
  'no-amount': { when: 'The amount is missing.', ...shared, act: [{ type: friend }, submit] },
}
