import { ApiError, isBuiltLogin, type LoginSwitch, loginSwitches } from '@sallyport/contract'
import type { AppSettings } from './app.js'
import { cleanAppName } from './app-name.js'
import { readCustomApi } from './custom-api.js'
import { checkFunding } from './funding-settings.js'
import { parseAllowedOrigin, productionOriginProblem } from './origins.js'
import { checkBounds } from './settings-bounds.js'
import { checkSmartWalletUrls } from './smart-wallet-urls.js'

/** `any` value is honoured, or `off` is the only value: the feature behind the setting does not exist yet. */
type Support = 'any' | 'off'

const loginSupport = Object.fromEntries(
  loginSwitches.map((name) => [name, isBuiltLogin(name) ? 'any' : 'off']),
) as Record<LoginSwitch, Support> // one entry per name of the list it maps over

const walletSupport = {
  create_on_login: 'any',
  user_owned_recovery_options: 'any',
  require_user_owned_recovery_on_create: 'any',
  require_user_password_on_create: 'any',
  ethereum: 'any',
  solana: 'any',
  mode: 'any',
} as const satisfies Record<keyof AppSettings['embedded_wallet_config'], Support>

const support = {
  name: 'any',
  logo_url: 'any',
  icon_url: 'any',
  terms_and_conditions_url: 'any',
  privacy_policy_url: 'any',
  require_users_accept_terms: 'any',
  theme: 'any',
  accent_color: 'any',
  show_wallet_login_first: 'any',
  allowed_domains: 'any',
  allowed_embedders: 'any',
  allowed_native_app_ids: 'any',
  allowed_native_app_url_schemes: 'any',
  ...loginSupport,
  passkeys_for_signup_enabled: 'any',
  passkey_rp_id: 'any',
  disable_plus_emails: 'any',
  allowlist_enabled: 'any',
  allowlist_config: 'any',
  wallet_connect_cloud_project_id: 'any',
  custom_api_url: 'any',
  embedded_wallet_config: 'any',
  enforce_wallet_uis: 'any',
  raw_digests_enabled: 'any',
  eip7702_enabled: 'any',
  legacy_wallet_ui_config: 'off',
  fiat_on_ramp_enabled: 'any',
  captcha_enabled: 'any',
  captcha_site_key: 'any',
  twitter_oauth_on_mobile_enabled: 'off',
  mfa_methods: 'any',
  telegram_auth_config: 'any',
  funding_config: 'any',
  smart_wallet_config: 'any',
  max_linked_wallets_per_user: 'any',
  farcaster_link_wallets_enabled: 'any',
  custom_oauth_providers: 'any',
} as const satisfies Record<keyof AppSettings, Support>

/** Any of an app's settings. */
type SettingsChange = { [K in keyof AppSettings]?: AppSettings[K] | undefined }

/**
 * Returns the settings as they are stored: name and domains normalized, everything else as given.
 *
 * @param settings  The settings an owner wants to change.
 * @param current   The allowed domains the app has, for a change without them.
 * @throws ApiError `not_supported` for a setting this server does not enforce, `invalid_data` for a domain or a name
 *   that is not allowed. The message names the setting.
 */
export function checkSettings<S extends SettingsChange>(
  settings: S,
  environment: 'development' | 'production',
  current: readonly string[] = [],
): S {
  refuseUnsupported(settings, support)
  refuseUnsupported(settings.embedded_wallet_config ?? {}, walletSupport)
  refuseUnsupportedWalletMode(settings.embedded_wallet_config?.mode)
  checkRecovery(settings.embedded_wallet_config)
  const { name, allowed_domains: domains, allowed_native_app_url_schemes: schemes } = settings
  const { allowed_embedders: embedders } = settings
  const normalize = (kind: string) => (entry: string) =>
    normalizeOrigin(entry, { kind, environment })
  checkProjectId(settings.wallet_connect_cloud_project_id)
  checkNativeAppIds(settings.allowed_native_app_ids)
  checkWebAddresses(settings, environment)
  checkCustomApiUrl(settings.custom_api_url, domains ?? current, environment)
  checkFunding(settings.funding_config)
  checkSmartWalletUrls(settings.smart_wallet_config, environment)
  checkBounds(settings)
  return {
    ...settings,
    ...(name !== undefined && { name: checkName(name) }),
    ...(domains !== undefined && {
      allowed_domains: domains.map(normalize('allowed domain')),
    }),
    ...(embedders !== undefined && {
      allowed_embedders: embedders.map(normalize('allowed embedder')),
    }),
    ...(schemes !== undefined && { allowed_native_app_url_schemes: schemes.map(normalizeScheme) }),
  }
}

