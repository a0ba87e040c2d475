import { cloudStorages } from '@sallyport/contract'
import type { WalletAccount } from '@sallyport/core'
import type { PageGoal } from './page-data.js'
import type { Goal } from './screens.js'
import { done, enter, fail, go, type Step } from './step.js'

/** Where the screens around the pages of the wallet's origin lead. */
export const pageSteps = {
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: { closed: leave },
  EMBEDDED_WALLET_IMPORT_SCREEN: {
    imported: ({ address }: { address: string }) => done(address),
    closed: () => fail('user_rejected'),
  },
  EMBEDDED_WALLET_RECOVERY_TEST_SCREEN: { closed: leave },
  EMBEDDED_WALLET_DELEGATED_ACTIONS_CONSENT_SCREEN: {
    allowed: () => done(null),
    closed: () => fail('user_rejected'),
  },
  EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN: {
    revoked: backToAccount,
    closed: (_: unknown, facts: { goal: Goal }) =>
      facts.goal.goal === 'account' ? backToAccount(_, facts) : fail('user_rejected'),
  },
}

/** The ways from a wallet in the account sheet to them. */
export const toPages = {
  exports: (data: { wallet: WalletAccount }) => go('EMBEDDED_WALLET_KEY_EXPORT_SCREEN', data),
  rehearses: ({ wallet }: { wallet: WalletAccount }): Step => {
    const visit = storageOf(wallet)
    if (visit) return go('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', visit)
    return go('EMBEDDED_WALLET_RECOVERY_TEST_SCREEN', { wallet })
  },
  revokes: () => go('EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN', {}),
}

const firstScreens = {
  export: 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN',
  rehearsal: 'EMBEDDED_WALLET_RECOVERY_TEST_SCREEN',
  delegate: 'EMBEDDED_WALLET_DELEGATED_ACTIONS_CONSENT_SCREEN',
} as const

/** The visit to the cloud storage that keeps the recovery of a wallet, before it is tested; undefined where none keeps it. */
function storageOf(wallet: WalletAccount) {
  const storage = cloudStorages.find((each) => each === wallet.recoveryMethod)
  return storage && ({ storage, request: null, target: { wallet }, isTested: true } as const)
}

/** The screen of a goal that is such a page. */
export function startPage(goal: PageGoal): Step {
  if (goal.goal === 'import') return enter('EMBEDDED_WALLET_IMPORT_SCREEN', goal)
  const visit = goal.goal === 'rehearsal' && storageOf(goal.wallet)
  if (visit) return enter('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', visit)
  return goal.goal === 'revoke-delegations'
    ? enter('EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN', {})
    : enter(firstScreens[goal.goal], goal)
}

/** Back to the wallet in the account sheet; else the page was what the modal was opened for. */
function leave(_: unknown, { goal }: { goal: Goal }, data: { wallet: WalletAccount }): Step {
  return goal.goal === 'account' ? enter('ACCOUNT_WALLET_SCREEN', data) : done(null)
}

function backToAccount(_: unknown, { goal }: { goal: Goal }): Step {
  return goal.goal === 'account' ? enter('ACCOUNT_SCREEN', {}) : done(null)
}
