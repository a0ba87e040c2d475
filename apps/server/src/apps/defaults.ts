import { type LoginSwitch, loginSwitches } from '@sallyport/contract'
import type { AppSettings } from './app.js'

type Environment = 'development' | 'production'

/** Login methods a new app starts with. A guest account costs nothing, so production apps switch guests on themselves. */
const loginAtStart: Record<Environment, readonly LoginSwitch[]> = {
  development: ['email_auth', 'guest_auth'],
  production: ['email_auth'],
}

/** `webhook_unheard_days` of an app that has not set it. */
export const unheardDays = 3

/** The settings of a new app: email login (in development guests too), wallets created for users who have none. */
export function defaultSettings(name: string, environment: Environment): AppSettings {
  const switches = Object.fromEntries(
    loginSwitches.map((method) => [method, loginAtStart[environment].includes(method)]),
  ) as Record<LoginSwitch, boolean> // one entry per name of the list it maps over
  return {
    name,
    logo_url: null,
    icon_url: null,
    terms_and_conditions_url: null,
    privacy_policy_url: null,
    require_users_accept_terms: false,
    theme: 'light',
    accent_color: null,
    show_wallet_login_first: false,
    allowed_domains: [],
    allowed_native_app_ids: [],
    allowed_native_app_url_schemes: [],
    ...switches,
    passkeys_for_signup_enabled: false,
    passkey_rp_id: null,
    disable_plus_emails: false,
    allowlist_enabled: false,
    allowlist_config: { error_title: null, error_detail: null, cta_text: null, cta_link: null },
    wallet_connect_cloud_project_id: null,
    custom_api_url: null,
    embedded_wallet_config: {
      create_on_login: 'users-without-wallets',
      user_owned_recovery_options: [],
      require_user_owned_recovery_on_create: false,
      require_user_password_on_create: false,
      ethereum: { create_on_login: 'users-without-wallets' },
      solana: { create_on_login: 'users-without-wallets' },
      mode: 'legacy-embedded-wallets-only',
    },
    enforce_wallet_uis: false,
    raw_digests_enabled: false,
    eip7702_enabled: false,
    legacy_wallet_ui_config: false,
    fiat_on_ramp_enabled: false,
    captcha_enabled: false,
    twitter_oauth_on_mobile_enabled: false,
    mfa_methods: [],
    max_linked_wallets_per_user: null,
    farcaster_link_wallets_enabled: false,
  }
}
