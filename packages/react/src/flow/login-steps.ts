import { type LoginRules, owedWallets, owesRecovery, owesTerms } from './after-login.js'
import { chooseRecovery } from './recovery-steps.js'
import type { LoggedIn } from './screens.js'
import { done, enter, type Step } from './step.js'

/** The next thing a login owes: consent to the terms, then wallets, then nothing (react-api §13). */
export function afterLogin(login: LoggedIn, rules: LoginRules): Step {
  if (owesTerms(login.user, rules)) return enter('AFFIRMATIVE_CONSENT_SCREEN', { login })
  const chains = owedWallets(login.user, rules)
  if (chains.length === 0) return done(login)
  return owesRecovery(login.user, rules)
    ? chooseRecovery({ creates: { chains, login } }, { rules })
    : enter('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', { login, chains })
}
