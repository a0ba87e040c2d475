import {
  answerOnSocket,
  createMailbox,
  createTestDatabase,
  createTestVault,
  encodingsOf,
  type TestDatabase,
  type TestVault,
  totpCodeAt,
} from '@sallyport/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, createVaultUsers, type TestUser } from '../testing/vault-users.js'

const startMs = Date.UTC(2030, 0, 1, 12)
const minuteMs = 60_000
const dayMs = 86_400_000
let nowMs = startMs
const clock = { nowMs: () => nowMs }
/** How the mail server behaves. */
let send: 'right' | 'down' | 'hangs' = 'right'
const mailbox = createMailbox()
const mailer = {
  send: async (mail: Parameters<typeof mailbox.send>[0]) => {
    if (send === 'hangs') await new Promise(() => {})
    if (send === 'down') throw new Error('down')
    return mailbox.send(mail)
  },
  close: () => {},
}
const log: string[] = []
let database: TestDatabase
let admin: pg.Client
let vault: TestVault
const ask = (call: string, input: object) =>
  answerOnSocket<Answer>(vault.socketPath, { call, input })
const { newUser, store, askRelease } = createVaultUsers({
  ask,
  publicKey: () => vault.publicKey,
  startMs,
})

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  vault = await createTestVault({ databaseUrl: database.url, clock, mailer, log })
})
afterAll(async () => {
  await vault?.close()
  await admin?.end()
  await database?.drop()
})
afterEach(async () => {
  send = 'right'
  await vault.deliverNotices()
  nowMs += 30 * dayMs
})

let serial = 0
const newAddress = () => {
  serial += 1
  return `user${serial}@example.com`
}
const contactsOf = (...emails: string[]) => ({ appName: 'Acme', emails })

/** A user with a stored key and one address. */
async function createUser(): Promise<{ user: TestUser; address: string }> {
  const user = await renewed(await newUser())
  const address = newAddress()
  await store(user, { contacts: contactsOf(address) })
  return { user, address }
}

/** The user with a token of now. */
async function renewed(user: TestUser): Promise<TestUser> {
  const iat = Math.floor(nowMs / 1000)
  return { ...user, accessToken: await user.sign({ iat, exp: iat + 3600 }) }
}
const pin = ({ appId, userId }: TestUser, ...emails: string[]) =>
  ask('pinContacts', { appId, userId, contacts: contactsOf(...emails) })
/** Subjects of the mails to an address, after what is due was sent. */
async function subjectsTo(address: string): Promise<string[]> {
  await vault.deliverNotices()
  return mailbox.mails.filter(({ to }) => to === address).map(({ subject }) => subject)
}
const released = 'The recovery key of your Acme wallet was released'
const removed = 'This address was removed from your Acme wallet'

describe('P6: code in the API process releases a key', () => {
  test('P6, T-16: the user is told of each release by the vault, though the API sends nothing', async () => {
    const { user, address } = await createUser()
    expect(await subjectsTo(address)).toEqual([])

    await askRelease(user)
    await askRelease(user)

    expect(await subjectsTo(address)).toEqual([released, released])
    const mail = mailbox.mails.find(({ to }) => to === address)
    expect(mail).toMatchObject({ fromName: 'Acme recovery vault' })
    expect(mail?.text).toContain(`was released on 1 January 2030, 12:00 UTC`)
    expect(mail?.text).toContain('contact Acme now')
    expect(mail?.text).not.toMatch(/https?:/)
  })

  test('P6: an address of the attacker’s, named before the release, does not keep it from the user', async () => {
    const { user, address } = await createUser()
    const thief = newAddress()
    await pin(user, thief)
    expect(await subjectsTo(address)).toEqual([removed])

    await askRelease(user)
    expect(await subjectsTo(address)).toEqual([removed, released])
    nowMs += 7 * dayMs - minuteMs
    await askRelease(await renewed(user))
    expect(await subjectsTo(address)).toEqual([removed, released, released])

    // The user has known of it for a week.
    nowMs += 2 * minuteMs
    await askRelease(await renewed(user))
    expect(await subjectsTo(address)).toHaveLength(3)
    expect(await subjectsTo(thief)).toHaveLength(3)
  })

  test.each([
    ['no address', {}],
    ['an empty list', { contacts: contactsOf() }],
  ])('P6: nor does storing the key again with %s', async (_name, changes) => {
    const { user, address } = await createUser()
    await store(user, changes)
    await askRelease(user)
    expect(await subjectsTo(address)).toContain(released)
  })

  test('P6: nor do many changes, which the vault refuses at last', async () => {
    const { user, address } = await createUser()
    const answers = []
    for (let i = 0; i < 12; i += 1) answers.push(await pin(user, newAddress()))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(10)
    expect(answers.at(-1)).toEqual({
      error: { code: 'too_many_requests', retryAfterSeconds: 7 * 86_400 },
    })
    await askRelease(user)
    expect(await subjectsTo(address)).toEqual([removed, released])
  })

  test('P6: deleting the user does not take a notice back, and is told', async () => {
    const { user, address } = await createUser()
    const { appId, userId } = user
    await askRelease(user)
    await ask('deleteUser', { appId, userId })

    expect(await askRelease(user)).toEqual({ error: { code: 'invalid_token' } })
    expect(await pin(user, newAddress())).toEqual({ error: { code: 'invalid_token' } })
    expect((await subjectsTo(address)).sort()).toEqual([
      'Recovery of your Acme wallet has ended',
      released,
    ])
    const { rows } = await admin.query(
      'select from sallyport_vault.contact where app_id = $1 and user_id = $2',
      [appId, userId],
    )
    expect(rows).toEqual([])
  })

  test('a name of the app is shown as one line without a link', async () => {
    const { user, address } = await createUser()
    const contacts = { appName: 'Acme\u202e https://evil.example\nSubject: x', emails: [address] }
    await ask('pinContacts', { appId: user.appId, userId: user.userId, contacts })
    await askRelease(user)
    const [subject] = await subjectsTo(address)
    expect(subject).toBe(
      'The recovery key of your Acme https evil.example Subject: x wallet was released',
    )
  })
})

