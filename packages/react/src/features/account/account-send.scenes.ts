import { bitcoinAccounts, bitcoinWallets } from '../../test-kit/bitcoin-samples.js'
import { friend, walletAccounts, wallets } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const [ethereum] = wallets
if (ethereum === undefined) throw new Error('The samples have a wallet')
const [, taproot] = bitcoinWallets
if (taproot === undefined) throw new Error('The samples have a Taproot wallet')
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
  bitcoin: {
    when: 'The user wants to send bitcoins.',
    data: { wallet: taproot },
    below: { screen: 'ACCOUNT_WALLET_SCREEN', data: { wallet: taproot } },
    goal: { goal: 'account' },
    accounts: bitcoinAccounts,
  },
  'no-amount': { when: 'The amount is missing.', ...shared, act: [{ type: friend }, submit] },
}
