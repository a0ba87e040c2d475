import type { AppConfig, LoginChain } from '@sallyport/contract'
import type { SallyportConfig } from './config.js'
import type { LoginRules } from './flow/after-login.js'

/** The rules of what follows a login: the provider's `config` decides about wallets, the app alone about its terms. */
export function rulesOf(app: AppConfig | null, config: SallyportConfig): LoginRules {
  return {
    termsRequired: app?.require_users_accept_terms === true,
    createOnLogin: creation(app, config),
    recovery: recoveryOf(app, config),
  }
}

function creation(app: AppConfig | null, config: SallyportConfig): LoginRules['createOnLogin'] {
  const wallets = config.embeddedWallets
  const server = app?.embedded_wallet_config
  const choose = (chain: LoginChain) =>
    wallets?.[chain]?.createOnLogin ??
    wallets?.createOnLogin ??
    server?.[chain]?.create_on_login ??
    server?.create_on_login ??
    'off'
  // With a login of the app's own every user gets a wallet, unless the page says that none does (react-api §3).
  const isOff = (wallets?.ethereum?.createOnLogin ?? wallets?.createOnLogin) === 'off'
  return {
    ethereum: followsOwnLogin(config) && !isOff ? 'all-users' : choose('ethereum'),
    solana: choose('solana'),
  }
}

function followsOwnLogin({ customAuth }: SallyportConfig): boolean {
  return customAuth !== undefined && customAuth.enabled !== false
}

function recoveryOf(app: AppConfig | null, config: SallyportConfig): LoginRules['recovery'] {
  const server = app?.embedded_wallet_config
  const options = server?.user_owned_recovery_options ?? []
  const isRequired =
    server?.require_user_owned_recovery_on_create === true ||
    server?.require_user_password_on_create === true ||
    config.embeddedWallets?.requireUserPasswordOnCreate === true
  return { options, isRequired: isRequired && options.length > 0 && !followsOwnLogin(config) }
}
