import { startHeads } from './start-api.js'

/**
 * How the routes that an app's page calls are found, each once: the features describe the rest of them, and `pageApi` is
 * what a page loads. In a file of its own, so that a page loads no schema.
 */
export const pageHeads = {
  ...startHeads,
  email: {
    init: { method: 'POST', path: '/passwordless/init', auth: 'any-app', captcha: 'token' },
    authenticate: { method: 'POST', path: '/passwordless/authenticate', auth: 'any-app' },
    link: { method: 'POST', path: '/passwordless/link', auth: 'user' },
    unlink: { method: 'POST', path: '/passwordless/unlink', auth: 'user' },
    update: { method: 'POST', path: '/passwordless/update', auth: 'user' },
    transfer: { method: 'POST', path: '/passwordless/transfer', auth: 'user' },
  },
  loginLink: {
    status: {
      method: 'POST',
      path: '/login_link/status',
      prefixes: ['/api/v1'],
      auth: 'app',
    },
    authenticate: {
      method: 'POST',
      path: '/login_link/authenticate',
      prefixes: ['/api/v1'],
      auth: 'app',
    },
  },
  customJwt: {
    authenticate: { method: 'POST', path: '/custom_jwt_account/authenticate', auth: 'any-app' },
    link: { method: 'POST', path: '/custom_jwt_account/link', auth: 'user' },
  },
  farcaster: {
    init: { method: 'POST', path: '/farcaster/init', auth: 'any-app', captcha: 'token' },
    status: { method: 'GET', path: '/farcaster/status', auth: 'any-app' },
    authenticate: { method: 'POST', path: '/farcaster/authenticate', auth: 'any-app' },
    link: { method: 'POST', path: '/farcaster/link', auth: 'user' },
    unlink: { method: 'POST', path: '/farcaster/unlink', auth: 'user' },
    transfer: { method: 'POST', path: '/farcaster/transfer', auth: 'user' },
  },
  farcasterV2: {
    init: { method: 'POST', path: '/v2/farcaster/init', prefixes: ['/api'], auth: 'any-app' },
    authenticate: {
      method: 'POST',
      path: '/v2/farcaster/authenticate',
      prefixes: ['/api'],
      auth: 'any-app',
    },
  },
  farcasterSigner: {
    status: { method: 'POST', path: '/farcaster/signer/status', auth: 'user' },
  },
  guest: {
    init: { method: 'POST', path: '/guest/init', prefixes: ['/api/v1'], auth: 'app' },
    authenticate: { method: 'POST', path: '/guest/authenticate', auth: 'app' },
  },
  mfa: {
    smsInit: { method: 'POST', path: '/mfa/passwordless_sms/init', auth: 'user-or-frame' },
    passkeysInit: { method: 'POST', path: '/mfa/passkeys/init', auth: 'user-or-frame' },
    resetState: { method: 'GET', path: '/mfa/reset', prefixes: ['/api/v1'], auth: 'user' },
    resetInit: { method: 'POST', path: '/mfa/reset/init', prefixes: ['/api/v1'], auth: 'user' },
    resetCancel: { method: 'POST', path: '/mfa/reset/cancel', prefixes: ['/api/v1'], auth: 'user' },
  },
  passkey: {
    registerInit: {
      method: 'POST',
      path: '/passkeys/register/init',
      auth: 'app',
      captcha: 'token',
    },
    register: { method: 'POST', path: '/passkeys/register', auth: 'app' },
    authenticateInit: {
      method: 'POST',
      path: '/passkeys/authenticate/init',
      auth: 'app',
      captcha: 'token',
    },
    authenticate: { method: 'POST', path: '/passkeys/authenticate', auth: 'app' },
    linkInit: { method: 'POST', path: '/passkeys/link/init', auth: 'user', captcha: 'token' },
    link: { method: 'POST', path: '/passkeys/link', auth: 'user' },
    unlink: { method: 'POST', path: '/passkeys/unlink', auth: 'user' },
    rename: { method: 'POST', path: '/passkeys/rename', prefixes: ['/api/v1'], auth: 'user' },
  },
  oauth: {
    init: { method: 'POST', path: '/oauth/init', auth: 'app', captcha: 'token' },
    authenticate: { method: 'POST', path: '/oauth/authenticate', auth: 'app' },
    link: { method: 'POST', path: '/oauth/link', auth: 'user' },
    unlink: { method: 'POST', path: '/oauth/unlink', auth: 'user' },
    transfer: { method: 'POST', path: '/oauth/transfer', auth: 'user' },
  },
  siwe: {
    init: { method: 'POST', path: '/siwe/init', auth: 'any-app', captcha: 'token' },
    authenticate: { method: 'POST', path: '/siwe/authenticate', auth: 'any-app' },
    link: { method: 'POST', path: '/siwe/link', auth: 'user' },
    linkSmartWallet: { method: 'POST', path: '/siwe/link_smart_wallet', auth: 'user' },
    unlink: { method: 'POST', path: '/siwe/unlink', auth: 'user' },
    transfer: { method: 'POST', path: '/siwe/transfer', auth: 'user' },
  },
  siws: {
    init: { method: 'POST', path: '/siws/init', auth: 'any-app', captcha: 'token' },
    authenticate: { method: 'POST', path: '/siws/authenticate', auth: 'any-app' },
    link: { method: 'POST', path: '/siws/link', auth: 'user' },
    unlink: { method: 'POST', path: '/siws/unlink', auth: 'user' },
    transfer: { method: 'POST', path: '/siws/transfer', auth: 'user' },
  },
  sms: {
    init: { method: 'POST', path: '/passwordless_sms/init', auth: 'any-app', captcha: 'token' },
    authenticate: { method: 'POST', path: '/passwordless_sms/authenticate', auth: 'any-app' },
    link: { method: 'POST', path: '/passwordless_sms/link', auth: 'user' },
    unlink: { method: 'POST', path: '/passwordless_sms/unlink', auth: 'user' },
    update: { method: 'POST', path: '/passwordless_sms/update', auth: 'user' },
    transfer: { method: 'POST', path: '/passwordless_sms/transfer', auth: 'user' },
  },
  telegram: {
    authenticate: {
      method: 'POST',
      path: '/telegram/authenticate',
      auth: 'any-app',
      captcha: 'captcha_token',
    },
    link: { method: 'POST', path: '/telegram/link', auth: 'user' },
    unlink: { method: 'POST', path: '/telegram/unlink', auth: 'user' },
    transfer: { method: 'POST', path: '/telegram/transfer', auth: 'user' },
  },
} as const
