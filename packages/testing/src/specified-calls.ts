import { funding } from './specified-funding.js'
import { wallets } from './specified-wallets.js'

/** What the specification's list of calls (§7) says of one: the server has it, or a later issue brings it. */
export type SpecifiedCall =
  | {
      /** A: the app's page, U: its signed-in user, S: the app's back end, none: anyone. */
      auth: 'A' | 'U' | 'S' | 'none'
      /** A body with every field of the wire reference. */
      body?: object
    }
  | {
      /** Refused by `not_supported` until then. */
      later: 'wallets'
    }

const verifier = 'v'.repeat(48)
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const solanaAddress = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
const email = 'ada@example.com'
const phoneNumber = '+12015550123'
const code = '123456'
const nonce = 'n'.repeat(43)
const token = 'captcha'
const mode = 'login-or-sign-up'
const walletMeta = {
  chainId: 'eip155:1',
  walletClientType: 'metamask',
  connectorType: 'injected',
}
const siwe = { message: 'message', signature: '0x12', ...walletMeta }
const siws = { message: 'message', signature: 'AAAA', walletClientType: null, connectorType: null }
const oauth = {
  authorization_code: 'code',
  state_code: verifier,
  code_verifier: verifier,
  code_type: 'raw',
}
const farcaster = { message: 'message', signature: '0x12', fid: 1 }
const relying_party = 'https://app.example.com'
const telegram_auth_result = { id: 1, first_name: 'Ada', auth_date: 1, hash: 'a'.repeat(64) }
const telegram_web_app_data = { user: '{}', auth_date: 1, hash: 'a'.repeat(64), query_id: 'q' }
const registration = {
  id: 'AAAA',
  raw_id: 'AAAA',
  type: 'public-key',
  authenticator_attachment: 'platform',
  client_extension_results: { cred_props: { rk: true } },
  response: { client_data_json: 'AAAA', attestation_object: 'AAAA' },
}
const assertion = {
  id: 'AAAA',
  raw_id: 'AAAA',
  type: 'public-key',
  client_extension_results: {},
  response: { client_data_json: 'AAAA', authenticator_data: 'AAAA', signature: 'AAAA' },
}

const sessions = {
  'POST /analytics_events': {
    auth: 'A',
    body: { event_name: 'sdk_initialize', client_id: null, payload: { clientTimestamp: 1 } },
  },
  'GET /apps/{}': { auth: 'A' },
  'GET /apps/{}/jwks.json': { auth: 'none' },
  'POST /sessions': { auth: 'A', body: { refresh_token: 'token' } },
  'POST /sessions/logout': { auth: 'A', body: { refresh_token: 'token' } },
  'POST /sessions/fork': { auth: 'U', body: { refresh_token: 'token' } },
  'POST /sessions/fork/recover': { auth: 'A', body: { refresh_token: 'token' } },
  'GET /users/me': { auth: 'U' },
  'POST /users/me/accept_terms': { auth: 'U' },
} as const satisfies Record<string, SpecifiedCall>

const byCode = {
  'POST /passwordless/init': { auth: 'A', body: { email, token } },
  'POST /passwordless/authenticate': { auth: 'A', body: { email, code, mode } },
  'POST /passwordless/link': { auth: 'U', body: { email, code } },
  'POST /passwordless/unlink': { auth: 'U', body: { address: email } },
  'POST /passwordless/update': {
    auth: 'U',
    body: { oldAddress: email, newAddress: 'grace@example.com', code },
  },
  'POST /passwordless/transfer': { auth: 'U', body: { nonce, email } },
  'POST /passwordless_sms/init': { auth: 'A', body: { phoneNumber, token } },
  'POST /passwordless_sms/authenticate': { auth: 'A', body: { phoneNumber, code, mode } },
  'POST /passwordless_sms/link': { auth: 'U', body: { phoneNumber, code } },
  'POST /passwordless_sms/unlink': { auth: 'U', body: { phoneNumber } },
  'POST /passwordless_sms/update': {
    auth: 'U',
    body: { old_phone_number: phoneNumber, new_phone_number: '+12015550124', code },
  },
  'POST /passwordless_sms/transfer': { auth: 'U', body: { nonce, phoneNumber } },
} as const satisfies Record<string, SpecifiedCall>

