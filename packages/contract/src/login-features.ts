import { api } from './api.js'
import type { LoginSwitch } from './entities/app-config.js'

/** The feature of `api` that has the routes of a login method. */
const loginFeatures = {
  wallet_auth: 'siwe',
  email_auth: 'email',
  sms_auth: 'sms',
  google_oauth: 'oauth',
  twitter_oauth: 'oauth',
  discord_oauth: 'oauth',
  github_oauth: 'oauth',
  spotify_oauth: 'oauth',
  instagram_oauth: 'oauth',
  tiktok_oauth: 'oauth',
  linkedin_oauth: 'oauth',
  apple_oauth: 'oauth',
  twitch_oauth: 'oauth',
  farcaster_auth: 'farcaster',
  passkey_auth: 'passkey',
  telegram_auth: 'telegram',
  guest_auth: 'guest',
  solana_wallet_auth: 'siws',
  custom_jwt_auth: 'customJwt',
} as const satisfies Record<LoginSwitch, string>

/** Whether the routes of a login method exist. An app cannot turn on a method without. */
export function isBuiltLogin(method: LoginSwitch): boolean {
  return Object.hasOwn(api, loginFeatures[method])
}
