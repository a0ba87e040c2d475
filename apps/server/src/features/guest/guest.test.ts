import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { api, guestLoginMessage } from '@sallyport/contract'
import { createTestKit, dumpTables, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const credential = () => randomBytes(32).toString('base64url')
const login = (guestCredential: string, appId = kit.appId) =>
  kit.call(api.guest.authenticate, { body: { guest_credential: guestCredential } }, { appId })

describe('guest login', () => {
  test('makes a guest on first sight and finds the same one again', async () => {
    const own = credential()
    const first = await login(own)
    const second = await login(own)

    expect(first.body).toMatchObject({
      is_new_user: true,
      user: { is_guest: true, linked_accounts: [] },
    })
    expect(second.body).toMatchObject({ is_new_user: false, user: { id: first.body.user?.id } })
  })

  test('50 parallel logins make one user and 50 sessions', async () => {
    const own = credential()
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(own)))

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ body }) => body.user?.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.is_new_user)).toHaveLength(1)
  })

  test('GST-01: error: 42 or 44 characters, not base64url, a field too many', async () => {
    const before = await dumpTables(kit.db)
    const own = credential()
    for (const bad of [
      own.slice(1),
      `${own}A`,
      `${own.slice(0, 42)}!`,
      `${own.slice(0, 42)}=`,
      `${'A'.repeat(42)}B`,
    ]) {
      const { status, body } = await login(bad)
      expect([bad, status, body.code]).toEqual([bad, 400, 'invalid_data'])
    }
    const response = await kit.server.inject({
      method: 'POST',
      url: '/api/v1/guest/authenticate',
      headers: { 'privy-app-id': kit.appId },
      payload: { guest_credential: own, user_id: 'x' },
    })
    expect(response.json().code).toBe('invalid_data')
    expect(await dumpTables(kit.db)).toBe(before)
  })

  test('GST-04: error: guest login switched off', async () => {
    const { appId } = await kit.addApp({ settings: { guest_auth: false } })
    expect((await login(credential(), appId)).body.code).toBe('disallowed_login_method')
  })

  test('one credential in two apps is two users', async () => {
    const own = credential()
    const { appId } = await kit.addApp()
    const [here, there] = [await login(own), await login(own, appId)]
    expect(there.body.user?.id).not.toBe(here.body.user?.id)
  })
})

describe('T-28: a guest that is bound to a key of the browser', () => {
  /** A key as the browser makes it; there it cannot be exported. */
  const newKey = () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const parts = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    const signing = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
    return {
      public_key: Buffer.concat(parts).toString('base64url'),
      sign: (text: string) => sign('sha256', Buffer.from(text), signing).toString('base64url'),
    }
  }
  type Key = ReturnType<typeof newKey>
  const askChallenge = async (appId = kit.appId) =>
    (await kit.call(api.guest.init, { body: {} }, { appId })).body.challenge
  const proofOf = ({ public_key, sign: signBy }: Key, challenge: string) => ({
    public_key,
    challenge,
    signature: signBy(guestLoginMessage(kit.appId, challenge)),
  })
  const present = (body: Parameters<typeof kit.call<typeof api.guest.authenticate>>[1]['body']) =>
    kit.call(api.guest.authenticate, { body })
  const logInBy = async (key: Key, guest_credential?: string) => {
    const key_proof = proofOf(key, await askChallenge())
    return present(guest_credential === undefined ? { key_proof } : { guest_credential, key_proof })
  }
  const refused = { status: 401, body: { code: 'invalid_credentials' } }

  test('logs in by a new signature each time; what one login sent opens nothing again', async () => {
    const key = newKey()
    const first = await logInBy(key)
    const second = await logInBy(key)
    expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
    expect(second.body.user?.id).toBe(first.body.user?.id)

    const sent = proofOf(key, await askChallenge())
    expect((await present({ key_proof: sent })).status).toBe(200)
    expect(await present({ key_proof: sent })).toMatchObject(refused)
  })

  test('50 at the same time with one signature are one login', async () => {
    const key_proof = proofOf(newKey(), await askChallenge())
    const answers = await Promise.all(Array.from({ length: 50 }, () => present({ key_proof })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a credential of an earlier version finds another guest once its own is bound, and binding may be repeated', async () => {
    const [own, key] = [credential(), newKey()]
    const before = (await login(own)).body.user?.id

    const bound = await logInBy(key, own)
    // Its answer was lost: the browser sends both again.
    const again = await logInBy(key, own)
    const later = await logInBy(key)

    for (const { body } of [bound, again, later]) expect(body.user?.id).toBe(before)
    // The thief has the page's storage from before.
    const thief = await login(own)
    expect(thief.body.is_new_user).toBe(true)
    expect(thief.body.user?.id).not.toBe(before)
    expect((await logInBy(newKey(), own)).body.user?.id).not.toBe(before)
  })

  test('error: a signature of another key, over another text, or for another app', async () => {
    const { appId } = await kit.addApp()
    const [key, other] = [newKey(), newKey()]
    const challenge = await askChallenge()
    const right = proofOf(key, challenge)
    const foreign = await askChallenge(appId)
    for (const wrong of [
      { ...right, public_key: other.public_key },
      { ...right, signature: proofOf(other, challenge).signature },
      { ...right, challenge: await askChallenge() },
      proofOf(key, foreign),
      proofOf(key, `${challenge}A`),
      proofOf(key, challenge.replace(/^\d+/, String(kit.clock.nowMs() + 1))),
    ]) {
      expect(await present({ key_proof: wrong })).toMatchObject(refused)
    }
    expect((await present({ key_proof: right })).status).toBe(200)
  })

  test('error: a challenge is good for five minutes', async () => {
    const key = newKey()
    const [early, late] = [await askChallenge(), await askChallenge()]
    kit.clock.advance(5 * 60_000 - 1)
    expect((await present({ key_proof: proofOf(key, early) })).status).toBe(200)
    kit.clock.advance(1)
    expect(await present({ key_proof: proofOf(key, late) })).toMatchObject(refused)
  })

  test('error: neither a credential nor a key, and a key that is not a point', async () => {
    const right = proofOf(newKey(), await askChallenge())
    const bad = { ...right, public_key: `${'A'.repeat(86)}Q` }
    for (const body of [{}, { key_proof: bad }, { key_proof: { ...right, more: 1 } as never }]) {
      const { status, body: answer } = await present(body)
      expect([status, answer.code]).toEqual([400, 'invalid_data'])
    }
  })

  test('ruling 21: ends when the guest links an account', async () => {
    const { appId } = await kit.addApp({ settings: { sms_auth: true } })
    const key = newKey()
    const signed = async () => {
      const challenge = await askChallenge(appId)
      const signature = key.sign(guestLoginMessage(appId, challenge))
      const key_proof = { public_key: key.public_key, challenge, signature }
      return kit.call(api.guest.authenticate, { body: { key_proof } }, { appId })
    }
    const { body } = await signed()
    const token = String(body.token)
    const phoneNumber = '+12015550111'
    await kit.call(api.sms.init, { body: { phoneNumber } }, { appId, token })
    const code = kit.phones.codeFor(phoneNumber)
    await kit.call(api.sms.link, { body: { phoneNumber, code } }, { appId, token })

    expect((await signed()).body.user?.id).not.toBe(body.user?.id)
  })
})