/** @throws ApiError `invalid_data` where users must choose a recovery and can choose none. */
function checkRecovery(config: AppSettings['embedded_wallet_config'] | undefined): void {
  if (config === undefined) return
  const { require_user_owned_recovery_on_create, require_user_password_on_create } = config
  const isRequired = require_user_owned_recovery_on_create || require_user_password_on_create
  if (!isRequired || config.user_owned_recovery_options.length > 0) return
  throw invalid(
    'user_owned_recovery_options must have a method where users must choose one before a wallet is created',
  )
}

function checkName(name: string): string {
  const cleaned = cleanAppName(name)
  if (cleaned !== '' && cleaned === name.replaceAll(/ +/g, ' ').trim()) return cleaned
  throw invalid(
    'name must not be empty or contain line breaks, invisible or text-direction characters, or encoded words (=?…?=)',
  )
}

/** An entry of `allowed_domains` or `allowed_embedders` as it is stored. @throws ApiError `invalid_data` */
function normalizeOrigin(
  entry: string,
  { kind, environment }: { kind: string; environment: 'development' | 'production' },
): string {
  const origin = parseAllowedOrigin(entry)
  if (origin === undefined) {
    throw invalid(
      `Each ${kind} must be an origin such as https://app.example.com: ${JSON.stringify(entry)} is not`,
    )
  }
  const problem = environment === 'production' ? productionOriginProblem(origin) : undefined
  if (problem !== undefined) throw invalid(`${origin.serialized} is not allowed: ${problem}`)
  return origin.serialized
}

/** @throws ApiError `invalid_data` */
function checkProjectId(id: string | null | undefined): void {
  if (!id || /^[0-9a-f]{32}$/.test(id)) return
  throw invalid('wallet_connect_cloud_project_id must be the 32 hex digits of a project')
}

/** Pictures and pages of the app that users' browsers open. */
const webAddresses = [
  'logo_url',
  'icon_url',
  'terms_and_conditions_url',
  'privacy_policy_url',
] as const satisfies (keyof AppSettings)[]
const picture = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/

/** A `javascript:` address would run in the page that shows it. @throws ApiError `invalid_data` that names the setting */
function checkWebAddresses(
  settings: SettingsChange,
  environment: 'development' | 'production',
): void {
  for (const name of webAddresses) {
    const value = settings[name]
    if (!value || isWebAddress(value, environment)) continue
    if ((name === 'logo_url' || name === 'icon_url') && picture.test(value)) continue
    throw invalid(`${name} must be a web address that begins with https://`)
  }
}

function isWebAddress(value: string, environment: 'development' | 'production'): boolean {
  const protocol = URL.canParse(value) ? new URL(value).protocol : undefined
  return protocol === 'https:' || (protocol === 'http:' && environment === 'development')
}

/** Ids of native apps, such as `com.example.app`. @throws ApiError `invalid_data` */
function checkNativeAppIds(ids: readonly string[] | undefined): void {
  const wrong = ids?.find((id) => !/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(id))
  if (wrong === undefined) return
  throw invalid(`${JSON.stringify(wrong)} is not the id of a native app, such as com.example.app`)
}

/** @throws ApiError `invalid_data` */
function checkCustomApiUrl(
  url: string | null | undefined,
  domains: readonly string[],
  environment: 'development' | 'production',
): void {
  if (!url || readCustomApi(url, domains, environment)) return
  throw invalid(
    'custom_api_url must be an https origin of the same site as an allowed domain, such as https://privy.example.com for https://app.example.com',
  )
}

/** Schemes that browsers handle themselves, some of them by running what follows. */
const browserSchemes = [
  'http',
  'https',
  'javascript',
  'data',
  'blob',
  'file',
  'ftp',
  'about',
  'vbscript',
  'ws',
  'wss',
]

/** An entry of `allowed_native_app_url_schemes` as it is stored: `myapp`. @throws ApiError */
function normalizeScheme(entry: string): string {
  const scheme = entry.toLowerCase().replace(/:(\/\/)?$/, '')
  if (/^[a-z][a-z0-9+.-]*$/.test(scheme) && !browserSchemes.includes(scheme)) return scheme
  throw new ApiError('invalid_app_url_scheme_configuration', {
    message: `${JSON.stringify(entry)} is not a URL scheme of an app, such as myapp`,
  })
}

function refuseUnsupported(
  settings: Record<string, unknown>,
  known: Readonly<Record<string, Support>>,
): void {
  for (const [name, value] of Object.entries(settings)) {
    if (known[name] !== 'off' || isOff(value)) continue
    throw new ApiError('not_supported', {
      message: `${name} cannot be switched on: this server does not implement it`,
    })
  }
}

/** The server has embedded wallets in the browser only. */
function refuseUnsupportedWalletMode(
  mode: AppSettings['embedded_wallet_config']['mode'] | undefined,
): void {
  if (mode !== 'user-controlled-server-wallets-only') return
  throw new ApiError('not_supported', {
    message: 'embedded_wallet_config.mode must be legacy-embedded-wallets-only',
  })
}

function isOff(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0)
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
