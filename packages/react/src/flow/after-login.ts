import { embeddedWalletClientType, loginChainTypes, serverHeld } from '@sallyport/contract'
import type { User } from '@sallyport/core'
import type { RecoveryOption } from './recovery-data.js'
import type { OwedChain } from './screens.js'

/** When a wallet of a chain is made at login (specification §3, embedded wallet config). */
export type CreateOnLogin = 'users-without-wallets' | 'all-users' | 'off'

/** The app's rules that decide what stands between a login and its end. */
export interface LoginRules {
  /** The app wants a yes to its terms from everyone. */
  termsRequired: boolean
  createOnLogin: Record<OwedChain, CreateOnLogin>
  recovery: {
    /** Recoveries of the user's own that the app offers. */
    options: readonly RecoveryOption[]
    /** Wallets are created with one of them only. */
    isRequired: boolean
  }
}

/** Whether the user chooses a recovery before a wallet is created: a further wallet has that of the first. */
export function owesRecovery(user: User, { recovery }: LoginRules): boolean {
  if (!recovery.isRequired) return false
  return !user.linkedAccounts.some(
    (account) => account.type === 'wallet' && isEmbedded(account) && !account.imported,
  )
}

/** Chains the user should get a wallet on now and can get one without being asked anything. */
export function owedSilently(user: User, rules: LoginRules): OwedChain[] {
  return owesRecovery(user, rules) ? [] : owedWallets(user, rules)
}

/** Whether the user has yet to accept the app's terms. */
export function owesTerms(user: User, rules: LoginRules): boolean {
  return rules.termsRequired && !user.hasAcceptedTerms
}

/** Chains the user should get a wallet on now, Ethereum first. */
export function owedWallets(user: User, rules: LoginRules): OwedChain[] {
  return loginChainTypes.filter((chain) => {
    const rule = rules.createOnLogin[chain]
    if (rule === 'off') return false
    const wallets = user.linkedAccounts.filter(
      (account) => account.type === 'wallet' && account.chainType === chain,
    )
    if (rule === 'users-without-wallets') return wallets.length === 0
    return !wallets.some(isEmbedded)
  })
}

/** Whether the browser has the wallet's key: one that the app's back end holds is the user's too, and takes the place of none. */
function isEmbedded({ walletClientType, recoveryMethod }: User['linkedAccounts'][number]): boolean {
  return walletClientType === embeddedWalletClientType && recoveryMethod !== serverHeld
}
