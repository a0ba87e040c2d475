import type { Api } from '@sallyport/contract'
import type { Heads } from '../http/heads.js'

/** Calls on the app's users. */
export const userHeads: Heads<Api['users']> = {
  list: { method: 'GET', path: '/users', repeats: 'safe' },
  import: { method: 'POST', path: '/users', repeats: 'refused' },
  importMany: { method: 'POST', path: '/users/batch', repeats: 'refused' },
  search: { method: 'POST', path: '/users/search', repeats: 'safe' },
  byEmail: { method: 'POST', path: '/users/email/address', repeats: 'safe' },
  byPhone: { method: 'POST', path: '/users/phone/number', repeats: 'safe' },
  byWallet: { method: 'POST', path: '/users/wallet/address', repeats: 'safe' },
  bySmartWallet: { method: 'POST', path: '/users/smart_wallet/address', repeats: 'safe' },
  byFarcaster: { method: 'POST', path: '/users/farcaster/fid', repeats: 'safe' },
  byDiscord: { method: 'POST', path: '/users/discord/username', repeats: 'safe' },
  byGithub: { method: 'POST', path: '/users/github/username', repeats: 'safe' },
  byTwitter: { method: 'POST', path: '/users/twitter/username', repeats: 'safe' },
  byTwitterSubject: { method: 'POST', path: '/users/twitter/subject', repeats: 'safe' },
  byTelegram: { method: 'POST', path: '/users/telegram/telegram_user_id', repeats: 'safe' },
  byTelegramUsername: { method: 'POST', path: '/users/telegram/username', repeats: 'safe' },
  byCustomAuth: { method: 'POST', path: '/users/custom_auth/id', repeats: 'safe' },
  get: { method: 'GET', path: '/users/{user_id}', repeats: 'safe' },
  delete: { method: 'DELETE', path: '/users/{user_id}', repeats: 'refused' },
  setCustomMetadata: {
    method: 'POST',
    path: '/users/{user_id}/custom_metadata',
    repeats: 'safe',
  },
  unlink: { method: 'POST', path: '/users/{user_id}/accounts/unlink', repeats: 'refused' },
  createWallet: { method: 'POST', path: '/apps/{app_id}/users/wallet', repeats: 'refused' },
}

/** Calls on who may log in. */
export const admissionHeads: Heads<Api['admission']> = {
  allowlist: { method: 'GET', path: '/apps/{app_id}/allowlist', repeats: 'safe' },
  allow: { method: 'POST', path: '/apps/{app_id}/allowlist', repeats: 'safe' },
  disallow: { method: 'DELETE', path: '/apps/{app_id}/allowlist', repeats: 'refused' },
  denylist: { method: 'GET', path: '/apps/{app_id}/denylist', repeats: 'safe' },
  deny: { method: 'POST', path: '/apps/{app_id}/denylist', repeats: 'safe' },
  undeny: { method: 'DELETE', path: '/apps/{app_id}/denylist', repeats: 'refused' },
  testCredentials: { method: 'GET', path: '/apps/{app_id}/test_credentials', repeats: 'safe' },
  addTestAccount: { method: 'POST', path: '/apps/{app_id}/test_credentials', repeats: 'refused' },
  removeTestAccount: {
    method: 'DELETE',
    path: '/apps/{app_id}/test_credentials/{test_account_id}',
    repeats: 'refused',
  },
}

/** Calls on the app itself. */
export const appHeads: Heads<Api['app']> = {
  config: { method: 'GET', path: '/apps/{app_id}', repeats: 'safe' },
  jwks: { method: 'GET', path: '/apps/{app_id}/jwks.json', repeats: 'safe' },
}

/** How a test account logs in. */
export const emailHeads: Heads<Pick<Api['email'], 'authenticate'>> = {
  authenticate: { method: 'POST', path: '/passwordless/authenticate', repeats: 'refused' },
}
