import { externalWallet } from '@sallyport/core'
import { metaMask, phantom, rabby } from '../../test-kit/external-wallets.js'
import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const all = Object.keys(externalWallet.knownWallets) as externalWallet.KnownWalletName[] // the record's own
const app = { wallet_auth: true, solana_wallet_auth: true }

/** All wallets that can log in. */
export const walletList: States<'WALLET_LIST_SCREEN'> = {
  first: {
    when: 'Two wallets are installed, and the app lists three more.',
    data: { disableSignup: false },
    app,
    wallets: [metaMask, phantom],
    below: { screen: 'LANDING', data: { prefill: null, methods: null, disableSignup: false } },
  },
  none: {
    when: 'No wallet is installed, and the app offers installed ones only.',
    data: { disableSignup: false },
    app,
    config: { appearance: { walletList: ['detected_wallets'] } },
  },
  many: {
    when: 'The app lists so many wallets that there is a search field.',
    data: { disableSignup: false },
    app,
    config: { appearance: { walletList: ['detected_wallets', ...all] } },
    wallets: [metaMask, rabby, phantom],
  },
  'no-match': {
    when: 'The search finds no wallet.',
    data: { disableSignup: false },
    app,
    config: { appearance: { walletList: ['detected_wallets', ...all] } },
    wallets: [metaMask, rabby, phantom],
    act: [{ type: 'nothing like it' }],
  },
}

/** Wallets that are only connected. */
export const connectOnly: States<'CONNECT_ONLY_LANDING_SCREEN'> = {
  first: {
    when: 'The app wants to see an address and has no login for it.',
    data: { options: {} },
    goal: { goal: 'connect', options: {}, isLoggedIn: false },
    wallets: [metaMask, phantom],
  },
}

/** The same for a user who is logged in. */
export const connectOnlyAuthenticated: States<'CONNECT_ONLY_AUTHENTICATED_SCREEN'> = {
  first: {
    when: 'A logged-in user connects one more wallet; another one is connected.',
    data: { options: {} },
    goal: { goal: 'connect', options: {}, isLoggedIn: true },
    accounts: [phoneAccount],
    wallets: [metaMask, phantom],
    connected: [metaMask],
  },
}

/** A wallet, or a login that creates one. */
export const connectOrCreate: States<'CONNECT_OR_CREATE'> = {
  first: {
    when: 'The app asks for a wallet and lets users without one create it.',
    data: {},
    goal: { goal: 'connect-or-create' },
    wallets: [metaMask],
  },
}
