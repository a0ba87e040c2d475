import type { WalletAccount } from '@sallyport/core'
import type { Goal } from './screens.js'
import { done, enter, fail, go, type Step } from './step.js'

/** Where the screens of recovery passcodes lead. */
export const recoverySteps = {
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: {
    recovered: () => done(null),
    gaveUp: () => fail('user_rejected'),
  },
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: {
    continues: (data: { wallet: WalletAccount }) =>
      go('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', data),
  },
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: {
    // Back to the wallet in the account sheet; else to the app that opened the screens.
    changed: (data: { wallet: WalletAccount }, { goal }: { goal: Goal }): Step =>
      goal.goal === 'account' ? enter('ACCOUNT_WALLET_SCREEN', data) : done(data.wallet),
  },
}

/** The first screen of a goal about recovery. */
export function startRecovery(goal: Extract<Goal, { goal: 'set-recovery' | 'recover' }>): Step {
  return goal.goal === 'recover'
    ? enter('EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN', goal)
    : enter('EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN', goal)
}
