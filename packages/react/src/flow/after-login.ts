import { embeddedWalletClientType, loginChainTypes } from '@sallyport/contract'
import type { User } from '@sallyport/core'
import type { LoggedIn, OwedChain } from './screens.js'
import { done, enter, type Step } from './step.js'

/** When a wallet of a chain is made at login (specification §3, embedded wallet config). */
export type CreateOnLogin = 'users-without-wallets' | 'all-users' | 'off'

/** The app's rules that decide what stands between a login and its end. */
export interface LoginRules {
  /** The app wants a yes to its terms from everyone. */
  termsRequired: boolean
  createOnLogin: Record<OwedChain, CreateOnLogin>
}

/** The next thing a login owes: consent to the terms, then wallets, then nothing (react-api §13). */
export function afterLogin(login: LoggedIn, rules: LoginRules): Step {
  if (owesTerms(login.user, rules)) return enter('AFFIRMATIVE_CONSENT_SCREEN', { login })
  const chains = owedWallets(login.user, rules)
  if (chains.length > 0) return enter('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', { login, chains })
  return done(login)
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
    return !wallets.some((account) => account.walletClientType === embeddedWalletClientType)
  })
}
