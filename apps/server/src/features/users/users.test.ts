import { api, type LinkedAccountType, type RouteInput } from '@sallyport/contract'
import { createTestKit, type SignedIn, storeSettings, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount } from '../../db/links.js'
import { runMaintenance } from '../../maintenance.js'

let kit: TestKit
let secret: string
beforeAll(async () => {
  kit = await createTestKit()
  secret = kit.appSecret
})
afterAll(() => kit.close())

type Import = RouteInput<typeof api.users.import>['body']
const importUser = (body: Import) => kit.call(api.users.import, { body }, { secret })
const get = (userId: string) => kit.call(api.users.get, { params: { user_id: userId } }, { secret })
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

/** One account of each kind with what finds it. */
const kinds = {
  email: [
    { type: 'email', address: 'Grace@Example.com' },
    'byEmail',
    { address: 'grace@example.com' },
  ],
  phone: [{ type: 'phone', number: '(201) 555-0123' }, 'byPhone', { number: '+1 201 555 0123' }],
  wallet: [
    { type: 'wallet', address: wallet.toLowerCase(), chain_type: 'ethereum' },
    'byWallet',
    { address: wallet },
  ],
  solana: [
    { type: 'wallet', address: solana, chain_type: 'solana' },
    'byWallet',
    { address: solana },
  ],
  discord: [
    { type: 'discord_oauth', subject: 'd1', username: 'grace' },
    'byDiscord',
    { username: 'grace#0' },
  ],
  github: [
    { type: 'github_oauth', subject: 'g1', username: 'grace' },
    'byGithub',
    { username: 'Grace' },
  ],
  twitter: [
    { type: 'twitter_oauth', subject: 't1', name: 'Grace', username: 'grace' },
    'byTwitter',
    { username: 'grace' },
  ],
  twitterSubject: [
    { type: 'twitter_oauth', subject: 't2', name: 'Grace', username: 'grace2' },
    'byTwitterSubject',
    { subject: 't2' },
  ],
  farcaster: [
    { type: 'farcaster', fid: 77, owner_address: wallet.toLowerCase(), username: 'grace' },
    'byFarcaster',
    { fid: 77 },
  ],
  telegram: [
    { type: 'telegram', telegram_user_id: '55', username: 'grace' },
    'byTelegram',
    { telegram_user_id: 55 },
  ],
  telegramName: [
    { type: 'telegram', telegram_user_id: '56', username: 'hopper' },
    'byTelegramUsername',
    { username: 'hopper' },
  ],
  custom: [
    { type: 'custom_auth', custom_user_id: 'user/1' },
    'byCustomAuth',
    { custom_user_id: 'user/1' },
  ],
} as const

describe('unlink', () => {
  const unlink = (userId: string, type: LinkedAccountType, handle: string) =>
    kit.call(api.users.unlink, { params: { user_id: userId }, body: { type, handle } }, { secret })

  test.each([
    ['email', { type: 'email', address: 'ada@unlink.example' }, ' ADA@unlink.example'],
    ['phone', { type: 'phone', number: '+12015550188' }, '(201) 555-0188'],
    [
      'wallet',
      {
        type: 'wallet',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        chain_type: 'ethereum',
      },
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    ],
    ['github_oauth', { type: 'github_oauth', subject: 'u-1', username: 'ada' }, 'u-1'],
    ['farcaster', { type: 'farcaster', fid: 9001, owner_address: wallet.toLowerCase() }, '9001'],
    ['telegram', { type: 'telegram', telegram_user_id: '9002' }, '9002'],
  ] as const)('takes an account of %s by its handle', async (type, account, handle) => {
    const custom = { type: 'custom_auth', custom_user_id: `keeps-${type}` }
    await storeSettings(kit, { appId: kit.appId, settings: { custom_jwt_auth: true } })
    const { body } = await importUser({ linked_accounts: [custom, account] as never })

    const answer = await unlink(body.id, type, handle)

    expect([answer.status, answer.body.linked_accounts?.map((each) => each.type)]).toEqual([
      200,
      ['custom_auth'],
    ])
  })

  test('LNK-09: ends the sessions of the user', async () => {
    const session = await kit.signIn('sessions@unlink.example')
    const added = { appId: kit.appId, userId: session.user.id.replace('did:privy:', '') }
    await addAccount(kit.db, {
      ...added,
      account: { type: 'custom_auth', key: 'second' },
      data: { custom_user_id: 'second' },
      mac: Buffer.alloc(36),
      age: { isFirst: false, mac: Buffer.alloc(36) },
      nowMs: kit.clock.nowMs(),
    })

    expect((await unlink(session.user.id, 'email', 'sessions@unlink.example')).status).toBe(200)

    const me = await kit.call(api.user.me, {}, { token: session.token })
    expect(me.body.code).toBe('missing_or_invalid_token')
  })

  test('error: the sole account, an unknown account and an unknown user', async () => {
    const { user } = await kit.signIn('sole@unlink.example')
    const sole = await unlink(user.id, 'email', 'sole@unlink.example')
    const unknown = await unlink(user.id, 'email', 'other@unlink.example')
    const missing = await unlink('did:privy:unknown', 'email', 'sole@unlink.example')

    expect([sole, unknown, missing].map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'cannot_unlink_sole_account'],
      [400, 'linked_account_not_found'],
      [404, 'user_does_not_exist'],
    ])
  })

  test('error: a user of another app', async () => {
    const other = await kit.addApp()
    const { user } = await kit.signIn('foreign@unlink.example')
    const answer = await kit.call(
      api.users.unlink,
      { params: { user_id: user.id }, body: { type: 'email', handle: 'foreign@unlink.example' } },
      { appId: other.appId, secret: other.appSecret },
    )

    expect(answer.body.code).toBe('user_does_not_exist')
  })
})

