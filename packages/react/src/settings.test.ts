import type { AppConfig } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import type { SallyportConfig } from './config.js'
import { combine, type Settings } from './settings.js'

const app = {
  name: 'Harbour',
  logo_url: 'https://a.example/logo.svg',
  theme: 'dark',
  accent_color: '#112233',
  email_auth: true,
  guest_auth: false,
  terms_and_conditions_url: 'https://a.example/terms',
  privacy_policy_url: null,
  require_users_accept_terms: true,
  enforce_wallet_uis: false,
  allowlist_config: {
    error_title: 'No',
    error_detail: null,
    cta_text: 'Ask',
    cta_link: 'javascript:alert(1)',
  },
  embedded_wallet_config: { create_on_login: 'off', solana: { create_on_login: 'all-users' } },
} as unknown as AppConfig // the rest is not looked at

type Pick = (settings: Settings) => unknown
const creation: Pick = (settings) => settings.rules.createOnLogin

describe('combine', () => {
  test.each<[string, AppConfig | null, SallyportConfig, Pick, unknown]>([
    ['theme: the app’s', app, {}, (s) => s.appearance.theme, 'dark'],
    [
      'theme: the provider wins',
      app,
      { appearance: { theme: '#fff' } },
      (s) => s.appearance.theme,
      '#fff',
    ],
    ['theme: light before the app is known', null, {}, (s) => s.appearance.theme, 'light'],
    [
      'theme: nonsense from the server',
      { ...app, theme: 'url(x)' },
      {},
      (s) => s.appearance.theme,
      'light',
    ],
    ['accent: the app’s', app, {}, (s) => s.appearance.accentColor, '#112233'],
    [
      'accent: the provider wins',
      app,
      { appearance: { accentColor: '#abc' } },
      (s) => s.appearance.accentColor,
      '#abc',
    ],
    [
      'accent: nonsense is none',
      { ...app, accent_color: 'red' },
      {},
      (s) => s.appearance.accentColor,
      null,
    ],
    [
      'logo: the provider wins',
      app,
      { appearance: { logo: '/l.png' } },
      (s) => s.appearance.logo,
      '/l.png',
    ],
    [
      'message: cut to 100',
      app,
      { appearance: { loginMessage: 'x'.repeat(120) } },
      (s) => s.appearance.loginMessage?.length,
      100,
    ],
    ['methods: the app’s', app, {}, (s) => s.loginMethods, ['email']],
    [
      'methods: named wallets are one method, where the first of them stands',
      app,
      { loginMethodsAndOrder: { primary: ['email', 'metamask', 'google', 'rainbow'] } },
      (s) => [s.loginMethods, s.wallets.firstScreen, s.wallets.walletList],
      [
        ['email', 'wallet', 'google'],
        ['metamask', 'rainbow'],
        ['metamask', 'rainbow'],
      ],
    ],
    [
      'methods: wallets behind "More options"',
      app,
      { loginMethodsAndOrder: { primary: ['email'], overflow: ['phantom', 'google'] } },
      (s) => [s.loginMethods, s.overflow, s.wallets.walletList, s.wallets.first],
      [['email', 'wallet', 'google'], ['wallet', 'google'], ['phantom'], false],
    ],
    [
      'methods: a wallet that comes first stands above the other methods',
      app,
      { loginMethodsAndOrder: { primary: ['detected_wallets', 'email'] } },
      (s) => [s.loginMethods, s.wallets.first],
      [['wallet', 'email'], true],
    ],
    [
      'creation: with a login of the app’s own every user gets a wallet',
      app,
      { customAuth: { isLoading: false, getCustomAccessToken: async () => undefined } },
      (s) => s.rules.createOnLogin.ethereum,
      'all-users',
    ],
    [
      'creation: none where the page says so',
      app,
      {
        customAuth: { isLoading: false, getCustomAccessToken: async () => undefined },
        embeddedWallets: { createOnLogin: 'off' },
      },
      (s) => s.rules.createOnLogin.ethereum,
      'off',
    ],
    [
      'recovery: not asked for with a login of the app’s own',
      {
        ...app,
        embedded_wallet_config: {
          ...app.embedded_wallet_config,
          user_owned_recovery_options: ['user-passcode'],
          require_user_owned_recovery_on_create: true,
        },
      } as AppConfig,
      { customAuth: { isLoading: false, getCustomAccessToken: async () => undefined } },
      (s) => s.rules.recovery.isRequired,
      false,
    ],
    [
      'methods: exactly the provider’s',
      app,
      { loginMethods: ['guest'] },
      (s) => s.loginMethods,
      ['guest'],
    ],
    ['methods: none before the app is known', null, {}, (s) => s.loginMethods, []],
    ['legal: the app’s', app, {}, (s) => s.legal.termsUrl, 'https://a.example/terms'],
    [
      'legal: the provider wins',
      app,
      { legal: { termsAndConditionsUrl: 'https://b.example' } },
      (s) => s.legal.termsUrl,
      'https://b.example',
    ],
    [
      'legal: only web links',
      app,
      { legal: { privacyPolicyUrl: 'javascript:x' } },
      (s) => s.legal.privacyUrl,
      null,
    ],
    ['terms: the app decides alone', app, {}, (s) => s.rules.termsRequired, true],
    [
      'allowlist: only web links',
      app,
      {},
      (s) => s.allowlist,
      { title: 'No', detail: null, ctaText: 'Ask', ctaLink: null },
    ],
    ['wallets: the app’s, by chain', app, {}, creation, { ethereum: 'off', solana: 'all-users' }],
    [
      'wallets: the provider’s for both',
      app,
      { embeddedWallets: { createOnLogin: 'users-without-wallets' } },
      creation,
      { ethereum: 'users-without-wallets', solana: 'users-without-wallets' },
    ],
    [
      'wallets: a chain’s own word',
      app,
      { embeddedWallets: { createOnLogin: 'all-users', solana: { createOnLogin: 'off' } } },
      creation,
      { ethereum: 'all-users', solana: 'off' },
    ],
    ['wallet screens: on', app, {}, (s) => s.showWalletUIs, true],
    [
      'wallet screens: off',
      app,
      { embeddedWallets: { showWalletUIs: false } },
      (s) => s.showWalletUIs,
      false,
    ],
    [
      'wallet screens: enforced',
      { ...app, enforce_wallet_uis: true },
      { embeddedWallets: { showWalletUIs: false } },
      (s) => s.showWalletUIs,
      true,
    ],
  ])('%s', (_, server, config, pick, expected) => {
    expect(pick(combine(server, config))).toEqual(expected)
  })
})

describe('providers that the app has added', () => {
  const added = (provider: `custom:${string}`, enabled: boolean) => ({
    provider,
    enabled,
    provider_display_name: 'Acme ID',
    provider_icon_url: enabled ? 'https://a.example/acme.svg' : 'javascript:alert(1)',
  })
  const withAdded: AppConfig = {
    ...app,
    google_oauth: true,
    passkey_auth: true,
    custom_oauth_providers: [added('custom:acme', true), added('custom:old', false)],
  }

  test('follow the known providers, with name and logo; those that are off are left out', () => {
    const { loginMethods, providers } = combine(withAdded, {})
    expect(loginMethods).toEqual(['email', 'google', 'custom:acme', 'passkey'])
    expect(providers).toEqual([
      { id: 'custom:acme', name: 'Acme ID', icon: 'https://a.example/acme.svg' },
    ])
  })

  test('are ordered by the page as every method', () => {
    const config: SallyportConfig = {
      loginMethodsAndOrder: { primary: ['custom:acme', 'email'], overflow: ['custom:unknown'] },
    }
    expect(combine(withAdded, config).loginMethods).toEqual(['custom:acme', 'email'])
  })
})
