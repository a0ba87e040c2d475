import { api } from '@sallyport/contract'
import { asSignedIn, createTestKit, type SignedIn, type TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * The thief of P5 writes to every table of the API and has an account of their own (Eve), but no key of the deployment. Each
 * test first shows the row, then what the server answers.
 */
let kit: TestKit
let count = 0
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const failed = { status: 500, body: { code: 'internal_error' } }
const sessionOf = ({ token }: Pick<SignedIn, 'token'>): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const idOf = ({ user }: SignedIn) => user.id.slice('did:privy:'.length)
const refresh = (token: string) => kit.call(api.session.refresh, { body: { refresh_token: token } })
const me = (token: string) => kit.call(api.user.me, {}, { token })
const people = async () => {
  count += 1
  const [ada, eve] = [`ada-${count}@example.com`, `eve-${count}@example.com`]
  return { ada: await kit.signIn(ada), eve: await kit.signIn(eve), adaEmail: ada, eveEmail: eve }
}
const refusedRows = () =>
  kit.log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'refused_row')

describe('P5 T-04: write access to the tables, and no key', () => {
  test('a refresh token that was moved to another user’s session gives no token of theirs', async () => {
    const { ada, eve } = await people()
    await kit.db
      .updateTable('refresh_token')
      .set({ session_id: sessionOf(ada), seq: 99 })
      .where('session_id', '=', sessionOf(eve))
      .execute()

    expect(await refresh(eve.refresh_token)).toMatchObject(failed)

    expect(refusedRows().at(-1)).toMatchObject({ table: 'refresh_token', userId: idOf(ada) })
  })

  test('a session that was moved to another user gives no token of theirs', async () => {
    const { ada, eve } = await people()
    await kit.db
      .updateTable('session')
      .set({ user_id: idOf(ada) })
      .where('id', '=', sessionOf(eve))
      .execute()

    expect(await refresh(eve.refresh_token)).toMatchObject(failed)
    expect(await me(eve.token)).toMatchObject({ status: 401 })
  })

  test('a token whose hash the thief computed is unknown', async () => {
    const { ada } = await people()
    const made = 'A'.repeat(43)
    const { createHash } = await import('node:crypto')
    await sql`
      insert into refresh_token (app_id, token_hash, session_id, seq, created_at, expires_at)
      values (${kit.appId}, ${createHash('sha256').update(made).digest()}, ${sessionOf(ada)}, 7, 0,
        ${kit.clock.nowMs() + 1e9})`.execute(kit.db)
    expect(await refresh(made)).toMatchObject({ status: 401 })
  })

  test('a session that was inserted, made longer or more recent is refused', async () => {
    const { ada } = await people()
    const change = (set: object) =>
      kit.db.updateTable('session').set(set).where('id', '=', sessionOf(ada)).execute()
    const { auth_time, expires_at } = await kit.db
      .selectFrom('session')
      .select(['auth_time', 'expires_at'])
      .where('id', '=', sessionOf(ada))
      .executeTakeFirstOrThrow()
    for (const forged of [
      { auth_time: auth_time + 1 },
      { expires_at: expires_at + 1 },
      { amr: ['passkey'] },
      { mac: null },
      { mac: Buffer.alloc(36) },
    ]) {
      const before = await kit.db
        .selectFrom('session')
        .select(['auth_time', 'expires_at', 'amr', 'mac'])
        .where('id', '=', sessionOf(ada))
        .executeTakeFirstOrThrow()
      await change(forged)
      expect([Object.keys(forged), (await me(ada.token)).status]).toEqual([
        Object.keys(forged),
        500,
      ])
      await change(before)
    }
    expect((await me(ada.token)).status).toBe(200)
    expect(refusedRows().at(-1)).toMatchObject({ table: 'session', userId: idOf(ada) })
  })

  test('a login account that was inserted, or moved to another user, opens no session of theirs', async () => {
    const { ada, eve, eveEmail } = await people()
    const logIn = async (email: string) => {
      await kit.call(api.email.init, { body: { email } })
      const body = { email, code: kit.mailbox.codeFor(email) }
      return kit.call(api.email.authenticate, { body })
    }
    await kit.db
      .updateTable('linked_account')
      .set({ user_id: idOf(ada) })
      .where('user_id', '=', idOf(eve))
      .execute()
    expect(await logIn(eveEmail)).toMatchObject(failed)

    const planted = `planted-${count}@example.com`
    await sql`
      insert into linked_account (app_id, user_id, type, key, data, mac, first_verified_at, latest_verified_at)
      select app_id, ${idOf(ada)}, type, ${planted}, jsonb_build_object('address', ${planted}::text), mac, 0, 0
      from linked_account where key = ${eveEmail}`.execute(kit.db)
    expect(await logIn(planted)).toMatchObject(failed)

    const open = await kit.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', idOf(ada))
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([{ id: sessionOf(ada) }])
    expect(refusedRows().at(-1)).toMatchObject({ table: 'linked_account', userId: idOf(ada) })
  })

  test('a fork that was moved to another user’s session opens none of theirs', async () => {
    const { ada, eve } = await people()
    const given = { body: { refresh_token: eve.refresh_token } }
    const { body } = await kit.call(api.session.fork, given, { token: eve.token })
    await kit.db
      .updateTable('session_fork')
      .set({ session_id: sessionOf(ada) })
      .where('session_id', '=', sessionOf(eve))
      .execute()

    const fork = { body: { refresh_token: body.new_session_refresh_token } }
    expect(await kit.call(api.session.recover, fork)).toMatchObject(failed)
    expect(refusedRows().at(-1)).toMatchObject({ table: 'session_fork', userId: idOf(ada) })
  })

  test('a guest’s account that was made for a known credential opens nothing', async () => {
    const credential = Buffer.alloc(32, 5)
    const { createHash } = await import('node:crypto')
    const { ada } = await people()
    const hash = createHash('sha256').update(credential).digest('base64url')
    const body = { guest_credential: credential.toString('base64url') }
    const own = (await kit.call(api.guest.authenticate, { body })).body.user?.id
    await sql`
      update linked_account set user_id = ${idOf(ada)}
      where app_id = ${kit.appId} and key = ${`sha256:${hash}`}`.execute(kit.db)

    expect(await kit.call(api.guest.authenticate, { body })).toMatchObject(failed)
    expect(refusedRows().at(-1)).toMatchObject({ table: 'linked_account', userId: idOf(ada) })
    expect(own).not.toBe(ada.user.id)
  })
})

describe('T-39: after a restore from a back-up', () => {
  test('INS-06: a raised epoch ends every session that is in the database; a new login works', async () => {
    const { ada, adaEmail } = await people()
    expect((await me(ada.token)).status).toBe(200)
    kit.deps.config.epoch += 1
    try {
      expect((await me(ada.token)).status).toBe(401)
      expect((await refresh(ada.refresh_token)).status).toBe(401)
      const again = await kit.signIn(adaEmail)
      expect((await me(again.token)).status).toBe(200)
      const rotated = asSignedIn((await refresh(again.refresh_token)).body)
      expect((await me(rotated.token)).status).toBe(200)
    } finally {
      kit.deps.config.epoch -= 1
    }
  })
})