describe('import', () => {
  test.each(Object.entries(kinds))(
    'a user with %s is found by it',
    async (_name, [account, by, query]) => {
      const { status, body } = await importUser({ linked_accounts: [account as never] })
      expect([status, body.linked_accounts?.[0]?.type]).toEqual([200, account.type])

      const found = await kit.call(api.users[by], { body: query as never }, { secret })
      expect(found.body).toEqual(body)
      expect((await get(body.id)).body).toEqual(body)
    },
  )

  test.each([
    ['google_oauth', { subject: 's', email: 'a@example.com', name: 'A' }],
    ['linkedin_oauth', { subject: 's', vanityName: 'ada' }],
    ['spotify_oauth', { subject: 's' }],
    ['instagram_oauth', { subject: 's', username: 'ada' }],
    ['tiktok_oauth', { subject: 's', username: 'ada', name: null }],
    ['apple_oauth', { subject: 's' }],
    ['twitch_oauth', { subject: 's', username: 'ada' }],
  ])('an account of %s is answered as its login would', async (type, fields) => {
    const { status, body } = await importUser({ linked_accounts: [{ type, ...fields } as never] })
    expect([status, body.linked_accounts?.[0]]).toEqual([
      200,
      expect.objectContaining({ type, subject: 's' }),
    ])
  })

  test('an imported user logs in as themselves', async () => {
    const { body } = await importUser({
      linked_accounts: [{ type: 'email', address: 'login@example.com' }],
      custom_metadata: { plan: 'pro' },
    })
    const session = await kit.signIn('login@example.com')
    expect([session.user.id, session.is_new_user]).toEqual([body.id, false])
    expect(session.user.custom_metadata).toEqual({ plan: 'pro' })
  })

  test('error: an account of another user; nothing is created', async () => {
    const linked_accounts = [
      { type: 'custom_auth' as const, custom_user_id: 'half' },
      { type: 'email' as const, address: 'taken@example.com' },
    ]
    await kit.signIn('taken@example.com')
    expect((await importUser({ linked_accounts })).body.code).toBe('linked_to_another_user')
    const half = { custom_user_id: 'half' }
    expect((await kit.call(api.users.byCustomAuth, { body: half }, { secret })).status).toBe(404)
  })

  test('50 imports of one account at once create one user', async () => {
    const linked_accounts = [{ type: 'email' as const, address: 'once@example.com' }]
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => importUser({ linked_accounts })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ['no account', { linked_accounts: [] }, 'At least one linked account is required'],
    [
      'two of one type',
      {
        linked_accounts: [
          { type: 'email', address: 'a@example.com' },
          { type: 'email', address: 'b@example.com' },
        ],
      },
      'Only one linked account of each type can be imported',
    ],
    [
      'a field that is not stored',
      { linked_accounts: [{ type: 'email', address: 'x@example.com' }], admin: true },
      'There is no field admin',
    ],
    [
      'an address that is none',
      { linked_accounts: [{ type: 'email', address: 'no address' }] },
      'Invalid email address',
    ],
    [
      'a type that is none',
      { linked_accounts: [{ type: 'x' }] },
      'Please specify a supported account type.',
    ],
    [
      'a username that is too long',
      {
        linked_accounts: [
          { type: 'twitter_oauth', subject: 's', name: 'n', username: 'a'.repeat(16) },
        ],
      },
      'username must have at most 15 letters, digits, _ or |',
    ],
    [
      'a subject that is not ASCII',
      { linked_accounts: [{ type: 'spotify_oauth', subject: 'é' }] },
      'subject must have 1 to 256 ASCII characters',
    ],
    [
      'a smart wallet without a wallet',
      {
        linked_accounts: [{ type: 'custom_auth', custom_user_id: 'sw' }],
        create_ethereum_smart_wallet: true,
      },
      'A smart wallet needs an Ethereum wallet',
    ],
  ])('error: %s', async (_name, body, message) => {
    const answer = await importUser(body as Import)
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      400,
      'invalid_data',
      message,
    ])
  })

  test('error: wallets are not made on the server; booleans that are false ask for none', async () => {
    const linked_accounts = [{ type: 'custom_auth' as const, custom_user_id: 'w' }]
    for (const extra of [
      { create_ethereum_wallet: true },
      { create_n_ethereum_wallets: 2 },
      { wallets: [{ chain_type: 'solana' }] },
    ]) {
      const { body } = await importUser({ linked_accounts, ...extra })
      expect(body.code).toBe('not_supported')
    }
    const none = { create_ethereum_wallet: false, create_solana_wallet: false }
    expect((await importUser({ linked_accounts, ...none })).status).toBe(200)
  })

  test('a batch creates what it can and says what it refused', async () => {
    const users = [
      { linked_accounts: [{ type: 'email', address: 'batch1@example.com' }] },
      { linked_accounts: [{ type: 'email', address: 'batch1@example.com' }] },
      { linked_accounts: [{ type: 'email', address: '?' }] },
    ]
    const { body } = await kit.call(api.users.importMany, { body: { users } }, { secret })
    expect(body.results).toEqual([
      { action: 'create', index: 0, success: true, id: expect.stringMatching(/^did:privy:/) },
      expect.objectContaining({ index: 1, success: false, code: 'linked_to_another_user' }),
      expect.objectContaining({ index: 2, success: false, error: 'Invalid email address' }),
    ])
    const many = await kit.call(
      api.users.importMany,
      { body: { users: Array(21).fill(users[0]) } },
      { secret },
    )
    expect(many.body.error).toBe('At most 20 users can be imported at once')
  })

  test('APP-14: with one place left, one of 20 imports at once succeeds', async () => {
    const { appId, appSecret } = await kit.addApp({ maxUsers: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        kit.call(
          api.users.import,
          { body: { linked_accounts: [{ type: 'custom_auth', custom_user_id: `u${index}` }] } },
          { appId, secret: appSecret },
        ),
      ),
    )
    const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : body.code)).sort()
    expect(codes).toEqual([...Array(19).fill('max_accounts_reached'), 'ok'])
  })
})

