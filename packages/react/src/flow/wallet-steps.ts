import type { ChosenWallet, Goal, LinkOptions } from './screens.js'
import { go, type Step } from './step.js'

/** The screen of a wallet that logs in or is linked: it is connected, or has to be installed or opened first. */
export function proveBy(
  wallet: ChosenWallet,
  intent: 'login' | 'link',
  { disableSignup = false, expected = null }: { disableSignup?: boolean; expected?: string | null },
): Step {
  if (wallet.how !== 'connect') return obtain(wallet, false)
  return go('AWAITING_CONNECTION', { wallet, intent, disableSignup, expected })
}

/** The screen of a wallet that is only connected. */
export function connectOnly(wallet: ChosenWallet, { suggestedAddress }: LinkOptions): Step {
  if (wallet.how !== 'connect') return obtain(wallet, true)
  return go('AWAITING_CONNECT_ONLY_CONNECTION', { wallet, expected: suggestedAddress ?? null })
}

function obtain(wallet: ChosenWallet, isConnectOnly: boolean): Step {
  return wallet.how === 'install'
    ? go('INSTALL_PHANTOM_SCREEN', { wallet })
    : go('PHANTOM_INTERSTITIAL_SCREEN', { wallet, connectOnly: isConnectOnly })
}

/** The step to the wallet that an app's browser opened this page for; null when there is none. */
export function resumeWallet(goal: Goal): Step | null {
  if (goal.goal !== 'login' && goal.goal !== 'connect') return null
  const { wallet } = goal
  if (wallet === undefined) return null
  return goal.goal === 'login'
    ? proveBy(wallet, 'login', { disableSignup: goal.disableSignup })
    : connectOnly(wallet, goal.options)
}
