import { noAnswer } from '../../test-kit/answers.js'
import { bitcoinAccounts, bitcoinWallets } from '../../test-kit/bitcoin-samples.js'
import { walletAccounts, wallets } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const [ethereum, solana] = wallets
if (ethereum === undefined || solana === undefined) throw new Error('The samples have two wallets')
const [, taproot] = bitcoinWallets
if (taproot === undefined) throw new Error('The samples have a Taproot wallet')
const shared = {
  below: { screen: 'ACCOUNT_SCREEN', data: {} },
  goal: { goal: 'account' },
  accounts: walletAccounts,
} as const

/** One wallet: what it holds, and its address. */
export const scenes: States<'ACCOUNT_WALLET_SCREEN'> = {
  first: { when: 'An Ethereum wallet.', data: { wallet: ethereum }, ...shared },
  solana: { when: 'A Solana wallet.', data: { wallet: solana }, ...shared },
  bitcoin: {
    when: 'A Bitcoin wallet.',
    data: { wallet: taproot },
    ...shared,
    accounts: bitcoinAccounts,
  },
  notKept: {
    when: 'The browser blocks storage for the wallet.',
    data: { wallet: ethereum },
    ...shared,
    answers: { frame: { 'sallyport:device:kept': () => ({ isKept: false }) } },
  },
  reading: {
    when: 'The balance is being read.',
    data: { wallet: ethereum },
    ...shared,
    answers: { node: { eth_getBalance: noAnswer } },
  },
}
