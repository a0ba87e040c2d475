import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
import type { Kit } from '../../kit.js'

import { lateEntry } from '../../modal/late-entry.js'

/** The wallets of the page and of the app, which decide how many rows there are. */
const offerConnectors = async (kit: Kit) =>
  (await import('../../offered-connectors.js')).offerConnectors(kit)

/** Login with a wallet of the user's own. Callbacks name it by what was signed: `siwe` or `siws`. */
export const walletMethod: LoginMethodEntry = {
  id: 'wallet',
  switch: ['wallet_auth', 'solana_wallet_auth'],
  icon: 'wallet',
  name: (copy) => copy.landing.wallet,
  kind: 'row',
  // Discovery, the list and the screens that follow: loaded when the method is on.
  ...lateEntry(() => import('./wallet-entry.js'), offerConnectors),
  code: null,
  link: (options) => enter('LINK_WALLET_SCREEN', { options }),
}
