import type { FundSolanaWalletOptions, FundWalletOptions } from './funding-calls.js'
import type { Kit } from './kit.js'

/** The functions that add money, of one kit. */
interface FundingActions {
  fundWallet(address: string, options?: FundWalletOptions): Promise<void>
  fundSolanaWallet(address: string, options?: FundSolanaWalletOptions): Promise<void>
}

const known = new WeakMap<Kit, FundingActions>()

/** The functions of one kit, the same ones for its life. What they do is loaded with the first call. */
export function fundingActionsOf(kit: Kit): FundingActions {
  const actions = known.get(kit) ?? createActions(kit)
  known.set(kit, actions)
  return actions
}

function createActions(kit: Kit): FundingActions {
  const load = () => import('./funding-calls.js')
  return {
    fundWallet: (address, options) => load().then((it) => it.fundWallet(kit, address, options)),
    fundSolanaWallet: (address, options) =>
      load().then((it) => it.fundSolanaWallet(kit, address, options)),
  }
}
