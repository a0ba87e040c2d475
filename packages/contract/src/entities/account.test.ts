import { describe, expect, test } from 'vitest'
import { analytics } from '../features/analytics.js'
import { letters, outcome } from '../test/outcome.js'
import { appConfig, loginSwitches } from './app-config.js'
import { linkedAccount } from './linked-account.js'
import { mfaAction } from './mfa.js'
import { appSettings } from './own-app-config.js'
import { session } from './session.js'
import { user } from './user.js'

const times = { verified_at: 1, first_verified_at: 1, latest_verified_at: null }

/** One of each kind of linked account (specification §3), with every field. */
const accounts = [
  { type: 'email', ...times, address: 'ada@example.com' },
  { type: 'phone', ...times, phoneNumber: '+1 201 555 0123' },
  ...['ethereum', 'solana'].map((chain_type) => ({
    type: 'wallet',
    ...times,
    address: '0x1',
    chain_id: 'eip155:1',
    chain_type,
    wallet_client: 'unknown',
    wallet_client_type: 'metamask',
    connector_type: 'injected',
  })),
  ...['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot'].map((chain_type) => ({
    type: 'wallet',
    ...times,
    id: null,
    address: '0x1',
    imported: false,
    delegated: false,
    wallet_index: 0,
    chain_id: 'eip155:1',
    chain_type,
    wallet_client: 'privy',
    wallet_client_type: 'privy',
    connector_type: 'embedded',
    recovery_method: 'user-passcode',
    public_key: 'p',
  })),
  {
    type: 'smart_wallet',
    ...times,
    address: '0x1',
    smart_wallet_type: 'safe',
    smart_wallet_version: '1.4.1',
  },
  {
    type: 'farcaster',
    ...times,
    fid: 1,
    owner_address: '0x1',
    username: 'a',
    display_name: 'A',
    bio: 'b',
    profile_picture: 'u',
    profile_picture_url: 'u',
    homepage_url: 'u',
    signer_public_key: '0x',
  },
  {
    type: 'passkey',
    ...times,
    credential_id: 'c',
    created_with_browser: 'b',
    created_with_os: 'o',
    created_with_device: 'd',
    authenticator_name: 'n',
    enrolled_in_mfa: true,
  },
  {
    type: 'telegram',
    ...times,
    telegram_user_id: '1',
    first_name: 'A',
    last_name: 'L',
    username: 'a',
    photo_url: 'u',
  },
  { type: 'google_oauth', ...times, subject: 's', email: 'e', name: 'n' },
  {
    type: 'twitter_oauth',
    ...times,
    subject: 's',
    username: 'u',
    name: 'n',
    profile_picture_url: 'p',
  },
  { type: 'discord_oauth', ...times, subject: 's', username: 'u', email: 'e' },
  { type: 'github_oauth', ...times, subject: 's', username: 'u', name: 'n', email: 'e' },
  { type: 'linkedin_oauth', ...times, subject: 's', name: 'n', email: 'e', vanity_name: 'v' },
  { type: 'spotify_oauth', ...times, subject: 's', email: 'e', name: 'n' },
  { type: 'instagram_oauth', ...times, subject: 's', username: 'u' },
  { type: 'tiktok_oauth', ...times, subject: 's', username: 'u', name: 'n' },
  { type: 'apple_oauth', ...times, subject: 's', email: 'e' },
  { type: 'twitch_oauth', ...times, subject: 's', username: null },
  { type: 'custom_auth', ...times, custom_user_id: 'c' },
  {
    type: 'cross_app',
    ...times,
    subject: 's',
    provider_app_id: 'p',
    embedded_wallets: [{ address: '0x1' }],
    smart_wallets: [],
  },
]

const ada = {
  id: 'did:privy:cm3np4u9j001rc8b73seqmqqk',
  created_at: 1,
  linked_accounts: accounts,
  mfa_methods: [
    { type: 'sms', verified_at: 1 },
    { type: 'totp', verified_at: 1 },
    { type: 'passkey', verified_at: 1 },
  ],
  has_accepted_terms: false,
  is_guest: false,
  custom_metadata: { plan: 'pro', seats: 2, beta: true },
}

describe('linkedAccount', () => {
  test.each(accounts)('keeps every field of $type on $chain_type', (value) => {
    expect(outcome(linkedAccount, value)).toEqual({ value })
  })

  test.each(accounts)('error: refuses $type without verified_at', ({ verified_at: _, ...rest }) => {
    expect(outcome(linkedAccount, rest)).not.toHaveProperty('value')
  })

  test('demands public_key of embedded wallets on every chain but Ethereum', () => {
    const embedded = accounts.filter((each) => 'wallet_index' in each)
    const without = embedded.map(({ public_key: _, ...rest }: Record<string, unknown>) => rest)
    const accepted = without.filter((each) => linkedAccount.safeParse(each).success)

    expect(embedded.map(({ chain_type }: Record<string, unknown>) => chain_type)).toEqual([
      'ethereum',
      'solana',
      'bitcoin-segwit',
      'bitcoin-taproot',
    ])
    expect(accepted.map(({ chain_type }) => chain_type)).toEqual(['ethereum'])
  })

  test('error: knows no other type', () => {
    expect(outcome(linkedAccount, { type: 'myspace_oauth', ...times })).not.toHaveProperty('value')
  })
})

