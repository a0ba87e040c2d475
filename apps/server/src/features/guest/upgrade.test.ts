import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import {
  asSignedIn,
  createIssuer,
  createTelegramBot,
  createTestKit,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const botToken = '7000000001:a-bot-token-for-this-test-only'
const issuer = createIssuer({ nowMs: () => kit.clock.nowMs() })
const bot = createTelegramBot({ token: botToken, nowMs: () => kit.clock.nowMs() })
let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({
    app: {
      settings: {
        telegram_auth: true,
        farcaster_auth: true,
        custom_jwt_auth: true,
        telegram_auth_config: {
          bot_id: '7000000001',
          bot_name: 'b',
          link_enabled: true,
          seamless_auth_enabled: true,
        },
      },
      privateSettings: {
        telegram_bot_token: botToken,
        custom_jwt: {
          public_key: issuer.publicKey,
          id_claim: 'sub',
          max_age_seconds: 600,
          one_time: false,
        },
      },
    },
  })
})
afterAll(() => kit.close())

let serial = 100
let logins = 0
const newGuest = async (guest_credential = randomBytes(32).toString('base64url')) => {
  const { body } = await kit.call(api.guest.authenticate, { body: { guest_credential } })
  return { ...asSignedIn(body), guest_credential }
}

/** How a test links by a method, and logs in by the same account afterwards. */
interface Method {
  type: string
  link(id: number, token: string): Promise<{ status: number; body: LinkAnswer }>
  login(id: number): Promise<{ status: number; body: { user?: { id: string } | null } }>
  unlink?(id: number, token: string): Promise<{ status: number; body: { code?: string } }>
  transfer?(id: number, nonce: string, token: string): Promise<{ status: number; body: LinkAnswer }>
}
interface LinkAnswer {
  code?: string
  id?: string
  is_guest?: boolean
  linked_accounts?: { type: string }[]
  data?: Record<string, unknown>
}
const signFarcaster = (id: number, nonce: string) =>
  kit.farcaster.account(id).sign(nonce, { issuedAt: new Date(kit.clock.nowMs()).toISOString() })
const openChannel = async (token?: string) => {
  const { body } = await kit.call(
    api.farcaster.init,
    { body: {} },
    token === undefined ? {} : { token },
  )
  return body.channel_token
}
const person = (id: number) => ({ id, first_name: `P${id}` })

const methods: Record<string, Method> = {
  telegram: {
    type: 'telegram',
    link: (id, token) =>
      kit.call(
        api.telegram.link,
        { body: { telegram_auth_result: bot.widget(person(id)) } },
        { token },
      ) as never,
    login: (id) => {
      logins += 1
      // Each press of the button is another proof.
      const at = Math.floor(kit.clock.nowMs() / 1000) - (logins % 250)
      return kit.call(api.telegram.authenticate, {
        body: { telegram_auth_result: bot.widget(person(id), at) },
      })
    },
    unlink: (id, token) =>
      kit.call(api.telegram.unlink, { body: { telegram_user_id: String(id) } }, { token }),
    transfer: (id, nonce, token) =>
      kit.call(
        api.telegram.transfer,
        { body: { nonce, telegram_auth_result: bot.widget(person(id)) } },
        { token },
      ) as never,
  },
  farcaster: {
    type: 'farcaster',
    link: async (id, token) => {
      const channel_token = await openChannel(token)
      const signed = signFarcaster(id, kit.farcaster.nonceOf(channel_token))
      return kit.call(
        api.farcaster.link,
        { body: { channel_token, ...signed } },
        { token },
      ) as never
    },
    login: async (id) => {
      const channel_token = await openChannel()
      const signed = signFarcaster(id, kit.farcaster.nonceOf(channel_token))
      return kit.call(api.farcaster.authenticate, { body: { channel_token, ...signed } })
    },
    unlink: (fid, token) => kit.call(api.farcaster.unlink, { body: { fid } }, { token }),
    transfer: (id, nonce, token) =>
      kit.call(
        api.farcaster.transfer,
        { body: { nonce, farcaster_id: String(id), farcaster_embedded_address: null } },
        { token },
      ) as never,
  },
  'custom JWT': {
    type: 'custom_auth',
    link: (id, token) =>
      kit.call(
        api.customJwt.link,
        { body: { token: issuer.issue({ sub: `p${id}` }) } },
        { token },
      ) as never,
    login: (id) =>
      kit.call(api.customJwt.authenticate, { body: { token: issuer.issue({ sub: `p${id}` }) } }),
  },
}

