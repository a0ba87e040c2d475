import type { WalletAccount } from '@sallyport/core'
import type { Goal } from './screens.js'
import { done, enter, fail, type Step } from './step.js'

/** Where the screens around the pages of the wallet's origin lead. */
export const pageSteps = {
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: { closed: leave },
  EMBEDDED_WALLET_IMPORT_SCREEN: {
    imported: ({ address }: { address: string }) => done(address),
    closed: () => fail('user_rejected'),
  },
  EMBEDDED_WALLET_RECOVERY_TEST_SCREEN: { closed: leave },
}

/** The screen of a goal that is such a page. */
export function startPage(goal: Extract<Goal, { goal: 'export' | 'rehearsal' | 'import' }>): Step {
  if (goal.goal === 'import') return enter('EMBEDDED_WALLET_IMPORT_SCREEN', goal)
  return goal.goal === 'export'
    ? enter('EMBEDDED_WALLET_KEY_EXPORT_SCREEN', goal)
    : enter('EMBEDDED_WALLET_RECOVERY_TEST_SCREEN', goal)
}

/** Back to the wallet in the account sheet; else the page was what the modal was opened for. */
function leave(_: unknown, { goal }: { goal: Goal }, data: { wallet: WalletAccount }): Step {
  return goal.goal === 'account' ? enter('ACCOUNT_WALLET_SCREEN', data) : done(null)
}
