import { api } from '@sallyport/contract'
import {
  authOrigin,
  createInhabitant,
  createKitWithVault,
  createTestAuthenticator,
  type Inhabitant,
  type PasskeyUse,
  type TestPasskey,
  totpCodeAt,
} from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runResets } from '../../identity/factor-reset.js'

let world: Awaited<ReturnType<typeof createKitWithVault>>
beforeAll(async () => {
  world = await createKitWithVault({
    app: {
      settings: { mfa_methods: ['sms', 'totp', 'passkey'], sms_auth: true, passkey_auth: true },
    },
    config: { recoveriesPerUserPerDay: 10_000 },
  })
})
afterAll(() => world.close())
afterEach(() => world.kit.clock.advance(25 * hourMs))

const hourMs = 3_600_000
const refusedMfa = { status: 401, body: { code: 'missing_or_invalid_mfa' } }
const wrongCode = { status: 401, body: { code: 'invalid_credentials' } }
const authenticator = createTestAuthenticator()
type Frame = { token: string; origin: string; headers?: Record<string, string> }
let serial = 0

async function createUser(): Promise<Inhabitant> {
  serial += 1
  const email = `other${serial}@example.com`
  return createInhabitant(world.kit, { email, vaultPublicKey: world.vault.publicKey })
}
const pageOf = ({ token }: Frame) => ({ token })
const withToken = (frame: Frame, token: string): Frame => ({
  ...frame,
  headers: { 'privy-mfa-token': token },
})
const signInAgain = async (user: Inhabitant): Promise<Frame> => ({
  token: (await world.kit.signIn(user.email)).token,
  origin: authOrigin,
})
const askShare = ({ params, bodies }: Inhabitant, frame: Frame) =>
  world.kit.call(api.embeddedWallet.authShare, { params, body: bodies.authShare as never }, frame)
const readMe = async (frame: Frame) =>
  (await world.kit.call(api.user.me, {}, pageOf(frame))).body.user

describe('a phone number', () => {
  const newNumber = () => `+1202556${String(1000 + serial)}`
  const send = (frame: Frame, phoneNumber?: string) =>
    world.kit.call(
      api.mfa.smsInit,
      { body: phoneNumber ? { action: 'enroll', phoneNumber } : { action: 'verify' } },
      phoneNumber ? frame : pageOf(frame),
    )
  const verify = (frame: Frame, code: string) =>
    world.kit.call(api.mfa.smsVerify, { body: { code } }, frame)
  async function enrol(frame: Frame, phoneNumber: string) {
    await send(frame, phoneNumber)
    const code = world.kit.phones.codeFor(phoneNumber)
    return world.kit.call(api.mfa.smsEnroll, { body: { code, phoneNumber } }, frame)
  }

  test('is enrolled by its code and proven by another one, once', async () => {
    const user = await createUser()
    const number = newNumber()
    expect((await enrol(user.frame, number)).status).toBe(200)
    const frame = await signInAgain(user)
    expect(await askShare(user, frame)).toMatchObject(refusedMfa)
    expect((await send(frame)).status).toBe(200)
    const code = world.kit.phones.codeFor(number)
    expect((await verify(frame, code)).status).toBe(200)
    expect((await askShare(user, frame)).status).toBe(200)
    expect(await verify(frame, code)).toMatchObject(wrongCode)
    expect((await readMe(frame)).mfa_methods).toMatchObject([{ type: 'sms' }])
  })

  test('error: the code of another session or another number', async () => {
    const user = await createUser()
    const number = newNumber()
    await enrol(user.frame, number)
    const [one, two] = [await signInAgain(user), await signInAgain(user)]
    await send(one)
    expect(await verify(two, world.kit.phones.codeFor(number))).toMatchObject(wrongCode)

    const eve = await createUser()
    const own = newNumber()
    await send(eve.frame, own)
    const body = { code: world.kit.phones.codeFor(own), phoneNumber: '+12025559999' }
    expect(await world.kit.call(api.mfa.smsEnroll, { body }, eve.frame)).toMatchObject(wrongCode)
  })

  test('MFA-18: the sixth message in five minutes is refused', async () => {
    const user = await createUser()
    const sent = world.kit.phones.messages.length
    const answers = []
    for (let count = 0; count < 50; count += 1) answers.push(await send(user.frame, newNumber()))
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(5).fill(200),
      ...Array(45).fill(429),
    ])
    expect(world.kit.phones.messages).toHaveLength(sent + 5)
  })

  test('SMS-07: error: a number that the user logs in with becomes no factor; nor does a factor count after a login by it', async () => {
    const { kit } = world
    const user = await createUser()
    const number = newNumber()
    await enrol(user.frame, number)
    await kit.call(api.sms.init, { body: { phoneNumber: number } }, pageOf(user.frame))
    const code = kit.phones.codeFor(number)
    const linked = await kit.call(
      api.sms.link,
      { body: { phoneNumber: number, code } },
      pageOf(user.frame),
    )
    expect(linked.status).toBe(200)

    await kit.call(api.sms.init, { body: { phoneNumber: number } })
    const login = { phoneNumber: number, code: kit.phones.codeFor(number) }
    const { body } = await kit.call(api.sms.authenticate, { body: login })
    const frame = { token: String(body.token), origin: authOrigin }
    const sent = kit.phones.messages.length
    expect(await send(frame)).toMatchObject(refusedMfa)
    expect(kit.phones.messages).toHaveLength(sent)
    expect(await askShare(user, frame)).toMatchObject(refusedMfa)

    const other = await createUser()
    const theirs = newNumber()
    await kit.call(api.sms.init, { body: { phoneNumber: theirs } }, pageOf(other.frame))
    const proof = { phoneNumber: theirs, code: kit.phones.codeFor(theirs) }
    await kit.call(api.sms.link, { body: proof }, pageOf(other.frame))
    const answer = await send(other.frame, theirs)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_data'])
  })
})

