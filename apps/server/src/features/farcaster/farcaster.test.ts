import { api, headers } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ app: { settings: { farcaster_auth: true } } })
})
afterAll(() => kit.close())

type Options = { headers?: Record<string, string>; appId?: string; ip?: string }
const profile = {
  username: 'ada',
  displayName: 'Ada',
  bio: 'Hi',
  pfpUrl: 'https://x.example/a.png',
  verifications: [],
}
const open = (options: Options = {}) => kit.call(api.farcaster.init, { body: {} }, options)
const status = (channelToken: string, options: Options = {}) =>
  kit.call(
    api.farcaster.status,
    {},
    {
      ...options,
      headers: { ...options.headers, [headers.farcasterChannelToken]: channelToken },
    },
  )
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''
type Signed = { message: string; signature: string; fid: number }
const login = (channel_token: string, signed: Signed, options: Options = {}) =>
  kit.call(api.farcaster.authenticate, { body: { channel_token, ...signed } }, options)
/** The nonce for a mini app. */
const newNonce = async () => (await kit.call(api.farcasterV2.init, { body: {} })).body.nonce
const loginV2 = (signed: Signed) => kit.call(api.farcasterV2.authenticate, { body: signed })
const refused = { status: 401, body: { code: 'invalid_credentials' } }
const now = () => new Date(kit.clock.nowMs()).toISOString()

describe('login through a channel', () => {
  test('waits for the approval, keeps it, and signs in with the profile', async () => {
    const ada = kit.farcaster.account(11)
    const { body } = await open()
    const { channel_token: token } = body
    expect(body.connect_uri).toContain(token)
    const nonce = kit.farcaster.nonceOf(token)
    expect((await status(token)).body).toEqual({ state: 'pending', nonce })

    const signed = ada.sign(nonce, { issuedAt: now() })
    kit.farcaster.approve(token, { ...signed, ...profile })
    // The relay tells it once.
    const first = await status(token)
    expect((await status(token)).body).toEqual(first.body)
    expect(first.body).toMatchObject({
      state: 'completed',
      ...signed,
      username: 'ada',
      display_name: 'Ada',
    })

    const answer = await login(token, signed)
    expect(answer.body.user?.linked_accounts).toMatchObject([
      {
        type: 'farcaster',
        fid: 11,
        owner_address: ada.address,
        username: 'ada',
        bio: 'Hi',
        profile_picture_url: profile.pfpUrl,
      },
    ])
    expect(await login(token, signed)).toMatchObject(refused)
  })

  test('FAR-04: error: a channel of another browser or network, a guessed one, one of another app', async () => {
    const ada = kit.farcaster.account(12)
    const begun = await open({ ip: '198.51.100.7' })
    const cookie = cookieOf(begun)
    const { channel_token: token } = begun.body
    const other = await open({ ip: '203.0.113.9' })
    const { appId } = await kit.addApp({ settings: { farcaster_auth: true } })
    const strangers: Options[] = [
      { ip: '203.0.113.9' },
      { ip: '198.51.100.7', headers: { cookie: cookieOf(other) } },
      { ip: '198.51.100.7', headers: { cookie }, appId },
    ]
    const signed = ada.sign(kit.farcaster.nonceOf(token), { issuedAt: now() })
    for (const options of strangers) {
      expect(await status(token, options)).toMatchObject(refused)
      expect(await login(token, signed, options)).toMatchObject(refused)
    }
    expect(await status('guessed')).toMatchObject(refused)
    expect((await status(token, { ip: '203.0.113.9', headers: { cookie } })).status).toBe(200)
    expect((await login(token, signed, { headers: { cookie } })).status).toBe(200)
  })

  test('error: a channel whose time is over', async () => {
    const { channel_token: token } = (await open()).body
    kit.clock.advance(600_000)
    expect(await status(token)).toMatchObject(refused)
  })

  test('FAR-09: error: without the relay or the registry no session is opened, and it works again later', async () => {
    const ada = kit.farcaster.account(13)
    const { channel_token: token } = (await open()).body
    const signed = ada.sign(kit.farcaster.nonceOf(token), { issuedAt: now() })
    kit.farcaster.setDown(true)
    const away = { status: 503, body: { code: 'internal_error' } }
    expect(await open()).toMatchObject(away)
    expect(await status(token)).toMatchObject(away)
    expect(await login(token, signed)).toMatchObject(away)
    kit.farcaster.setDown(false)
    expect((await login(token, signed)).status).toBe(200)
  })

  test('FAR-10: what the relay says of the user is cleaned', async () => {
    const ada = kit.farcaster.account(14)
    const { channel_token: token } = (await open()).body
    const signed = ada.sign(kit.farcaster.nonceOf(token), { issuedAt: now() })
    kit.farcaster.approve(token, {
      ...signed,
      username: 'a\u0000da\ud800',
      displayName: 'x'.repeat(1_000),
      bio: 'b'.repeat(1_000_000),
      pfpUrl: 'javascript:alert(1)',
      verifications: [],
    })
    await status(token)
    const { body } = await login(token, signed)
    const [account] = body.user?.linked_accounts ?? []
    expect(account).toMatchObject({
      username: 'ada',
      display_name: 'x'.repeat(256),
      bio: 'b'.repeat(1024),
    })
    expect(account).not.toHaveProperty('profile_picture_url')
  })

  test('error: a page that the app does not list', async () => {
    for (const body of [
      { relying_party: 'https://evil.example' },
      { redirect_url: 'https://evil.example/' },
      { redirect_url: 'javascript:alert(1)' },
    ]) {
      const { appId } = await kit.addApp({
        environment: 'production',
        settings: { farcaster_auth: true, allowed_domains: ['https://app.example.com'] },
      })
      const answer = await kit.call(
        api.farcaster.init,
        { body },
        { appId, origin: 'https://app.example.com' },
      )
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    }
  })
})

