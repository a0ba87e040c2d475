import type { LoginChain } from '@sallyport/contract'
import type { WalletAccount } from '@sallyport/core'
import type { Kit } from './kit.js'

type Calls = typeof import('./wallet-page-calls.js')

/** Export, import and the test of recovery, of one kit. */
interface WalletPageActions {
  /**
   * Shows the user the key of a wallet, in a page of the wallet's own origin; resolves when the screen closes. Default: the first wallet of the
   * chain.
   */
  exportWallet(options?: { address?: string }): Promise<void>
  /**
   * Keeps a wallet of the user's own. Without a key, the user types it into a page of the wallet's own origin, and it never passes
   * through this one.
   */
  importWallet(options?: { privateKey?: string }): Promise<WalletAccount>
  /** Opens the test of a wallet's recovery; resolves when the screen closes. */
  testWalletRecovery(options?: { address?: string }): Promise<void>
}

const known = new WeakMap<Kit, Map<LoginChain, WalletPageActions>>()

/** The functions of one kit and chain, the same ones for its life. What they do is loaded with the first call. */
export function walletPageActionsOf(kit: Kit, chainType: LoginChain): WalletPageActions {
  const chains = known.get(kit) ?? new Map<LoginChain, WalletPageActions>()
  known.set(kit, chains)
  const actions = chains.get(chainType) ?? createActions(kit, chainType)
  chains.set(chainType, actions)
  return actions
}

function createActions(kit: Kit, chainType: LoginChain): WalletPageActions {
  const load = (): Promise<Calls> => import('./wallet-page-calls.js')
  return {
    exportWallet: (options) =>
      load().then((it) => it.openPage(kit, { goal: 'export', chainType, ...addressIn(options) })),
    importWallet: (options) =>
      load().then((it) => it.importWallet(kit, { chainType, ...keyIn(options) })),
    testWalletRecovery: (options) =>
      load().then((it) =>
        it.openPage(kit, { goal: 'rehearsal', chainType, ...addressIn(options) }),
      ),
  }
}

/** Used as an event handler, a function receives the event: only these fields are read. */
const addressIn = ({ address }: { address?: string } = {}) =>
  typeof address === 'string' ? { address } : {}
const keyIn = ({ privateKey }: { privateKey?: string } = {}) =>
  typeof privateKey === 'string' ? { privateKey } : {}