describe('a passkey', () => {
  async function addPasskey(frame: Frame): Promise<TestPasskey> {
    const page = pageOf(frame)
    const { body } = await world.kit.call(api.passkey.linkInit, { body: {} }, page)
    const { passkey, response } = authenticator.create(body.options)
    await world.kit.call(api.passkey.link, { body: { authenticator_response: response } }, page)
    return passkey
  }
  const enrol = (frame: Frame, ids: string[]) =>
    world.kit.call(api.mfa.passkeysEnrollment, { body: { credential_ids: ids } }, frame)
  async function prove(frame: Frame, passkey: TestPasskey, use: PasskeyUse = {}) {
    const { body } = await world.kit.call(api.mfa.passkeysInit, { body: {} }, pageOf(frame))
    const response = authenticator.get(passkey, body.options, use)
    return finish(frame, response)
  }
  async function logInBy(passkey: TestPasskey): Promise<Frame> {
    const { body } = await world.kit.call(api.passkey.authenticateInit, { body: {} })
    const { options } = body
    const response = authenticator.get(passkey, options)
    const proof = { challenge: options.challenge, authenticator_response: response }
    const login = await world.kit.call(api.passkey.authenticate, { body: proof })
    return { token: String(login.body.token), origin: authOrigin }
  }
  const finish = (frame: Frame, response: ReturnType<typeof authenticator.get>) =>
    world.kit.call(api.mfa.passkeysVerify, { body: { authenticator_response: response } }, frame)
  async function createEnrolled() {
    const user = await createUser()
    const passkey = await addPasskey(user.frame)
    const spare = await addPasskey(user.frame)
    await enrol(user.frame, [passkey.id])
    return { user, passkey, spare, frame: await signInAgain(user) }
  }

  test('is enrolled, marked, proven and removed', async () => {
    const { user, passkey, spare, frame } = await createEnrolled()
    const { linked_accounts: accounts, mfa_methods: methods } = await readMe(frame)
    expect(methods).toMatchObject([{ type: 'passkey' }])
    expect(
      accounts.flatMap((each) => ('enrolled_in_mfa' in each ? each.enrolled_in_mfa : [])),
    ).toEqual([true, false])
    expect(await askShare(user, frame)).toMatchObject(refusedMfa)
    const { body } = await prove(frame, passkey)
    expect((await askShare(user, frame)).status).toBe(200)
    const proven = withToken(frame, body.token)
    expect((await enrol(proven, [passkey.id, spare.id])).status).toBe(200)
    expect((await enrol(proven, [])).body.mfa_methods).toEqual([])
  })

  test('removed ones are unlinked unless the client keeps them, and never the only account', async () => {
    const { passkey, spare, frame } = await createEnrolled()
    const { body } = await prove(frame, passkey)
    const proven = withToken(frame, body.token)
    const idsAfter = async (credential_ids: string[], more = {}) => {
      const given = { body: { credential_ids, ...more } }
      const answer = await world.kit.call(api.mfa.passkeysEnrollment, given, proven)
      expect(answer.status).toBe(200)
      return answer.body.linked_accounts.flatMap((each) =>
        'credential_id' in each ? each.credential_id : [],
      )
    }

    expect(await idsAfter([spare.id], { remove_for_login: false })).toEqual([passkey.id, spare.id])
    expect(await idsAfter([passkey.id])).toEqual([passkey.id])
    await world.kit.db
      .deleteFrom('linked_account')
      .where('type', '!=', 'passkey')
      .where('user_id', '=', (await readMe(frame)).id.slice('did:privy:'.length))
      .execute()
    const again = await logInBy(passkey)
    const { body: proof } = await prove(again, passkey)
    const only = { body: { credential_ids: [] } }
    const answer = await world.kit.call(
      api.mfa.passkeysEnrollment,
      only,
      withToken(again, proof.token),
    )
    expect(answer.body).toMatchObject({
      linked_accounts: expect.arrayContaining([
        expect.objectContaining({ credential_id: passkey.id }),
      ]),
      mfa_methods: [],
    })
  })

  test('MFA-14: error: a linked passkey that is not enrolled; one that the user has not linked', async () => {
    const { spare, passkey, frame } = await createEnrolled()
    expect(await prove(frame, spare)).toMatchObject(wrongCode)
    const { body } = await prove(frame, passkey)
    expect((await enrol(withToken(frame, body.token), [passkey.id, 'AAAA'])).body.code).toBe(
      'linked_account_not_found',
    )
  })

  test.each<[string, PasskeyUse]>([
    ['PKY-07: a user who was not verified', { userVerified: false }],
    ['another page', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['another user', { userHandle: 'AAAA' }],
    ['a frame below a foreign page', { crossOrigin: true, topOrigin: 'https://evil.example' }],
  ])('error: %s', async (_, use) => {
    const { user, passkey, frame } = await createEnrolled()
    expect(await prove(frame, passkey, use)).toMatchObject(refusedMfa)
    expect(await askShare(user, frame)).toMatchObject(refusedMfa)
    expect((await prove(frame, passkey)).status).toBe(200)
  })

  test('error: a signature is used twice, by another session, or by a copy of the authenticator', async () => {
    const { user, passkey, frame } = await createEnrolled()
    const { body } = await world.kit.call(api.mfa.passkeysInit, { body: {} }, pageOf(frame))
    const response = authenticator.get(passkey, body.options)
    expect(await finish(await signInAgain(user), response)).toMatchObject(refusedMfa)
    const all = await Promise.all(Array.from({ length: 5 }, () => finish(frame, response)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    passkey.signCount = 0
    expect(await prove(frame, passkey)).toMatchObject(wrongCode)
  })

  test('PKY-13: unlinked after a proof it stops being a factor in the vault as well', async () => {
    const { user, passkey, frame } = await createEnrolled()
    const remove = () =>
      world.kit.call(api.passkey.unlink, { body: { credential_id: passkey.id } }, pageOf(frame))
    expect(await remove()).toMatchObject(refusedMfa)
    await prove(frame, passkey)
    const { body } = await remove()
    expect(body.mfa_methods).toEqual([])
    const { factors } = await world.vault.call('listFactors', {
      appId: world.kit.appId,
      userId: user.session.user.id,
    })
    expect(factors).toEqual([])
  })
})

describe('MFA-16: a lost factor', () => {
  const start = (frame: Frame) => world.kit.call(api.mfa.resetInit, { body: {} }, pageOf(frame))
  const subjects = () => world.kit.mailbox.mails.map(({ subject }) => subject)
  const run = () => runResets(world.kit.deps)
  async function createEnrolled() {
    const user = await createUser()
    const { body } = await world.kit.call(api.mfa.totpInit, { body: {} }, user.frame)
    const code = totpCodeAt(body.totpSecret, world.kit.clock.nowMs())
    await world.kit.call(api.mfa.totpEnroll, { body: { code } }, user.frame)
    return { user, frame: await signInAgain(user) }
  }

  test('is removed after 72 hours with a notice each day, and demanded until then', async () => {
    const { user, frame } = await createEnrolled()
    const { body } = await start(frame)
    expect(body.due_at).toBe(Math.floor((world.kit.clock.nowMs() + 72 * hourMs) / 1000))
    const before = subjects().length
    for (let day = 0; day < 2; day += 1) {
      world.kit.clock.advance(24 * hourMs)
      await run()
    }
    expect(subjects().slice(before)).toEqual(
      Array(2).fill('Reminder: the second factors of your Acme account will be removed'),
    )
    world.kit.clock.advance(24 * hourMs - 1)
    await run()
    expect(await askShare(user, await signInAgain(user))).toMatchObject(refusedMfa)

    world.kit.clock.advance(1)
    await run()
    const late = await signInAgain(user)
    expect((await askShare(user, late)).status).toBe(200)
    expect((await readMe(late)).mfa_methods).toEqual([])
    await world.kit.deliverNotices()
    expect(world.kit.mailbox.mails.at(-1)?.text).toContain('were removed by a reset')
  })

  test('is announced in the language of the user', async () => {
    const { user, frame } = await createEnrolled()
    const id = user.session.user.id.slice('did:privy:'.length)
    const users = world.kit.db.updateTable('user_account')
    await users.set({ locale: 'ar' }).where('id', '=', id).execute()
    await start(frame)
    expect(world.kit.mailbox.mails.at(-1)).toMatchObject({
      to: user.email,
      subject: 'سيتم إيقاف التحقق بخطوتين لحسابك في \u2068Acme\u2069',
      html: expect.stringContaining('<html lang="ar" dir="rtl">'),
    })
  })

  test('P6: the API cannot shorten the time: the vault counts it', async () => {
    const { user, frame } = await createEnrolled()
    await start(frame)
    const owner = { appId: world.kit.appId, userId: user.session.user.id }
    const { factors } = await world.vault.call('completeFactorReset', owner)
    expect(factors).toHaveLength(1)
    await world.kit.db.updateTable('factor_reset').set({ due_at: 0 }).execute()
    await run()
    expect(await askShare(user, frame)).toMatchObject(refusedMfa)
  })

  test('is kept when a session or the link of a notice cancels', async () => {
    const { user, frame } = await createEnrolled()
    await start(frame)
    expect(
      (await world.kit.call(api.mfa.resetCancel, { body: {} }, pageOf(frame))).body.due_at,
    ).toBe(null)

    await start(frame)
    const text = world.kit.mailbox.mails.at(-1)?.text ?? ''
    const token = /mfa\/reset#token=([\w-]+)/.exec(text)?.[1] ?? ''
    const cancel = () => world.kit.call(api.mfa.resetCancelByLink, { body: { token } })
    expect((await cancel()).status).toBe(200)
    expect((await cancel()).body.code).toBe('invalid_credentials')
    world.kit.clock.advance(73 * hourMs)
    await run()
    expect(await askShare(user, await signInAgain(user))).toMatchObject(refusedMfa)
  })

  test('error: the link of a notice is void once its address is no longer the user’s', async () => {
    const { user, frame } = await createEnrolled()
    await start(frame)
    const mail = world.kit.mailbox.mails.at(-1)
    const token = /mfa\/reset#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const cancel = (presented: string) =>
      world.kit.call(api.mfa.resetCancelByLink, { body: { token: presented } })
    expect((await cancel(token.slice(0, 43))).body.code).toBe('invalid_credentials')
    await world.kit.db
      .deleteFrom('linked_account')
      .where('key', '=', mail?.to ?? '')
      .execute()

    expect((await cancel(token)).body.code).toBe('invalid_credentials')
    const left = await world.kit.db
      .selectFrom('factor_reset')
      .select('user_id')
      .where('user_id', '=', user.session.user.id.replace('did:privy:', ''))
      .execute()
    expect(left).toHaveLength(1)
  })

  test('error: after an old login, and for a user without a factor', async () => {
    const { frame } = await createEnrolled()
    world.kit.clock.advance(15 * 60_000 + 1)
    expect(await start(frame)).toMatchObject(wrongCode)
    const { frame: without } = await createUser()
    expect((await start(without)).body.code).toBe('linked_account_not_found')
  })
})
