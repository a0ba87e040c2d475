import * as z from 'zod/mini'
import { appConfig, ownerSettings } from './app-config.js'
import { crossAppSettings } from './cross-app-settings.js'
import { customJwtSettings } from './custom-jwt-settings.js'
import { delegationPolicy } from './delegation-consent.js'

type Optional<S extends Record<string, z.ZodMiniType>> = { [K in keyof S]: z.ZodMiniOptional<S[K]> }

/** Most users the app takes; null for no limit. What clients fetch does not tell it. */
const maxUsers = z.nullable(z.number().check(z.minimum(1), z.maximum(2 ** 31 - 1), z.multipleOf(1)))

/** Settings that clients are not told; the app's owner reads and changes them (ours, not the specification's). */
export const privateSettings = {
  /** How tokens of the app's own login are verified; null when the app has none. */
  custom_jwt: z.nullable(customJwtSettings),
  /** The app's container at CloudKit, for recovery by iCloud. */
  icloud_container: z.nullable(
    z.strictObject({
      container_identifier: z.string().check(z.maxLength(255)),
      environment: z.enum(['development', 'production']),
    }),
  ),
  /** What the app's back end may do with wallets whose users consent to it; null when it asks for nothing. */
  delegated_actions: z.nullable(
    z.strictObject({
      /** P-256 SPKI in base64: requests must be signed by `threshold` of them. */
      authorization_keys: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(5)),
      threshold: z.literal([1, 2, 3, 4, 5]),
      policy: delegationPolicy,
    }),
  ),
  /** Users may let programs of their own act with wallets (docs/features/agents.md); null when they may not. */
  programs: z.nullable(z.strictObject({})),
  /** The apps that share wallets with this one; null when there is none. */
  cross_app: z.nullable(crossAppSettings),
  /** MoonPay's publishable keys, which its pages are opened with; the secret ones sign. */
  moonpay: z.nullable(
    z.strictObject({
      publishable_key: z.optional(z.string().check(z.maxLength(255))),
      test_publishable_key: z.optional(z.string().check(z.maxLength(255))),
    }),
  ),
  /** For how many days an app without an endpoint of webhooks keeps its events, so that a later one can be sent them; 0 keeps none. */
  webhook_unheard_days: z.int().check(z.minimum(0), z.maximum(30)),
  /** The app's project at Coinbase, and the name of its API key. */
  coinbase_on_ramp: z.nullable(
    z.strictObject({
      project_id: z.string().check(z.maxLength(255)),
      api_key_name: z.string().check(z.maxLength(255)),
    }),
  ),
}

export type PrivateSettings = {
  [K in keyof typeof privateSettings]: z.output<(typeof privateSettings)[K]>
}

/** Secrets of an app. Its owner sets them and is told only which are set. */
export const appSecretNames = [
  'telegram_bot_token',
  'captcha_secret_key',
  'farcaster_app_account',
  'icloud_web_api_token',
  'icloud_ios_api_token',
  'moonpay_secret_key',
  'moonpay_test_secret_key',
  'coinbase_api_key_secret',
] as const
export type AppSecretName = (typeof appSecretNames)[number]
const secrets = Object.fromEntries(
  appSecretNames.map((name) => [name, z.nullable(z.string().check(z.maxLength(4096)))]),
) as Record<AppSecretName, z.ZodMiniNullable<z.ZodMiniString>> // one entry per name of the list

/** The app's configuration as its owner sees it (ours, not the specification's). */
export const ownAppConfig = z.object({
  ...appConfig.shape,
  ...privateSettings,
  max_users: maxUsers,
  /** Names of the secrets that are set. */
  secrets_set: z.array(z.enum(appSecretNames)),
})
export type OwnAppConfig = z.output<typeof ownAppConfig>

/** Settings that null removes: the app is as if its owner had never set them. */
export const removableSettings = [
  'captcha_site_key',
  'telegram_auth_config',
  'funding_config',
  'smart_wallet_config',
] as const satisfies (keyof typeof ownerSettings)[]
const { captcha_site_key, telegram_auth_config, funding_config, smart_wallet_config } =
  ownerSettings

/** What an app's owner may change; every key optional, no others (ours, not the specification's). */
export const appSettings = z.strictObject(
  {
    ...optionalEach(ownerSettings),
    captcha_site_key: z.nullish(captcha_site_key),
    telegram_auth_config: z.nullish(telegram_auth_config),
    funding_config: z.nullish(funding_config),
    smart_wallet_config: z.nullish(smart_wallet_config),
    ...optionalEach(privateSettings),
    ...optionalEach(secrets),
    max_users: z.optional(maxUsers),
  },
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `There is no setting ${keys.join(', ')}` : undefined,
  },
)

/** `z.partial` and `z.omit` would cost 0.5 KB. */
function optionalEach<S extends Record<string, z.ZodMiniType>>(shape: S): Optional<S> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, z.optional<z.ZodMiniType>(schema)]),
  ) as Optional<S> // one optional schema per key of the record it maps over
}