describe('list and search', () => {
  test('a list goes through all users once and ends with null', async () => {
    const { appId, appSecret } = await kit.addApp()
    const options = { appId, secret: appSecret }
    for (let index = 0; index < 7; index++) {
      const linked_accounts = [{ type: 'email' as const, address: `list${index}@example.com` }]
      await kit.call(api.users.import, { body: { linked_accounts } }, options)
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer: { body: { data: { id: string }[]; next_cursor: string | null } } =
        await kit.call(api.users.list, { query: { limit: '3', cursor } }, options)
      const { body } = answer
      seen.push(...body.data.map(({ id }) => id))
      cursor = body.next_cursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  })

  test.each([
    ['101', 'Query limit can be at maximum 100 records.'],
    ['-1', 'Query limit must be a whole number, at least 1.'],
    ['1e2', 'Query limit must be a whole number, at least 1.'],
    ['0x10', 'Query limit must be a whole number, at least 1.'],
  ])('WAL-21 INP-08: error: limit %s', async (limit, message) => {
    const { status, body } = await kit.call(api.users.list, { query: { limit } }, { secret })
    expect([status, body.code, body.error]).toEqual([400, 'invalid_data', message])
  })

  test.each(['x', '%00', 'AAAA', 'MQonOyBkcm9wIHRhYmxl', '9'.repeat(4000)])(
    'INP-08: error: cursor %s',
    async (cursor) => {
      const { status, body } = await kit.call(api.users.list, { query: { cursor } }, { secret })
      expect([status, body.code]).toEqual([400, 'invalid_data'])
    },
  )

  test('a search finds a part of an address, and lists of accounts', async () => {
    await importUser({ linked_accounts: [{ type: 'email', address: 'searched_100@example.com' }] })
    const search = async (body: object) => {
      const answer = await kit.call(api.users.search, { body }, { secret })
      return answer.body.data.length
    }
    expect(await search({ searchTerm: 'ARCHED_100@' })).toBe(1)
    // INP-06: a wildcard of SQL is an ordinary character.
    expect(await search({ searchTerm: 'ar%100@' })).toBe(0)
    expect(await search({ emails: ['SEARCHED_100@example.com', 'not an address'] })).toBe(1)
    expect(await search({ phoneNumbers: ['2015550123'] })).toBe(1)
    expect(await search({ walletAddresses: [wallet.toLowerCase()] })).toBe(1)
    expect(await search({})).toBe(0)
  })
})

describe('changes', () => {
  test('custom metadata is replaced and comes with the session', async () => {
    const { user, token } = await kit.signIn('meta@example.com')
    const params = { user_id: user.id }
    const set = (custom_metadata: object) =>
      kit.call(
        api.users.setCustomMetadata,
        { params, body: { custom_metadata } as never },
        { secret },
      )
    await set({ a: 1, b: true })
    const { body } = await set({ c: 'x' })
    expect(body.custom_metadata).toEqual({ c: 'x' })
    expect((await kit.call(api.user.me, {}, { token })).body.user.custom_metadata).toEqual({
      c: 'x',
    })
    expect((await set({ deep: { a: 1 } })).body.code).toBe('invalid_data')
    expect((await set({ long: 'a'.repeat(17_000) })).body.code).toBe('invalid_data')
  })

  test('a deleted user is gone at once, and the address signs up as another user', async () => {
    const session = await kit.signIn('deleted@example.com')
    const params = { user_id: session.user.id }
    const remove = () => kit.call(api.users.delete, { params }, { secret })

    expect((await remove()).status).toBe(204)
    expect((await get(session.user.id)).body.code).toBe('user_does_not_exist')
    expect((await kit.call(api.user.me, {}, { token: session.token })).status).toBe(401)
    const refresh = { body: { refresh_token: session.refresh_token } }
    expect((await kit.call(api.session.refresh, refresh)).status).toBe(401)
    expect((await remove()).status).toBe(404)
    const again = await kit.signIn('deleted@example.com')
    expect([again.is_new_user, again.user.id === session.user.id]).toEqual([true, false])
  })

  test('accounts of a deleted user are held for 30 days', async () => {
    const { user } = await kit.signIn('held@example.com')
    await kit.call(api.users.delete, { params: { user_id: user.id } }, { secret })
    const held = async () => {
      await runMaintenance(kit.deps)
      const rows = await kit.db.selectFrom('held_account').select('key').execute()
      return rows.some(({ key }) => key === 'held@example.com')
    }
    expect(await held()).toBe(true)
    kit.clock.advance(30 * 86_400_000 + 1)
    expect(await held()).toBe(false)
  })
})

describe('who may call', () => {
  const calls = Object.entries(api.users)
  let caller: SignedIn
  beforeAll(async () => {
    caller = await kit.signIn('caller@example.com')
  })

  test.each(calls)(
    '%s needs the secret of the app, and not a token of a user',
    async (_name, route) => {
      const { token, user } = caller
      const params = { user_id: user.id, app_id: kit.appId }
      const input = { params, body: {} } as never
      for (const options of [{}, { token }, { secret: 'wrong' }]) {
        const { status, body } = await kit.call(route as never, input, options)
        expect([status, (body as { code: string }).code]).toEqual([401, 'invalid_credentials'])
      }
    },
  )

  test("APP-01: a user of another app is not found by any app's secret but its own", async () => {
    const other = await kit.addApp()
    const options = { appId: other.appId, secret: other.appSecret }
    const { user } = await kit.signIn('tenant@example.com')
    const params = { user_id: user.id }
    const body = { address: 'tenant@example.com' }
    expect((await kit.call(api.users.get, { params }, options)).status).toBe(404)
    expect((await kit.call(api.users.byEmail, { body }, options)).status).toBe(404)
    expect((await kit.call(api.users.delete, { params }, options)).status).toBe(404)
    expect((await kit.call(api.users.list, { query: {} }, options)).body.data).toEqual([])
    expect((await get(user.id)).status).toBe(200)
  })
})
