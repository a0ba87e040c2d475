import { api } from '@sallyport/contract'
import {
  authOrigin,
  createInhabitant,
  createKitWithVault,
  dumpTables,
  type Inhabitant,
  recoverBody,
  releaseInput,
  totpCodeAt,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const settings = { mfa_methods: ['sms', 'totp', 'passkey'] as const, sms_auth: true }
let world: Awaited<ReturnType<typeof createKitWithVault>>
beforeAll(async () => {
  world = await createKitWithVault({
    app: { settings: { ...settings, mfa_methods: [...settings.mfa_methods] } },
    config: { recoveriesPerUserPerDay: 10_000 },
  })
})
afterAll(() => world.close())
/* Codes of an authenticator app work once, and so do the budgets of the test before. */
afterEach(() => world.kit.clock.advance(25 * 3_600_000))

const refusedMfa = { status: 401, body: { code: 'missing_or_invalid_mfa' } }
const wrongCode = { status: 401, body: { code: 'invalid_credentials' } }
const tooMany = { status: 429, body: { code: 'too_many_requests' } }
/** With the time to wait, in seconds. */
const tooManyFor = (seconds: number) => ({
  ...tooMany,
  headers: { 'retry-after': String(seconds) },
  body: { ...tooMany.body, data: { retry_after: seconds } },
})
let serial = 0

/** A user with a wallet. */
async function createUser(): Promise<Inhabitant> {
  const { kit, vault } = world
  serial += 1
  const email = `user${serial}@example.com`
  return createInhabitant(kit, { email, vaultPublicKey: vault.publicKey })
}
type Frame = { token: string; origin: string; headers?: Record<string, string> }

const initTotp = async (frame: Frame) =>
  (await world.kit.call(api.mfa.totpInit, { body: {} }, frame)).body
const enrollTotp = (frame: Frame, code: string) =>
  world.kit.call(api.mfa.totpEnroll, { body: { code } }, frame)
const verifyTotp = (frame: Frame, code: string) =>
  world.kit.call(api.mfa.totpVerify, { body: { code } }, frame)
const codeOf = (secret: string) => totpCodeAt(secret, world.kit.clock.nowMs())
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const withToken = (frame: Frame, token: string): Frame => ({
  ...frame,
  headers: { 'privy-mfa-token': token },
})
/** A further session of a user. */
const signInAgain = async (user: Inhabitant): Promise<Frame> => ({
  token: (await world.kit.signIn(user.email)).token,
  origin: authOrigin,
})

/** A user whose authenticator app is a factor, in a new session that has proven nothing. */
async function createEnrolled() {
  const user = await createUser()
  const { totpSecret: secret } = await initTotp(user.frame)
  await enrollTotp(user.frame, codeOf(secret))
  world.kit.clock.advance(60_000)
  return { user, secret, frame: await signInAgain(user) }
}

async function askShare(user: Inhabitant, frame: Frame) {
  const { params, bodies } = user
  const body = bodies.authShare as never
  return world.kit.call(api.embeddedWallet.authShare, { params, body }, frame)
}
async function recover(user: Inhabitant, frame: Frame) {
  const { body } = await recoverBody(user.device, frame)
  return world.kit.call(api.embeddedWallet.recover, { params: user.params, body }, frame)
}

describe('an authenticator app', () => {
  test('is enrolled by its code, listed, demanded in another session and opens the wallet there', async () => {
    const { user, secret, frame } = await createEnrolled()
    const { body: me } = await world.kit.call(api.user.me, {}, { token: frame.token })
    expect(me.user.mfa_methods).toEqual([{ type: 'totp', verified_at: expect.any(Number) }])
    expect(await askShare(user, frame)).toMatchObject(refusedMfa)

    const { body } = await verifyTotp(frame, codeOf(secret))
    expect((await askShare(user, frame)).status).toBe(200)
    expect((await recover(user, withToken(frame, body.token))).status).toBe(200)
  })

  test('MFA-13: a login alone gives no token or claim that a protected action takes', async () => {
    const { user, frame } = await createEnrolled()
    const claims = JSON.parse(Buffer.from(frame.token.split('.')[1] ?? '', 'base64url').toString())
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
    expect(await recover(user, frame)).toMatchObject(refusedMfa)
    expect(await recover(user, withToken(frame, frame.token))).toMatchObject(refusedMfa)
  })

  test('P6: the API alone gets no recovery key: the vault demands its own statement', async () => {
    const { user, secret, frame } = await createEnrolled()
    const claim = {
      appId: world.kit.appId,
      userId: user.session.user.id,
      accessToken: frame.token,
    }
    const signed = await releaseInput(user.device, frame)
    const release = (mfaToken?: string) =>
      world.vault.call('releaseRecoveryKey', { ...signed, ...(mfaToken ? { mfaToken } : {}) })
    await expect(release()).rejects.toMatchObject({ code: 'factor_required' })
    await expect(release(frame.token)).rejects.toMatchObject({ code: 'invalid_factor_token' })
    const removal = { ...claim, factor: { method: 'totp' } } as const
    await expect(world.vault.call('removeFactor', removal)).rejects.toMatchObject({
      code: 'factor_required',
    })

    const { body } = await verifyTotp(frame, codeOf(secret))
    await expect(release(body.token)).resolves.toHaveProperty('sealedRecoveryKey')
  })

  test('MFA-02: error: the token of another session, and one that is too old', async () => {
    const { user, secret, frame } = await createEnrolled()
    const { body } = await verifyTotp(frame, codeOf(secret))
    const foreign = withToken(await signInAgain(user), body.token)
    expect((await recover(user, foreign)).body.code).toBe('missing_or_invalid_mfa')
    world.kit.clock.advance(60_000)
    await verifyTotp(foreign, codeOf(secret))
    const invalid = { status: 401, body: { code: 'expired_or_invalid_mfa_token' } }
    expect(await recover(user, foreign)).toMatchObject(invalid)

    world.kit.clock.advance(14 * 60_000 - 1000)
    await verifyTotp(frame, codeOf(secret))
    world.kit.clock.advance(1000)
    expect(await recover(user, withToken(frame, body.token))).toMatchObject(invalid)
    world.kit.clock.advance(16 * 60_000)
    expect(await askShare(user, frame)).toMatchObject(refusedMfa)
  })

  test('LNK-21: the proof of a deleted user is over with the session, at the API and at the vault', async () => {
    const { user, secret, frame } = await createEnrolled()
    const { kit, vault } = world
    const { body } = await verifyTotp(frame, codeOf(secret))
    const proven = withToken(frame, body.token)
    expect((await recover(user, proven)).status).toBe(200)
    const userId = user.session.user.id
    await kit.call(api.users.delete, { params: { user_id: userId } }, { secret: kit.appSecret })

    const refused = { status: 401, body: { code: 'missing_or_invalid_token' } }
    expect(await askShare(user, proven)).toMatchObject(refused)
    expect(await recover(user, proven)).toMatchObject(refused)
    expect(await verifyTotp(proven, codeOf(secret))).toMatchObject(refused)
    // As maintenance does 30 days later; the proof and the token are as they were.
    await vault.call('deleteUser', { appId: kit.appId, userId })
    const signed = { ...(await releaseInput(user.device, frame)), mfaToken: body.token }
    await expect(vault.call('releaseRecoveryKey', signed)).rejects.toMatchObject({
      code: 'invalid_token',
    })
  })

  test('MFA-05: error: a code is used again in its step, and the code that enrolled', async () => {
    const user = await createUser()
    const { totpSecret: secret } = await initTotp(user.frame)
    const first = codeOf(secret)
    expect((await enrollTotp(user.frame, first)).status).toBe(200)
    expect(await verifyTotp(user.frame, first)).toMatchObject(wrongCode)
    world.kit.clock.advance(30_000)
    const second = codeOf(secret)
    expect((await verifyTotp(user.frame, second)).status).toBe(200)
    expect(await verifyTotp(user.frame, second)).toMatchObject(wrongCode)
  })

  test('MFA-05: of 50 uses of one code at once one succeeds', async () => {
    const { secret, frame } = await createEnrolled()
    const code = codeOf(secret)
    const all = await Promise.all(Array.from({ length: 50 }, () => verifyTotp(frame, code)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('MFA-07: after 5 wrong codes in 5 minutes, and 25 in a day, the right one is refused too', async () => {
    const { user, secret, frame } = await createEnrolled()
    const guess = () => verifyTotp(frame, wrong(codeOf(secret)))
    for (let round = 0; round < 5; round += 1) {
      for (let count = 0; count < 5; count += 1) expect(await guess()).toMatchObject(wrongCode)
      expect(await verifyTotp(frame, codeOf(secret))).toMatchObject(tooManyFor(300))
      world.kit.clock.advance(5 * 60_000 + 1)
    }
    // A day after the first of the 25, which are five rounds of five minutes ago.
    expect(await verifyTotp(frame, codeOf(secret))).toMatchObject(tooManyFor(86_400 - 5 * 300))
    expect(await enrollTotp(frame, '123456')).toMatchObject(refusedMfa)
    world.kit.clock.advance(24 * 3_600_000)
    const { token } = await world.kit.signIn(user.email)
    expect((await verifyTotp({ ...frame, token }, codeOf(secret))).status).toBe(200)
  })

  test('MFA-07: wrong codes at enrolment count as well', async () => {
    const { frame } = await createUser()
    const { totpSecret: secret } = await initTotp(frame)
    for (let count = 0; count < 5; count += 1) {
      expect(await enrollTotp(frame, wrong(codeOf(secret)))).toMatchObject(wrongCode)
    }
    expect(await enrollTotp(frame, codeOf(secret))).toMatchObject(tooMany)
  })

  test('MFA-08: error: it is removed by a session that has not proven it; then by one that has', async () => {
    const { user, secret, frame } = await createEnrolled()
    const remove = (from: Frame) => world.kit.call(api.mfa.totpUnenroll, { body: {} }, from)
    expect(await remove(frame)).toMatchObject(refusedMfa)
    const { body } = await verifyTotp(frame, codeOf(secret))
    expect((await remove(withToken(frame, body.token))).status).toBe(200)
    const { appId } = world.kit
    const events = world.kit.db.selectFrom('audit_event').select('kind').where('app_id', '=', appId)
    expect((await events.orderBy('id').execute()).at(-1)?.kind).toBe('factor_removed')
    await world.kit.deliverNotices()
    expect(world.kit.mailbox.mails.at(-1)).toMatchObject({
      to: user.email,
      // With what happened in the same minute.
      text: expect.stringContaining('A second step was removed from your Acme account.'),
    })
    expect((await askShare(user, await signInAgain(user))).status).toBe(200)
  })

  test('MFA-09: error: a new secret without proof of the old; the old stays until the new one is confirmed', async () => {
    const { user, secret, frame } = await createEnrolled()
    expect((await world.kit.call(api.mfa.totpInit, { body: {} }, frame)).body.code).toBe(
      'missing_or_invalid_mfa',
    )
    const { body } = await verifyTotp(frame, codeOf(secret))
    const { totpSecret: fresh } = await initTotp(withToken(frame, body.token))
    world.kit.clock.advance(60_000)
    const other = await signInAgain(user)
    expect(await verifyTotp(other, codeOf(fresh))).toMatchObject(wrongCode)
    expect(await askShare(user, other)).toMatchObject(refusedMfa)
    expect((await verifyTotp(other, codeOf(secret))).status).toBe(200)
  })

  test.each([null, '', [], true, '1234567', '12345a', undefined])(
    'MFA-10: error: %j is not a code',
    async (code) => {
      const user = await createUser()
      const before = await dumpTables(world.kit.db)
      const body = { code } as { code: string }
      for (const route of [api.mfa.totpVerify, api.mfa.totpEnroll, api.mfa.smsVerify]) {
        expect(await world.kit.call(route, { body }, user.frame)).toMatchObject({
          status: 400,
          body: { code: 'invalid_data' },
        })
      }
      expect(await dumpTables(world.kit.db)).toBe(before)
    },
  )

  test('MFA-11: the secret is answered once: no later answer, log line or row has it', async () => {
    const { secret, frame } = await createEnrolled()
    const { body } = await verifyTotp(frame, codeOf(secret))
    const answers = [
      body,
      (await world.kit.call(api.user.me, {}, { token: frame.token })).body,
      (await initTotp(withToken(frame, body.token))).totpAuthUrl,
    ]
    expect(JSON.stringify(answers)).not.toContain(secret)
    expect(world.kit.log.join('')).not.toContain(secret)
    expect(await dumpTables(world.kit.db)).not.toContain(secret)
  })

  test('EML-07: error: the code of a login is not a second factor', async () => {
    const { user, frame } = await createEnrolled()
    await world.kit.call(api.email.init, { body: { email: user.email } })
    const code = world.kit.mailbox.codeFor(user.email)
    expect(await verifyTotp(frame, code)).toMatchObject(wrongCode)
  })

  test('error: a method that the app has not switched on', async () => {
    const { appId } = await world.kit.addApp({ settings: { mfa_methods: ['sms'] } })
    const { token } = await world.kit.signIn('other@example.com', { appId })
    const frame = { token, origin: authOrigin, appId }
    expect((await world.kit.call(api.mfa.totpInit, { body: {} }, frame)).body.code).toBe(
      'feature_not_enabled',
    )
  })

  test('SES-14: a fork of a session with a fresh factor has none', async () => {
    const { user, secret, frame } = await createEnrolled()
    const { kit } = world
    const session = await kit.signIn(user.email)
    const own = { token: session.token, origin: authOrigin }
    await verifyTotp(own, codeOf(secret))
    expect((await askShare(user, own)).status).toBe(200)
    const { body: fork } = await kit.call(
      api.session.fork,
      { body: { refresh_token: session.refresh_token } },
      { token: session.token },
    )
    const forkToken = fork.new_session_refresh_token
    const { body } = await kit.call(api.session.recover, { body: { refresh_token: forkToken } })
    // A fork has no wallet grant either, which is asked for first.
    const answer = await askShare(user, { ...frame, token: String(body.token) })
    expect(answer).toMatchObject({ body: { code: 'missing_or_invalid_wallet_grant' } })
    const stepUps = await kit.db
      .selectFrom('session')
      .select('mfa_at_ms')
      .where(sql`'fork'`, '=', sql`any (amr)`)
      .execute()
    expect(stepUps).toEqual([{ mfa_at_ms: null }])
  })

  test('enrolling ends the step-up of the other sessions', async () => {
    const { user, secret, frame } = await createEnrolled()
    const { body } = await verifyTotp(frame, codeOf(secret))
    const other = await signInAgain(user)
    world.kit.clock.advance(30_000)
    await verifyTotp(other, codeOf(secret))
    expect((await askShare(user, other)).status).toBe(200)
    const { totpSecret: fresh } = await initTotp(withToken(frame, body.token))
    expect((await enrollTotp(withToken(frame, body.token), codeOf(fresh))).status).toBe(200)
    expect(await askShare(user, other)).toMatchObject(refusedMfa)
  })
})

describe('recovery codes', () => {
  const make = (frame: Frame) => world.kit.call(api.mfa.recoveryCodesInit, { body: {} }, frame)
  const use = (frame: Frame, code: string) =>
    world.kit.call(api.mfa.recoveryCodesVerify, { body: { code } }, frame)
  const createWithCodes = async () => {
    const enrolled = await createEnrolled()
    const { body } = await verifyTotp(enrolled.frame, codeOf(enrolled.secret))
    const { codes } = (await make(withToken(enrolled.frame, body.token))).body
    return { ...enrolled, codes, proven: withToken(enrolled.frame, body.token) }
  }

  test('are ten, each opens the wallet once, however it is typed', async () => {
    const { user, codes } = await createWithCodes()
    expect(new Set(codes).size).toBe(10)
    const frame = await signInAgain(user)
    const [first = ''] = codes
    const { status, body } = await use(frame, ` ${first.toLowerCase().replace('-', ' ')}`)
    expect(status).toBe(200)
    expect((await recover(user, withToken(frame, body.token))).status).toBe(200)
    expect(await use(frame, first)).toMatchObject(wrongCode)
  })

  test('of 50 uses of one code at once one succeeds', async () => {
    const { user, codes } = await createWithCodes()
    const frame = await signInAgain(user)
    const all = await Promise.all(Array.from({ length: 50 }, () => use(frame, codes[1] ?? '')))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('error: new ones without a proven factor; the old ones end with new ones', async () => {
    const { user, codes, proven } = await createWithCodes()
    const frame = await signInAgain(user)
    expect(await make(frame)).toMatchObject(refusedMfa)
    expect((await make(proven)).status).toBe(200)
    expect(await use(frame, codes[2] ?? '')).toMatchObject(wrongCode)
  })

  test('error: for a user without a factor', async () => {
    const { frame } = await createUser()
    expect((await make(frame)).body.code).toBe('linked_account_not_found')
  })
})