describe('P6: code in the API process changes factors', () => {
  const methods = (subjects: string[]) =>
    subjects.map((each) => each.replace(/ of your.*wallet/, ''))

  test('P6: the vault tells of a factor that is added, replaced and removed, and of a reset', async () => {
    const { user, address } = await createUser()
    const { appId, userId, accessToken } = user
    const claim = { appId, userId, accessToken }
    const enroll = async () => {
      const { output } = await ask('startFactor', { ...claim, start: { method: 'totp' } })
      // Its output is that of a release by its type.
      const { secret } = output as unknown as { secret: string }
      await ask('confirmFactor', {
        ...claim,
        proof: { method: 'totp', code: totpCodeAt(secret, nowMs) },
      })
    }
    await enroll()
    await ask('makeRecoveryCodes', claim)
    await ask('removeFactor', { ...claim, factor: { method: 'totp' } })
    await enroll()
    await ask('startFactorReset', claim)
    await ask('startFactorReset', claim)
    await ask('cancelFactorReset', { appId, userId })
    await ask('cancelFactorReset', { appId, userId })
    await ask('startFactorReset', claim)
    nowMs += 72 * 3_600_000
    await ask('completeFactorReset', { appId, userId })
    await ask('completeFactorReset', { appId, userId })

    const changed = 'Two-step verification was changed'
    const starts = 'Two-step verification is about to be removed'
    expect(methods(await subjectsTo(address)).sort()).toEqual(
      [
        changed,
        changed,
        changed,
        changed,
        starts,
        'Two-step verification stays on',
        starts,
        'Two-step verification was removed',
      ].sort(),
    )
  })
})

describe('the outbox', () => {
  test('a release does not wait for a mail server that does not answer', async () => {
    const { user, address } = await createUser()
    send = 'hangs'
    void vault.deliverNotices()
    expect(await askRelease(user)).toHaveProperty('output')
    void vault.deliverNotices()
    expect(await askRelease(user)).toHaveProperty('output')
    send = 'right'
    nowMs += minuteMs
    expect(await subjectsTo(address)).toEqual([released, released])
  })

  test('a notice that could not be sent is tried again after 1, 2 and 4 minutes, also after a restart, and sent once', async () => {
    const { user, address } = await createUser()
    await askRelease(user)
    send = 'down'
    await vault.deliverNotices()
    for (const minutes of [1, 2]) {
      nowMs += minutes * minuteMs - 1
      send = 'right'
      expect(await subjectsTo(address)).toEqual([])
      nowMs += 1
      send = 'down'
      await vault.deliverNotices()
    }
    await vault.stop()
    await vault.start()
    nowMs += 4 * minuteMs
    send = 'right'
    await Promise.all([1, 2, 3].map(() => vault.deliverNotices()))
    expect(await subjectsTo(address)).toEqual([released])
    nowMs += dayMs
    expect(await subjectsTo(address)).toEqual([released])
  })

  test('five failures in a row are an error line, and an address that refuses mail is given up', async () => {
    const [{ user }, { user: other }] = [await createUser(), await createUser()]
    await store(other, { contacts: contactsOf('bounce@example.com') })
    await vault.deliverNotices()
    for (let i = 0; i < 6; i += 1) await askRelease(other)
    log.length = 0
    await vault.deliverNotices()
    const events = () => log.flatMap((line) => JSON.parse(line).event ?? [])
    expect(events()).not.toContain('vault_notices_down')

    for (let i = 0; i < 6; i += 1) await askRelease(user)
    send = 'down'
    await vault.deliverNotices()
    expect(events().filter((event) => event === 'vault_notices_down')).toHaveLength(1)
    send = 'right'
    nowMs += minuteMs
    await vault.deliverNotices()
    expect(events()).toContain('vault_notices_up')
    expect(log.join('')).not.toContain('@example.com')
  })

  test('addresses are in the database under the vault’s key only', async () => {
    const { user, address } = await createUser()
    await askRelease(user)
    const { rows } = await admin.query(
      'select c::text as row from sallyport_vault.contact c union all select n::text from sallyport_vault.notice n',
    )
    const dump = rows.map(({ row }) => row).join()
    expect(dump).not.toBe('')
    for (const form of encodingsOf(address)) expect(dump).not.toContain(form)
  })
})