describe('login inside a mini app', () => {
  test('signs in by the owner’s key, and by an address that the owner allows', async () => {
    const ada = kit.farcaster.account(21)
    const phone = kit.farcaster.allow(21)
    const first = await loginV2(ada.sign(await newNonce(), { issuedAt: now() }))
    const resources = ['farcaster://fid/21', 'farcaster://signer/type/authAddress']
    const second = await loginV2(phone.sign(await newNonce(), { issuedAt: now(), resources }))
    expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
    expect(second.body.user?.linked_accounts).toMatchObject([{ owner_address: ada.address }])
  })

  test('50 at the same time with one message: one signs in', async () => {
    const signed = kit.farcaster.account(22).sign(await newNonce(), { issuedAt: now() })
    const answers = await Promise.all(Array.from({ length: 50 }, () => loginV2(signed)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('FAR-01: error: no account in the message, two, and numbers that are none', async () => {
    const ada = kit.farcaster.account(23)
    const lists = [
      [],
      ['https://app.example'],
      ['farcaster://fid/23', 'farcaster://fid/24'],
      ['farcaster://fid/23', 'FARCASTER://FID/24'],
      ['farcaster://fid/0'],
      ['farcaster://fid/-23'],
      ['farcaster://fid/023'],
      ['farcaster://fid/18446744073709551616'],
      ['farcaster://fid/23/../24'],
      ['farcaster://fid/23', 'farcaster://signer/type/other'],
      ['farcaster://fid/23', 'farcaster://signer/type/custody', 'farcaster://signer/type/custody'],
    ]
    for (const resources of lists) {
      const signed = ada.sign(await newNonce(), { issuedAt: now(), resources })
      expect(await loginV2(signed), resources.join()).toMatchObject(refused)
    }
    const right = ada.sign(await newNonce(), { issuedAt: now() })
    for (const fid of [0, -1, 24, 23.5, 2 ** 64]) {
      expect(await loginV2({ ...right, fid })).toMatchObject(refused)
    }
    expect((await loginV2(right)).status).toBe(200)
  })

  test('error: another site, chain, statement, time, nonce, signature or owner', async () => {
    const ada = kit.farcaster.account(25)
    const eve = kit.farcaster.account(26)
    const at = { issuedAt: now() }
    for (const fields of [
      { ...at, origin: 'https://evil.example' },
      { ...at, chainId: '1' },
      { ...at, statement: 'Pay 1 ETH' },
      { issuedAt: new Date(kit.clock.nowMs() - 3_600_000).toISOString() },
      { issuedAt: new Date(kit.clock.nowMs() + 3_600_000).toISOString() },
      { ...at, address: eve.address },
      { ...at, resources: ['farcaster://fid/25', 'farcaster://signer/type/authAddress'] },
    ]) {
      expect(
        await loginV2(ada.sign(await newNonce(), fields)),
        JSON.stringify(fields),
      ).toMatchObject(refused)
    }
    // Eve's key for Ada's account.
    const stolen = eve.sign(await newNonce(), { ...at, resources: ['farcaster://fid/25'] })
    expect(await loginV2({ ...stolen, fid: 25 })).toMatchObject(refused)
    expect(await loginV2(ada.sign('notanonceofours', at))).toMatchObject(refused)
    const right = ada.sign(await newNonce(), at)
    expect(
      await loginV2({ ...right, signature: right.signature.replace(/^0x../, '0x01') }),
    ).toMatchObject(refused)
    expect((await loginV2(right)).status).toBe(200)
  })

  test('error: the nonce of a channel without the channel, and the reverse', async () => {
    const ada = kit.farcaster.account(27)
    const { channel_token: token } = (await open()).body
    const ofChannel = ada.sign(kit.farcaster.nonceOf(token), { issuedAt: now() })
    expect(await loginV2(ofChannel)).toMatchObject(refused)
    const ofMiniApp = ada.sign(await newNonce(), { issuedAt: now() })
    expect(await login(token, ofMiniApp)).toMatchObject(refused)
  })

  test('error: the method is off', async () => {
    const { appId } = await kit.addApp()
    for (const route of [api.farcaster.init, api.farcasterV2.init]) {
      expect((await kit.call(route, { body: {} }, { appId })).body.code).toBe(
        'disallowed_login_method',
      )
    }
  })
})
