import type { ChosenWallet } from '../../flow/screens.js'
import { noAnswer, refuse } from '../../test-kit/answers.js'
import {
  type FakeWallet,
  metaMask,
  outsideAddress,
  phantom,
} from '../../test-kit/external-wallets.js'
import { friend } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const wallet: ChosenWallet = { how: 'connect', id: 'io.metamask', name: 'MetaMask' }
const data = { wallet, intent: 'login', disableSignup: false, expected: null } as const
const below = {
  screen: 'WALLET_LIST_SCREEN',
  data: { disableSignup: false },
} as const
const init = { nonce: 'nonce1234', address: outsideAddress, expires_at: '2030-01-01T00:00:00Z' }
const answers = { server: { '/siwe/init': () => init, '/siws/init': () => init } }
const like = (part: Partial<FakeWallet>) => [{ ...metaMask, ...part }]

/** A wallet that logs in. */
export const awaitingConnection: States<'AWAITING_CONNECTION'> = {
  first: {
    when: 'The wallet asks whether this page may see an account.',
    data,
    below,
    wallets: like({ connecting: 'waits' }),
  },
  slow: {
    when: 'The user has not answered for four seconds: the wallet may be locked.',
    data,
    below,
    wallets: like({ connecting: 'waits' }),
    act: [{ waitMs: 4300 }],
  },
  signing: {
    when: 'The wallet is connected and shows the message to sign.',
    data,
    below,
    answers,
    wallets: like({ signing: 'waits' }),
  },
  solana: {
    when: 'A Solana wallet shows the message to sign.',
    data: { ...data, wallet: { how: 'connect', id: 'solana:Phantom', name: 'Phantom' } },
    below,
    answers,
    wallets: [{ ...phantom, signing: 'waits' }],
  },
  accounts: {
    when: 'The wallet shares two accounts.',
    data,
    below,
    wallets: like({ accounts: [outsideAddress, friend] }),
  },
  'wrong-network': {
    when: 'The wallet is on a network that the app does not have.',
    data,
    below,
    wallets: like({ chainId: 'eip155:5' }),
  },
  'other-address': {
    when: 'The app asks for another address than the wallet shares.',
    data: { ...data, expected: friend },
    below,
    wallets: like({}),
  },
  rejected: {
    when: 'The user declined to connect.',
    data,
    below,
    wallets: like({ connecting: 'rejects' }),
  },
  'rejected-signature': {
    when: 'The user declined to sign.',
    data,
    below,
    answers,
    wallets: like({ signing: 'rejects' }),
  },
  busy: {
    when: 'The wallet still shows an earlier request.',
    data,
    below,
    wallets: like({ connecting: 'is busy' }),
  },
  refused: {
    when: 'The server did not accept the signature.',
    data,
    below,
    answers: { server: { ...answers.server, '/siwe/authenticate': refuse('invalid_credentials') } },
    wallets: like({}),
  },
  accepting: {
    when: 'The server checks the signature.',
    data,
    below,
    answers: { server: { ...answers.server, '/siwe/authenticate': noAnswer } },
    wallets: like({}),
  },
  pairing: {
    when: 'A wallet on another device is connected by WalletConnect.',
    data: { ...data, wallet: { how: 'connect', id: 'wallet_connect', name: 'WalletConnect' } },
    below,
    wallets: [
      {
        name: 'WalletConnect',
        rdns: 'wallet_connect',
        connectorType: 'wallet_connect_v2',
        connecting: 'pairs',
      },
    ],
  },
}

/** A wallet that is only connected. */
export const awaitingConnectOnly: States<'AWAITING_CONNECT_ONLY_CONNECTION'> = {
  first: {
    when: 'The wallet asks whether this page may see an account.',
    data: { wallet, expected: null },
    wallets: like({ connecting: 'waits' }),
  },
  connected: {
    when: 'The wallet is connected; shown for 1.4 s.',
    data: { wallet, expected: null },
    wallets: like({}),
  },
}

/** A wallet that is not installed. */
export const installPhantom: States<'INSTALL_PHANTOM_SCREEN'> = {
  first: {
    when: 'The user chose Phantom, which is not installed.',
    data: { wallet: { how: 'install', id: 'phantom', name: 'Phantom' } },
    below,
  },
}

/** The way into the browser of a wallet's app. */
export const phantomInterstitial: States<'PHANTOM_INTERSTITIAL_SCREEN'> = {
  first: {
    when: 'The user chose Phantom on a phone.',
    data: {
      wallet: { how: 'browse', id: 'phantom', name: 'Phantom' },
      connectOnly: false,
    },
    below,
  },
}
