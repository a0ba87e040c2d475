import { automaticRecoveryMethod, cloudStorages } from '@sallyport/contract'
import type { RecoveryRequest, WalletAccount } from '@sallyport/core'
import type {
  RecoveryChoice,
  RecoveryGoal,
  RecoveryOption,
  RecoveryTarget,
} from './recovery-data.js'
import type { Goal } from './screens.js'
import { back, done, enter, fail, go, type Step } from './step.js'

type Offered = {
  rules: { recovery: { options: readonly RecoveryOption[]; isRequired: boolean } }
}

/** Where the screens of recovery by a secret of the user lead. */
export const recoverySteps = {
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: asking(),
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: setting(({ creates }: { creates: Creates }) => ({
    creates,
  })),
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: {
    continues: (data: { wallet: WalletAccount }) =>
      go('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', data),
  },
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: setting(({ wallet }: { wallet: WalletAccount }) => ({
    wallet,
  })),
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: {
    chosen: (
      { method }: { method: RecoveryChoice },
      _: unknown,
      { target }: { target: RecoveryTarget },
    ): Step => ({ ...setUp(method, target), kind: 'go' }) as Step, // `setUp` enters a screen
    later: (_: unknown, __: unknown, { target }: { target: RecoveryTarget }) => later(target),
  },
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: {
    ...asking(),
    ...setting(({ target }: { target: RecoveryTarget | null }) => target),
    opened: (data: { wallet: WalletAccount; storageToken: string }) =>
      enter('EMBEDDED_WALLET_RECOVERY_TEST_SCREEN', data),
  },
  EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN: {
    ...asking(),
    ...setting(({ target }: { target: RecoveryTarget | null }) => target),
    closed: () => back,
  },
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: {
    ...setting((target: { wallet: WalletAccount }) => target),
    continues: ({ wallet }: { wallet: WalletAccount }) => giveUp(wallet),
  },
}
type Creates = Extract<RecoveryTarget, { creates: unknown }>['creates']

/** The ends of a screen that asks for the secret of a wallet. */
function asking() {
  return { recovered: () => done(null), gaveUp: () => fail('user_rejected') }
}

/** The ends of a screen that sets a recovery. */
function setting<D>(targetOf: (data: D) => RecoveryTarget | null) {
  return {
    // Back to the wallet in the account sheet; else to the app that opened the screens.
    changed: (data: { wallet: WalletAccount }, { goal }: { goal: Goal }): Step =>
      goal.goal === 'account' ? enter('ACCOUNT_WALLET_SCREEN', data) : done(data.wallet),
    created: ({ wallets }: { wallets: WalletAccount[] }, _: unknown, from: D): Step => {
      const target = targetOf(from)
      const login = target && 'creates' in target ? target.creates.login : null
      return login ? enter('EMBEDDED_WALLET_CREATED_SCREEN', { login, wallets }) : done(wallets)
    },
    later: (_: unknown, __: unknown, from: D) => later(targetOf(from)),
  }
}

function later(target: RecoveryTarget | null): Step {
  const login = target && 'creates' in target ? target.creates.login : null
  return login ? done(login) : fail('user_rejected')
}

/** The first screen of choosing a recovery: the only one that the app offers, or the choice. */
export function chooseRecovery(target: RecoveryTarget, { rules }: Offered): Step {
  const { options: owned, isRequired } = rules.recovery
  const present = 'wallet' in target ? target.wallet.recoveryMethod : undefined
  const isOwned = present !== undefined && present !== automaticRecoveryMethod
  const others = isOwned && !isRequired ? ([automaticRecoveryMethod] as const) : []
  const options: readonly RecoveryChoice[] = [...owned, ...others]
  const [only] = options
  if (options.length === 1 && only !== undefined) return setUp(only, target)
  return enter('EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN', { options, target })
}

function setUp(method: RecoveryChoice, target: RecoveryTarget): Step {
  if (method === automaticRecoveryMethod) {
    // Only of a wallet that has another recovery.
    return 'wallet' in target
      ? enter('EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN', target)
      : fail('user_rejected')
  }
  if (method === 'passkey')
    return enter('EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN', { request: null, target })
  if (method !== 'user-passcode') {
    return enter('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', {
      storage: method,
      request: null,
      target,
    })
  }
  return 'wallet' in target
    ? enter('EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN', target)
    : enter('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN', target)
}

/** The screen on which a storage or passkey is used a last time. A passcode is typed on the screen before. */
function giveUp(wallet: WalletAccount): Step {
  const target = { wallet }
  const given = { request: null, target, isGivenUp: true } as const
  const storage = cloudStorages.find((each) => each === wallet.recoveryMethod)
  return storage
    ? go('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', { storage, ...given })
    : go('EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN', given)
}

/** The screen that asks for the secret of a wallet. */
function askFor(request: RecoveryRequest): Step {
  if (request.wallet.recoveryMethod === 'passkey')
    return enter('EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN', { request, target: null })
  const storage = cloudStorages.find((each) => each === request.wallet.recoveryMethod)
  return storage
    ? enter('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', { storage, request, target: null })
    : enter('EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN', { request })
}

/** The first screen of a goal about recovery. */
export function startRecovery(goal: RecoveryGoal, facts: Offered): Step {
  if (goal.goal === 'recover') return askFor(goal.request)
  if (goal.goal === 'create-wallets') return chooseRecovery({ creates: goal.creates }, facts)
  if (goal.goal === 'set-passcode') return setUp('user-passcode', goal)
  const { wallet, storage = null } = goal
  if (storage !== null) return setUp(storage, { wallet })
  return chooseRecovery({ wallet }, facts)
}