describe('user and session', () => {
  test('keep every field', () => {
    const value = {
      user: ada,
      token: 't',
      privy_access_token: 'p',
      refresh_token: 'r',
      identity_token: 'i',
      is_new_user: true,
      oauth_tokens: {
        provider: 'google',
        access_token: 'a',
        access_token_expires_in_seconds: 1,
        refresh_token: 'r',
        refresh_token_expires_in_seconds: 1,
        scopes: ['email'],
      },
      session_update_action: 'set',
    }
    expect(outcome(user, ada)).toEqual({ value: ada })
    expect(outcome(session, value)).toEqual({ value })
  })

  test('have a logged-out form', () => {
    const value = {
      user: null,
      token: null,
      privy_access_token: null,
      refresh_token: null,
      session_update_action: 'clear',
    }
    const { privy_access_token: _, ...shorter } = value
    expect(outcome(session, value)).toEqual({ value })
    expect(outcome(session, shorter)).toEqual({ value: shorter })
  })

  test('error: only the logged-out form leaves privy_access_token out', () => {
    const loggedOut = { user: null, token: null, refresh_token: null }
    for (const changes of [
      { session_update_action: 'set' },
      { session_update_action: 'ignore' },
      { session_update_action: 'clear', token: 't' },
      { session_update_action: 'clear', user: ada },
    ]) {
      expect(outcome(session, { ...loggedOut, ...changes })).not.toHaveProperty('value')
    }
  })

  test('error: MFA methods are objects, and no others than three', () => {
    expect(outcome(user, { ...ada, mfa_methods: ['sms'] })).not.toHaveProperty('value')
    expect(
      outcome(user, { ...ada, mfa_methods: [{ type: 'email', verified_at: 1 }] }),
    ).not.toHaveProperty('value')
  })

  test('error: the client is told to set, ignore or clear', () => {
    const value = { user: null, token: null, privy_access_token: null, refresh_token: null }
    expect(outcome(session, { ...value, session_update_action: 'keep' })).not.toHaveProperty(
      'value',
    )
    expect(outcome(session, { ...value, session_update_action: 'ignore' })).toHaveProperty('value')
  })
})

describe('appSettings', () => {
  test('takes any part of the configuration that an owner decides', () => {
    const value = { name: 'Demo', guest_auth: true, allowed_domains: [], accent_color: null }
    expect(outcome(appSettings, {})).toEqual({ value: {} })
    expect(outcome(appSettings, value)).toEqual({ value })
  })

  test.each(['id', 'verification_key', 'created_at', 'updated_at', 'acent_color'])(
    'error: refuses %s, which no owner sets',
    (key) => {
      expect(outcome(appSettings, { theme: 'dark', [key]: 'x' })).not.toHaveProperty('value')
    },
  )

  test('error: refuses a wrong type', () => {
    expect(outcome(appSettings, { email_auth: 'yes' })).not.toHaveProperty('value')
  })

  test('has a key for all of the configuration but what the server derives', () => {
    const left = Object.keys(appConfig.shape).filter((key) => !(key in appSettings.shape))
    expect(left.sort()).toEqual([
      'captcha_url',
      'created_at',
      'custom_oauth_providers',
      'enabled_captcha_provider',
      'funding_urls',
      'id',
      'telegram_oauth',
      'telegram_seamless_auth_enabled',
      'updated_at',
      'verification_key',
    ])
    expect(loginSwitches.every((name) => name in appSettings.shape)).toBe(true)
  })
})

describe('analytics.record', () => {
  const { body } = analytics.record

  test.each([
    { event_name: 'a' },
    { event_name: letters(255), client_id: letters(255), payload: { a: [1, { b: null }] } },
    { event_name: 'a', client_id: null, payload: null },
  ])('keeps %j', (value) => {
    expect(outcome(body, value)).toEqual({ value })
  })

  test.each([
    [{}, 'event_name must have 1 to 255 characters'],
    [{ event_name: '' }, 'event_name must have 1 to 255 characters'],
    [{ event_name: letters(256) }, 'event_name must have 1 to 255 characters'],
    [{ event_name: 'a\0' }, 'event_name must have 1 to 255 characters'],
    [{ event_name: 'a', client_id: letters(256) }, 'client_id must have at most 255 characters'],
    [{ event_name: 'a', client_id: 5 }, 'client_id must have at most 255 characters'],
  ])('error: refuses %j', (input, message) => {
    expect(outcome(body, input)).toEqual([message])
  })
})

describe('mfaAction', () => {
  test.each(['verify', 'enroll'])('knows %s', (value) => {
    expect(outcome(mfaAction, value)).toEqual({ value })
  })

  test.each([undefined, null, '', 'unenroll', 'VERIFY', 1])('error: does not know %s', (input) => {
    expect(outcome(mfaAction, input)).toEqual(["action must be 'verify' or 'enroll'"])
  })
})
