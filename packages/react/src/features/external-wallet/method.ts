import { lazy } from 'react'
import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'

/** Login with a wallet of the user's own. Callbacks name it by what was signed: `siwe` or `siws`. */
export const walletMethod: LoginMethodEntry = {
  id: 'wallet',
  switch: ['wallet_auth', 'solana_wallet_auth'],
  icon: 'wallet',
  name: (copy) => copy.landing.wallet,
  kind: 'row',
  // Discovery, the list and the screens that follow: loaded when the method is on.
  Entry: lazy(() => import('./wallet-entry.js')),
  code: null,
  link: (options) => enter('LINK_WALLET_SCREEN', { options }),
}
