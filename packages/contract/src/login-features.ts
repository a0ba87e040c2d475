import { api } from './api.js'
import type { LoginSwitch } from './entities/app-config.js'
import { byOAuthType } from './oauth-provider-names.js'

/** The feature of `api` that has the routes of a login method. */
const loginFeatures = {
  wallet_auth: 'siwe',
  email_auth: 'email',
  sms_auth: 'sms',
  ...byOAuthType(() => 'oauth' as const),
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
