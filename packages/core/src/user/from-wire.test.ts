import { describe, expect, test } from 'vitest'
import { account, walletAccount } from '../test-kit/server.js'
import type { WireUser } from '../types.js'
import { fromWire, isEmbedded, walletsOf } from './from-wire.js'

const wire: WireUser = {
  id: 'id-1',
  created_at: 1_750_000_000,
  linked_accounts: [
    account({ type: 'email', address: 'ada@example.com' }),
    account({ type: 'phone', phoneNumber: '+1 201 555 0123' }),
    account({
      type: 'wallet',
      address: '0x1',
      chain_type: 'ethereum',
      wallet_client: 'unknown',
      wallet_client_type: 'metamask',
    }),
    walletAccount('solana', 'So1', 0),
    account({ type: 'telegram', telegram_user_id: '7', first_name: 'Ada' }),
  ],
  mfa_methods: [{ type: 'totp', verified_at: 1 }],
  has_accepted_terms: true,
  is_guest: false,
  custom_metadata: { plan_name: 'pro' },
}

describe('fromWire', () => {
  test('gives camelCase, dates and shortcuts', () => {
    const user = fromWire(wire)

    expect(user).toMatchObject({
      id: 'id-1',
      createdAt: new Date('2025-06-15T15:06:40Z'),
      email: { address: 'ada@example.com' },
      phone: { number: '+1 201 555 0123' },
      wallet: { address: '0x1', walletClientType: 'metamask', imported: false, walletIndex: null },
      mfaMethods: ['totp'],
      hasAcceptedTerms: true,
      isGuest: false,
      delegatedWallets: [],
      customMetadata: { plan_name: 'pro' },
    })
    expect(user.linkedAccounts[4]).toEqual({
      type: 'telegram',
      telegramUserId: '7',
      firstName: 'Ada',
      verifiedAt: new Date('2025-06-15T15:06:40Z'),
      firstVerifiedAt: new Date('2025-06-15T15:06:40Z'),
      latestVerifiedAt: null,
    })
  })

  test('has a shortcut to the first account of each provider, and to the smart wallet', () => {
    const providers = [
      'google',
      'twitter',
      'discord',
      'github',
      'spotify',
      'instagram',
      'tiktok',
      'linkedin',
      'apple',
      'twitch',
    ]
    const linked_accounts = providers.flatMap((name) => [
      account({ type: `${name}_oauth`, subject: `first-${name}`, profile_picture_url: 'p' }),
      account({ type: `${name}_oauth`, subject: 'second' }),
    ])
    const smart = account({ type: 'smart_wallet', address: '0x5', smart_wallet_type: 'safe' })

    const user = fromWire({ ...wire, linked_accounts: [...linked_accounts, smart] })

    for (const name of providers)
      expect(user).toHaveProperty(name, expect.objectContaining({ subject: `first-${name}` }))
    expect(user.twitter).toMatchObject({ profilePictureUrl: 'p' })
    expect(user.smartWallet).toMatchObject({ address: '0x5', smartWalletType: 'safe' })
    expect(fromWire(wire)).not.toHaveProperty('google')
  })

  test('names the fields of Farcaster and Telegram as the React reference does', () => {
    const farcaster = {
      type: 'farcaster',
      fid: 1234,
      owner_address: '0xowner',
      username: 'ada',
      display_name: 'Ada',
      bio: 'Sails',
      profile_picture_url: 'https://example.com/ada.png',
      homepage_url: 'https://example.com',
      signer_public_key: '0xkey',
    }
    const user = fromWire({
      ...wire,
      linked_accounts: [...wire.linked_accounts, account(farcaster)],
    })

    expect(user.farcaster).toMatchObject({
      fid: 1234,
      ownerAddress: '0xowner',
      username: 'ada',
      displayName: 'Ada',
      bio: 'Sails',
      pfp: 'https://example.com/ada.png',
      url: 'https://example.com',
      signerPublicKey: '0xkey',
    })
    expect(user.telegram).toMatchObject({
      telegramUserId: '7',
      firstName: 'Ada',
    })
  })

  test('leaves out shortcuts of accounts the user lacks', () => {
    const user = fromWire({ ...wire, linked_accounts: [] })

    expect(Object.keys(user)).not.toContain('email')
    expect(Object.keys(user)).not.toContain('wallet')
    expect(Object.keys(user)).not.toContain('farcaster')
    expect(Object.keys(user)).not.toContain('telegram')
  })

  test('passes through accounts of a newer server', () => {
    const [linked] = fromWire({
      ...wire,
      linked_accounts: [account({ type: 'brand_new', some_field: 1 })],
    }).linkedAccounts

    expect(linked).toMatchObject({ type: 'brand_new', someField: 1 })
  })
})

describe('walletsOf', () => {
  test('lists every wallet and tells ours from others', () => {
    const wallets = walletsOf(fromWire(wire))

    expect(wallets.map((each) => [each.address, isEmbedded(each)])).toEqual([
      ['0x1', false],
      ['So1', true],
    ])
    expect(wallets[1]).toMatchObject({ chainType: 'solana', walletIndex: 0, id: null })
  })
})