const byWallet = {
  'POST /siwe/init': { auth: 'A', body: { address, token } },
  'POST /siwe/authenticate': { auth: 'A', body: { ...siwe, mode } },
  'POST /siwe/link': { auth: 'U', body: siwe },
  'POST /siwe/link_smart_wallet': {
    auth: 'U',
    body: {
      message: 'message',
      signature: '0x12',
      smart_wallet_type: 'safe',
      smart_wallet_version: '1.4.1',
    },
  },
  'POST /siwe/unlink': { auth: 'U', body: { address } },
  'POST /siwe/transfer': { auth: 'U', body: { nonce, address, ...walletMeta } },
  'POST /siws/init': { auth: 'A', body: { address: solanaAddress, token } },
  'POST /siws/authenticate': { auth: 'A', body: { ...siws, mode, message_type: 'plain' } },
  'POST /siws/link': { auth: 'U', body: { ...siws, message_type: 'transaction' } },
  'POST /siws/unlink': { auth: 'U', body: { address: solanaAddress } },
  'POST /siws/transfer': {
    auth: 'U',
    body: { nonce, address: solanaAddress, walletClientType: null, connectorType: null },
  },
} as const satisfies Record<string, SpecifiedCall>

const byProvider = {
  'POST /oauth/init': {
    auth: 'A',
    body: {
      redirect_to: 'https://app.example.com/',
      provider: 'twitch',
      token,
      state_code: verifier,
      code_challenge: 'c'.repeat(43),
    },
  },
  'POST /oauth/authenticate': { auth: 'A', body: { ...oauth, mode } },
  'POST /oauth/link': { auth: 'U', body: oauth },
  'POST /oauth/unlink': { auth: 'U', body: { subject: '1', provider: 'google' } },
  'POST /recovery/oauth/init': {
    auth: 'U',
    body: {
      redirect_to: 'https://app.example.com/',
      token,
      state_code: verifier,
      code_challenge: 'c'.repeat(43),
    },
  },
  'POST /recovery/oauth/authenticate': {
    auth: 'U',
    body: { authorization_code: 'code', state_code: verifier, code_verifier: verifier },
  },
  'POST /recovery/oauth/init_icloud': { auth: 'U', body: { client_type: 'web' } },
  'POST /recovery/configuration_icloud': { auth: 'U', body: { client_type: 'expo-ios' } },
  'GET /recovery/oauth/callback_icloud/{}/expo_ios': { auth: 'none' },
  'POST /embedded_wallets/{}/recovery/key_material': {
    auth: 'U',
    body: { chain_type: 'ethereum' },
  },
  'POST /oauth/transfer': {
    auth: 'U',
    body: {
      nonce,
      userInfo: {
        subject: '1',
        name: 'Ada',
        username: 'ada',
        profilePictureUrl: 'https://example.com/ada.png',
        email,
        vanityName: 'ada',
        meta: { providerAppId: 'x' },
      },
    },
  },
  'POST /custom_jwt_account/authenticate': { auth: 'A', body: { token: 'a.b.c', mode } },
  'POST /custom_jwt_account/link': { auth: 'U', body: { token: 'a.b.c' } },
  'POST /guest/authenticate': { auth: 'A', body: { guest_credential: 'g'.repeat(43) } },
  'POST /farcaster/init': {
    auth: 'A',
    body: { token, relying_party, redirect_url: relying_party },
  },
  'GET /farcaster/status': { auth: 'A' },
  'POST /farcaster/authenticate': {
    auth: 'A',
    body: { channel_token: 'channel', ...farcaster, mode },
  },
  'POST /farcaster/link': { auth: 'U', body: { channel_token: 'channel', ...farcaster } },
  'POST /farcaster/unlink': { auth: 'U', body: { fid: 1 } },
  'POST /farcaster/transfer': {
    auth: 'U',
    body: { nonce, farcaster_id: '1', farcaster_embedded_address: null },
  },
  'POST /farcaster/signer/init': {
    auth: 'U',
    body: { ed25519_public_key: `0x${'ab'.repeat(32)}`, deadline: 1_900_000_000 },
  },
  'POST /farcaster/signer/status': {
    auth: 'U',
    body: { ed25519_public_key: `0x${'ab'.repeat(32)}` },
  },
  'POST /api/v2/farcaster/init': { auth: 'A', body: {} },
  'POST /api/v2/farcaster/authenticate': { auth: 'A', body: { ...farcaster, mode } },
  'POST /telegram/authenticate': {
    auth: 'A',
    body: { captcha_token: token, telegram_auth_result, telegram_web_app_data, mode },
  },
  'POST /telegram/link': { auth: 'U', body: { telegram_auth_result, telegram_web_app_data } },
  'POST /telegram/unlink': { auth: 'U', body: { telegram_user_id: '1' } },
  'POST /telegram/transfer': {
    auth: 'U',
    body: { nonce, telegram_auth_result, telegram_web_app_data },
  },
  'POST /passkeys/register/init': { auth: 'A', body: { relying_party, token } },
  'POST /passkeys/register': {
    auth: 'A',
    body: { relying_party, authenticator_response: registration },
  },
  'POST /passkeys/authenticate/init': { auth: 'A', body: { relying_party, token } },
  'POST /passkeys/authenticate': {
    auth: 'A',
    body: { relying_party, challenge: 'AAAA', authenticator_response: assertion },
  },
  'POST /passkeys/link/init': { auth: 'U', body: { relying_party, token } },
  'POST /passkeys/link': {
    auth: 'U',
    body: { relying_party, authenticator_response: registration },
  },
  'POST /mfa/passkeys/init': { auth: 'U', body: { relying_party } },
  'POST /mfa/passkeys/verify': {
    auth: 'U',
    body: { authenticator_response: assertion, relying_party },
  },
  'POST /mfa/passkeys/enrollment': {
    auth: 'U',
    body: { credential_ids: ['AAAA'], remove_for_login: true },
  },
  'POST /mfa/passwordless_sms/init': { auth: 'U', body: { action: 'enroll', phoneNumber } },
  'POST /mfa/passwordless_sms/verify': { auth: 'U', body: { code } },
  'POST /mfa/passwordless_sms/enroll': { auth: 'U', body: { code, phoneNumber } },
  'POST /mfa/passwordless_sms/unenroll': { auth: 'U', body: {} },
  'POST /mfa/totp/init': { auth: 'U', body: {} },
  'POST /mfa/totp/verify': { auth: 'U', body: { code } },
  'POST /mfa/totp/enroll': { auth: 'U', body: { code } },
  'POST /mfa/totp/unenroll': { auth: 'U', body: {} },
  'POST /passkeys/unlink': { auth: 'U', body: { credential_id: 'AAAA', remove_as_mfa: true } },
} as const satisfies Record<string, SpecifiedCall>

