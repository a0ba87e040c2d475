import type { LinkedAccount, LinkedAccountType, User } from '@sallyport/contract'
import { expect, test } from 'vitest'
import { signIdentityToken } from './identity-token.js'
import { generateSigningKey, loadSigningKey } from './signing-key.js'

const times = { verified_at: 1, first_verified_at: 1, latest_verified_at: 2 }
const named = { subject: 's', username: 'ada' }
const mailed = { subject: 's', email: 'ada@example.com' }
const addresses = [{ address: '0x1' }]

/** Of each type: an account without its type and times, and its entry in the token without `type` and `lv`. */
const entries: { [T in LinkedAccountType]: [object, object] } = {
  email: [{ address: 'ada@example.com' }, { address: 'ada@example.com' }],
  phone: [{ phoneNumber: '+12015550123' }, { phone_number: '+12015550123' }],
  wallet: [
    {
      address: '0x1',
      chain_type: 'ethereum',
      chain_id: 'eip155:1',
      wallet_client: 'unknown',
      wallet_client_type: 'metamask',
      connector_type: 'injected',
    },
    { address: '0x1', chain_type: 'ethereum', wallet_client_type: 'metamask' },
  ],
  smart_wallet: [
    { address: '0x1', smart_wallet_type: 'safe', smart_wallet_version: '1' },
    { address: '0x1', smart_wallet_type: 'safe' },
  ],
  farcaster: [
    { fid: 1, owner_address: '0x1', username: 'ada', bio: 'b' },
    { fid: 1, username: 'ada', oa: '0x1' },
  ],
  telegram: [
    { telegram_user_id: '1', username: 'ada', first_name: 'Ada' },
    { telegram_user_id: '1', username: 'ada' },
  ],
  passkey: [{ credential_id: 'c', enrolled_in_mfa: false }, { credential_id: 'c' }],
  google_oauth: [{ ...mailed, name: 'Ada' }, mailed],
  twitter_oauth: [
    { ...named, name: 'Ada', profile_picture_url: 'https://a.example/a.png' },
    { ...named, name: 'Ada', pfp: 'https://a.example/a.png' },
  ],
  discord_oauth: [{ ...named, email: null }, named],
  github_oauth: [{ ...named, name: 'Ada', email: null }, named],
  instagram_oauth: [named, named],
  tiktok_oauth: [{ ...named, name: 'Ada' }, named],
  twitch_oauth: [named, named],
  line_oauth: [{ ...mailed, name: 'Ada', profile_picture_url: null }, mailed],
  linkedin_oauth: [{ ...mailed, vanity_name: 'ada' }, mailed],
  spotify_oauth: [{ ...mailed, name: 'Ada' }, mailed],
  apple_oauth: [mailed, mailed],
  custom_auth: [{ custom_user_id: 'c' }, { custom_user_id: 'c' }],
  cross_app: [
    { subject: 's', provider_app_id: 'p', embedded_wallets: addresses, smart_wallets: [] },
    { subject: 's', provider_app_id: 'p', embedded_wallets: addresses, smart_wallets: [] },
  ],
}

test.each(Object.entries(entries))(
  'an account of %s has the entry of wire reference §5.4',
  (type, [account, entry]) => {
    expect(claimsOf({ type, ...times, ...account } as LinkedAccount)).toMatchObject({
      linked_accounts: JSON.stringify([{ type, ...entry, lv: 2 }]),
    })
  },
)

test('a guest and custom metadata are claims of their own', () => {
  expect(claimsOf(undefined, { is_guest: true, custom_metadata: { plan: 'pro' } })).toMatchObject({
    cr: '1',
    guest: 't',
    custom_metadata: '{"plan":"pro"}',
    linked_accounts: '[]',
  })
})

function claimsOf(account: LinkedAccount | undefined, more: Partial<User> = {}): object {
  const user: User = {
    id: 'did:privy:u',
    created_at: 1,
    linked_accounts: account === undefined ? [] : [account],
    mfa_methods: [],
    has_accepted_terms: false,
    is_guest: false,
    ...more,
  }
  const key = loadSigningKey(generateSigningKey().pkcs8)
  const token = signIdentityToken({ key, issuer: 'i', appId: 'a', userId: 'u', nowMs: 1000, user })
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
