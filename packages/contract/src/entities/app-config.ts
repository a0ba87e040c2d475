import * as z from 'zod/mini'
import {
  accountTypeOf,
  type CustomProvider,
  isCustomProvider,
  oauthProviders,
} from '../primitives/oauth-providers.js'
import { smartWalletConfig } from './smart-wallet-config.js'
import { mfaMethodType } from './user.js'

const text = z.nullable(z.string())

/** When wallets are made at login (specification §3). */
export const createOnLogin = z.enum(['users-without-wallets', 'all-users', 'off'])

/** `mode` of an app whose wallets are kept in the wallet frame. */
export const framedWalletsMode = 'legacy-embedded-wallets-only'

/** Embedded wallet settings of an app (specification §3; the per-chain keys are those of later clients). */
export const embeddedWalletConfig = z.object({
  create_on_login: createOnLogin,
  /** `passkey` is ours (docs/features/recovery.md). */
  user_owned_recovery_options: z.array(
    z.enum(['user-passcode', 'google-drive', 'icloud', 'passkey']),
  ),
  require_user_owned_recovery_on_create: z.boolean(),
  require_user_password_on_create: z.boolean(),
  ethereum: z.optional(z.object({ create_on_login: createOnLogin })),
  solana: z.optional(z.object({ create_on_login: createOnLogin })),
  /**
   * Always sent: without it, or with any other value, clients from late E2 on delegate every embedded wallet after login
   * (wire reference §34.1).
   */
  mode: z._default(
    z.enum([framedWalletsMode, 'user-controlled-server-wallets-only']),
    framedWalletsMode,
  ),
})

/** Funding settings of an app (specification §3). */
export const fundingConfig = z.object({
  default_recommended_currency: z.object({
    chain: z.string(),
    asset: z.optional(z.enum(['native-currency', 'USDC'])),
  }),
  default_recommended_amount: z.string(),
  methods: z.array(z.enum(['moonpay', 'coinbase-onramp', 'external'])),
  options: z.array(z.object({ method: z.string(), provider: z.string() })),
  prompt_funding_on_wallet_creation: z.boolean(),
  cross_chain_bridging_enabled: z.boolean(),
})

/** A provider that the app has added, as its first screen shows it. */
const customOAuthProvider = z.object({
  provider: z.custom<CustomProvider>(isCustomProvider),
  enabled: z.boolean(),
  provider_display_name: z.string(),
  provider_icon_url: text,
})
export type CustomOAuthProvider = z.output<typeof customOAuthProvider>

/** The switches that turn login methods on; every one is `boolean` in the app config. */
export const loginSwitches = [
  'wallet_auth',
  'email_auth',
  'sms_auth',
  ...oauthProviders.map(accountTypeOf),
  'farcaster_auth',
  'passkey_auth',
  'telegram_auth',
  'guest_auth',
  'solana_wallet_auth',
  'custom_jwt_auth',
] as const
export type LoginSwitch = (typeof loginSwitches)[number]
const switches = Object.fromEntries(loginSwitches.map((name) => [name, z.boolean()])) as Record<
  LoginSwitch,
  z.ZodMiniBoolean
> // one entry per name of the list it maps over

/** What an app's owner decides about it, by key. */
export const ownerSettings = {
  name: z.string(),
  logo_url: text,
  icon_url: text,
  terms_and_conditions_url: text,
  privacy_policy_url: text,
  require_users_accept_terms: z.nullable(z.boolean()),
  theme: z.string(),
  accent_color: text,
  show_wallet_login_first: z.boolean(),
  allowed_domains: z.array(z.string()),
  /** Sites that may show the app inside of a page of theirs (ours). They may not call the API, unlike allowed domains. */
  allowed_embedders: z.optional(z.array(z.string())),
  allowed_native_app_ids: z.array(z.string()),
  allowed_native_app_url_schemes: z.array(z.string()),
  ...switches,
  passkeys_for_signup_enabled: z.boolean(),
  /** Domain that new passkeys belong to (ours); without it the registrable domain of the page. */
  passkey_rp_id: z.optional(text),
  disable_plus_emails: z.boolean(),
  allowlist_enabled: z.boolean(),
  allowlist_config: z.object({
    error_title: text,
    error_detail: text,
    cta_text: text,
    cta_link: text,
  }),
  wallet_connect_cloud_project_id: text,
  custom_api_url: text,
  embedded_wallet_config: embeddedWalletConfig,
  enforce_wallet_uis: z.boolean(),
  /** Whether pages may ask embedded wallets for signatures of raw hashes (ours). */
  raw_digests_enabled: z.optional(z.boolean()),
  /** Whether pages may ask embedded wallets for EIP-7702 authorizations and transactions that carry them (ours). */
  eip7702_enabled: z.optional(z.boolean()),
  legacy_wallet_ui_config: z.boolean(),
  fiat_on_ramp_enabled: z.boolean(),
  captcha_enabled: z.boolean(),
  captcha_site_key: z.optional(z.string()),
  twitter_oauth_on_mobile_enabled: z.boolean(),
  mfa_methods: z.array(mfaMethodType),
  telegram_auth_config: z.optional(
    z.object({
      bot_id: z.string(),
      bot_name: z.string(),
      link_enabled: z.boolean(),
      seamless_auth_enabled: z.boolean(),
    }),
  ),
  funding_config: z.optional(fundingConfig),
  /** Where clients of E3 look for smart wallets; without it they are off (wire reference §34.8). */
  smart_wallet_config: z.optional(smartWalletConfig),
  max_linked_wallets_per_user: z.nullable(z.number()),
  farcaster_link_wallets_enabled: z.boolean(),
}

/** The public configuration of an app, as every client fetches it once (specification §3, wire reference §10). */
export const appConfig = z.object({
  id: z.string(),
  ...ownerSettings,
  /** The providers that the app has added (wire reference §8); set with their credentials. */
  custom_oauth_providers: z.optional(z.array(customOAuthProvider)),
  /** Which service `captcha_site_key` is a key of; null while captcha is off. */
  enabled_captcha_provider: z.optional(z.nullable(z.enum(['turnstile', 'hcaptcha']))),
  /** Origin that stands in for the captcha services (ours). */
  captcha_url: z.optional(z.string()),
  /** Origins that stand in for the providers of funding (ours): deployments with simulators say them. */
  funding_urls: z.optional(
    z.object({
      moonpay_api: z.optional(z.string()),
      coinbase_pay: z.optional(z.string()),
      relay: z.optional(z.string()),
    }),
  ),
  /** `telegram_auth` and its `seamless_auth_enabled`, where clients of E3 look for them (wire reference §34.8). */
  telegram_oauth: z.optional(z.boolean()),
  telegram_seamless_auth_enabled: z.optional(z.boolean()),
  verification_key: z.string(),
  created_at: z.optional(z.number()),
  updated_at: z.optional(z.number()),
})
export type AppConfig = z.output<typeof appConfig>