const appOfBackEnd = {
  'GET /users': { auth: 'S' },
  'POST /users': {
    auth: 'S',
    body: {
      linked_accounts: [{ type: 'email', address: email }],
      custom_metadata: { plan: 'pro' },
    },
  },
  'GET /users/{}': { auth: 'S' },
  'DELETE /users/{}': { auth: 'S' },
  'POST /users/search': { auth: 'S', body: { searchTerm: 'ada', cursor: null } },
  'POST /users/email/address': { auth: 'S', body: { address: email } },
  'POST /users/phone/number': { auth: 'S', body: { number: phoneNumber } },
  'POST /users/wallet/address': { auth: 'S', body: { address } },
  'POST /users/smart_wallet/address': { auth: 'S', body: { address } },
  'POST /users/farcaster/fid': { auth: 'S', body: { fid: 1 } },
  'POST /users/discord/username': { auth: 'S', body: { username: 'ada' } },
  'POST /users/github/username': { auth: 'S', body: { username: 'ada' } },
  'POST /users/twitter/username': { auth: 'S', body: { username: 'ada' } },
  'POST /users/twitter/subject': { auth: 'S', body: { subject: '1' } },
  'POST /users/telegram/telegram_user_id': { auth: 'S', body: { telegram_user_id: '1' } },
  'POST /users/telegram/username': { auth: 'S', body: { username: 'ada' } },
  'POST /users/custom_auth/id': { auth: 'S', body: { custom_user_id: 'ada' } },
  'POST /users/{}/custom_metadata': { auth: 'S', body: { custom_metadata: { seats: 1 } } },
  'POST /users/{}/accounts/unlink': { auth: 'S', body: { type: 'email', handle: email } },
  'POST /users/{}/wallets': { auth: 'S', body: { wallets: [{ chain_type: 'ethereum' }] } },
  'POST /apps/{}/users/wallet': { auth: 'S', body: { user_id: 'did:privy:x' } },
  'GET /apps/{}/allowlist': { auth: 'S' },
  'POST /apps/{}/allowlist': { auth: 'S', body: { type: 'email', value: email } },
  'DELETE /apps/{}/allowlist': { auth: 'S', body: { type: 'email', value: email } },
  'GET /apps/{}/test_credentials': { auth: 'S' },
  'GET /apps/{}/smart_wallets': { auth: 'A' },
  'POST /apps/{}/smart_wallets': { auth: 'S', body: { enabled: false } },
} as const satisfies Record<string, SpecifiedCall>

const later = {
  'GET /apps/{}/cross-app/connections': { auth: 'A' },
  'GET /apps/{}/cross-app/details': { auth: 'none' },
} as const satisfies Record<string, SpecifiedCall>

/**
 * Every call of the specification's §7, and of the wire reference §11 to §14 and §23 that it stands for, by method and path
 * after the prefix; `{}` is a parameter.
 */
export const specifiedCalls: Readonly<Record<string, SpecifiedCall>> = {
  ...sessions,
  ...byCode,
  ...byWallet,
  ...byProvider,
  ...appOfBackEnd,
  ...funding,
  ...wallets,
  ...later,
}
