/*
 * What each kit asks its own service before its button works, answered at once on this machine: in life there is at least
 * one round trip more. A stub takes the URL and gives the body of the answer, or nothing.
 */
const appId = 'cmaaaaaaaaaaaaaaaaaaaaaaa'
const none = { ethereum: { create_on_login: 'users-without-wallets' } }

/** The public configuration of an app, in the field names of the wire. */
const appConfig = {
  id: appId,
  name: 'Bench',
  ...nulls('logo_url icon_url terms_and_conditions_url privacy_policy_url custom_api_url'),
  ...nulls('wallet_connect_cloud_project_id telegram_auth_config funding_config'),
  ...nulls('max_linked_wallets_per_user apple_oauth_id google_oauth_id enabled_captcha_provider'),
  ...off('wallet_auth sms_auth google_oauth twitter_oauth discord_oauth github_oauth apple_oauth'),
  ...off('spotify_oauth instagram_oauth tiktok_oauth linkedin_oauth line_oauth twitch_oauth'),
  ...off('farcaster_auth passkey_auth passkeys_for_signup_enabled telegram_auth guest_auth'),
  ...off('solana_wallet_auth custom_jwt_auth whatsapp_enabled disable_plus_emails'),
  ...off('allowlist_enabled enforce_wallet_uis legacy_wallet_ui_config fiat_on_ramp_enabled'),
  ...off('captcha_enabled twitter_oauth_on_mobile_enabled farcaster_link_wallets_enabled'),
  ...off('require_users_accept_terms show_wallet_login_first cross_app_wallets_enabled'),
  email_auth: true,
  theme: 'light',
  accent_color: '#2f5d50',
  captcha_site_key: '',
  verification_key: 'x',
  allowed_domains: [],
  allowed_native_app_ids: [],
  allowed_native_app_url_schemes: [],
  mfa_methods: [],
  custom_oauth_providers: [],
  allowlist_config: nulls('error_title error_detail cta_text cta_link'),
  embedded_wallet_config: {
    ...none,
    create_on_login: 'users-without-wallets',
    solana: { create_on_login: 'off' },
    user_owned_recovery_options: ['user-passcode'],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
    mode: 'legacy-embedded-wallets-only',
  },
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
}

function nulls(names) {
  return Object.fromEntries(names.split(' ').map((name) => [name, null]))
}

function off(names) {
  return Object.fromEntries(names.split(' ').map((name) => [name, false]))
}

const json = (value) => ({ contentType: 'application/json', body: JSON.stringify(value) })
const page = { contentType: 'text/html', body: '<!doctype html>' }

/** A kit of the wire asks for its configuration and opens its frame. */
const ofWire = (host, config) => (url) => {
  if (url.host !== host) return undefined
  if (/\/apps\/[^/]+$/.test(url.pathname)) return json(config)
  return /embedded-wallets/.test(url.pathname) ? page : json({})
}

/** Stubs by peer. */
export const stubs = {
  'privy-2': ofWire('auth.privy.io', appConfig),
  'privy-3': ofWire('auth.privy.io', appConfig),
  turnkey: (url) => {
    if (url.host !== 'authproxy.turnkey.com') return undefined
    if (!url.pathname.includes('config')) return json({})
    return json({
      enabledProviders: ['email'],
      organizationId: '00000000-0000-4000-8000-000000000000',
      sessionExpirationSeconds: '900',
      oauthClientIds: {},
      oauthRedirectUrl: 'https://app.example',
      otpAlphanumeric: false,
      otpLength: '6',
      otpEncryptionTargetKey: '',
    })
  },
  cdp: (url) => {
    if (!url.host.endsWith('cdp.coinbase.com')) return undefined
    if (!url.pathname.includes('config'))
      return { ...json({ errorType: 'unauthorized' }), status: 401 }
    return json({ id: 'bench', name: 'Bench', mfaConfig: {}, authMethods: ['email'] })
  },
}

/** Ours: the configuration a fresh app has, made by the contract's own defaults. */
export const ownStub = (config) => ofWire('auth.example', { ...config, id: appId })