describe.each(Object.entries(methods))('linking by %s', (_, method) => {
  test('a guest becomes a user with the same id, and the guest’s credential ends', async () => {
    const id = serial++
    const guest = await newGuest()
    expect(guest.user.is_guest).toBe(true)
    const { status, body } = await method.link(id, guest.token)
    expect([status, body.id, body.is_guest]).toEqual([200, guest.user.id, false])
    expect(body.linked_accounts?.map(({ type }) => type)).toEqual([method.type])
    expect((await method.login(id)).body.user?.id).toBe(guest.user.id)
    // Ruling 21.
    expect((await newGuest(guest.guest_credential)).user.id).not.toBe(guest.user.id)
  })

  test('an account that another user has is not moved without a word, and the guest stays', async () => {
    const id = serial++
    const owner = (await method.login(id)).body.user?.id
    const guest = await newGuest()
    const { body } = await method.link(id, guest.token)
    expect(['account_transfer_required', 'linked_to_another_user']).toContain(body.code)
    expect((await newGuest(guest.guest_credential)).user).toMatchObject({
      id: guest.user.id,
      is_guest: true,
    })
    expect((await method.login(id)).body.user?.id).toBe(owner)
  })

  test('50 at the same time link the account once', async () => {
    const id = serial++
    const guests = await Promise.all(Array.from({ length: 10 }, () => newGuest()))
    const answers = await Promise.all(guests.map(({ token }) => method.link(id, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.skipIf(method.unlink === undefined)('unlinks, but not the only account', async () => {
    const id = serial++
    const guest = await newGuest()
    await method.link(id, guest.token)
    const sole = await method.unlink?.(id, guest.token)
    expect(sole?.body.code).toBe('cannot_unlink_sole_account')

    await methods['custom JWT']?.link(id, guest.token)
    await method.link(id, guest.token)
    const gone = await method.unlink?.(id, guest.token)
    expect([gone?.status, (await method.unlink?.(id, guest.token))?.body.code]).toEqual([
      200,
      'linked_account_not_found',
    ])
    expect((await method.login(id)).body.user?.id).not.toBe(guest.user.id)
  })

  test.skipIf(method.transfer === undefined)(
    'moves here from a user who has nothing else',
    async () => {
      const id = serial++
      const owner = (await method.login(id)).body.user?.id
      const guest = await newGuest()
      const { body } = await method.link(id, guest.token)
      expect(body).toMatchObject({
        code: 'account_transfer_required',
        data: { account: { type: method.type } },
      })
      const nonce = String(body.data?.nonce)
      const wrong = await method.transfer?.(id, `${nonce}x`, guest.token)
      expect(wrong?.status).toBeGreaterThanOrEqual(400)
      const moved = await method.transfer?.(id, nonce, guest.token)
      expect([moved?.status, moved?.body.id]).toEqual([200, guest.user.id])
      expect((await method.login(id)).body.user?.id).toBe(guest.user.id)
      expect(guest.user.id).not.toBe(owner)
      expect((await method.transfer?.(id, nonce, guest.token))?.status).toBeGreaterThanOrEqual(400)
    },
  )
})

describe('guests', () => {
  test('GST-03: an email address of another user is not linked, and the guest is still there', async () => {
    await kit.signIn('taken@example.com')
    const guest = await newGuest()
    await kit.call(api.email.init, { body: { email: 'taken@example.com' } }, { token: guest.token })
    const code = kit.mailbox.codeFor('taken@example.com')
    const { body } = await kit.call(
      api.email.link,
      { body: { email: 'taken@example.com', code } },
      { token: guest.token },
    )
    expect(['linked_to_another_user', 'account_transfer_required']).toContain(body.code)
    expect((await newGuest(guest.guest_credential)).user.id).toBe(guest.user.id)
  })

  test('GST-01: error: a credential of another length or alphabet, and more fields', async () => {
    for (const body of [
      { guest_credential: 'a'.repeat(42) },
      { guest_credential: 'a'.repeat(44) },
      { guest_credential: `${'a'.repeat(42)}+` },
      { guest_credential: 'A'.repeat(43), more: 1 },
    ]) {
      const answer = await kit.call(api.guest.authenticate, { body: body as never })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_data'])
    }
  })

  test('GST-04: error: guests are switched off', async () => {
    const { appId } = await kit.addApp({ settings: { guest_auth: false } })
    const guest_credential = randomBytes(32).toString('base64url')
    const answer = await kit.call(api.guest.authenticate, { body: { guest_credential } }, { appId })
    expect(answer.body.code).toBe('disallowed_login_method')
  })

  test('TEL-10: error: an app that lets no one link Telegram', async () => {
    const config = { bot_id: '7', bot_name: 'b', link_enabled: false, seamless_auth_enabled: true }
    const { appId } = await kit.addApp({
      settings: { telegram_auth: true, telegram_auth_config: config },
      privateSettings: { telegram_bot_token: botToken },
    })
    const { token } = await kit.signIn('ada@example.com', { appId })
    const body = { telegram_auth_result: bot.widget(person(serial++)) }
    const answer = await kit.call(api.telegram.link, { body }, { appId, token })
    expect(answer.body.code).toBe('disallowed_login_method')
  })
})
