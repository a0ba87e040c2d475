import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { api } from '@sallyport/contract'
import { webhookEventTypes } from '@sallyport/contract/webhooks'
import {
  createInhabitant,
  createKitWithVault,
  type Inhabitant,
  recoverBody,
  type SignedIn,
  totpCodeAt,
} from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logEvents } from '../testing/event-log.js'

let world: Awaited<ReturnType<typeof createKitWithVault>>
let readEvents: Awaited<ReturnType<typeof logEvents>>
let seen = 0
beforeAll(async () => {
  world = await createKitWithVault({
    app: { settings: { mfa_methods: ['totp'], sms_auth: true } },
  })
  readEvents = await logEvents(world.kit)
})
afterAll(() => world?.close())
beforeEach(async () => {
  seen = (await readEvents()).length
})

const newEvents = async () => (await readEvents()).slice(seen)
const typesOf = async () => (await newEvents()).map(({ type }) => type)
const idOf = ({ user }: SignedIn) => user.id
const signIn = (email: string) => world.kit.signIn(email)

const linkPhone = async (session: SignedIn, phoneNumber: string) => {
  const { kit } = world
  const by = { token: session.token }
  await kit.call(api.sms.init, { body: { phoneNumber } }, by)
  const code = kit.phones.codeFor(phoneNumber)
  return kit.call(api.sms.link, { body: { phoneNumber, code } }, by)
}

test('every event is recorded somewhere', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
  // Events of sends and intents are named by the state.
  const recorded = (type: string) => {
    const state = type.replace(/^(transaction|intent)\./, '')
    return texts.some((text) => text.includes(`'${type}'`) || text.includes(`'${state}'`))
  }
  const missing = webhookEventTypes.filter((type) => !recorded(type))
  expect(missing).toEqual([])
})

describe('what happens to a user', () => {
  test('an account that is linked and removed, with the account in both', async () => {
    const session = await signIn('linked@example.com')
    const phoneNumber = '+12015550123'
    expect((await linkPhone(session, phoneNumber)).status).toBe(200)
    await world.kit.call(api.sms.unlink, { body: { phoneNumber } }, { token: session.token })
    const [, , linked, removed] = await newEvents()
    const account = expect.objectContaining({ type: 'phone', phoneNumber })
    expect(linked).toMatchObject({ type: 'user.linked_account', data: { account } })
    expect(removed).toMatchObject({ type: 'user.unlinked_account', data: { account } })
    expect(linked?.data.user).toMatchObject({ linked_accounts: [{}, {}] })
    expect(removed?.data.user).toMatchObject({ linked_accounts: [{ type: 'email' }] })
  })

  test('a logout, and a session that the user ends elsewhere', async () => {
    const one = await signIn('leaves@example.com')
    const two = await signIn('leaves@example.com')
    const body = { refresh_token: one.refresh_token }
    await world.kit.call(api.session.logout, { body }, { token: one.token })
    const listed = await world.kit.call(api.sessions.list, {}, { token: two.token })
    expect(listed.status).toBe(200)
    const [ended] = (await newEvents()).filter(({ type }) => type === 'user.session_ended')
    expect(ended?.data).toMatchObject({ user_id: idOf(one), reason: 'logged_out' })
  })

  test('an import and a deletion, which shows the user as they were', async () => {
    const { kit } = world
    const body = { linked_accounts: [{ type: 'email' as const, address: 'imported@example.com' }] }
    const secret = { secret: kit.appSecret }
    const { body: user } = await kit.call(api.users.import, { body }, secret)
    await kit.call(api.users.delete, { params: { user_id: user.id } } as never, secret)
    const [created, deleted] = await newEvents()
    expect(created).toMatchObject({ type: 'user.created', data: { user: { id: user.id } } })
    expect(deleted).toEqual({ ...created, type: 'user.deleted' })
  })

  test('a guest has no account in a login, and no credential in any event', async () => {
    const guest_credential = 'g'.repeat(43)
    await world.kit.call(api.guest.authenticate, { body: { guest_credential } })
    const events = await newEvents()
    expect(events.map(({ type, data }) => [type, data.account])).toEqual([
      ['user.created', undefined],
      ['user.authenticated', null],
    ])
    expect(JSON.stringify(events)).not.toContain(guest_credential)
  })

  test('a wallet with its recovery, and a restore', async () => {
    const user = await createUser('wallet@example.com')
    const types = await typesOf()
    expect(types.filter((type) => type === 'user.wallet_created').length).toBeGreaterThan(0)
    expect(types).toContain('wallet.recovery_setup')
    world.kit.clock.advance(60_000)
    const { token } = await signIn('wallet@example.com')
    const frame = { ...user.frame, token }
    const { body } = await recoverBody(user.device, frame)
    await world.kit.call(api.embeddedWallet.recover, { params: user.params, body }, frame)
    const [recovered] = (await newEvents()).filter(({ type }) => type === 'wallet.recovered')
    expect(recovered?.data).toMatchObject({
      user_id: user.session.user.id,
      wallet_address: expect.any(String),
    })
  })

  test('a second factor that is added and removed', async () => {
    const { kit } = world
    const user = await createUser('factor@example.com')
    const { body } = await kit.call(api.mfa.totpInit, { body: {} }, user.frame)
    const code = totpCodeAt(body.totpSecret, kit.clock.nowMs())
    await kit.call(api.mfa.totpEnroll, { body: { code } }, user.frame)
    const [enabled] = (await newEvents()).filter(({ type }) => type === 'mfa.enabled')
    expect(enabled?.data).toEqual({ user_id: user.session.user.id, method: 'totp' })
  })
})

function createUser(email: string): Promise<Inhabitant> {
  return createInhabitant(world.kit, { email, vaultPublicKey: world.vault.publicKey })
}
