import { api } from '@sallyport/contract'
import { createTestKit, type SignedIn, type TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealEvents } from './seal-events.js'
import { verifyChain } from './verify-chain.js'

let kit: TestKit
let people = 0
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const from = (clientId: string) => ({
  headers: { 'user-agent': firefox, 'privy-ca-id': clientId },
})
const newAddress = () => `audited${++people}@example.com`
const idOf = ({ user }: SignedIn) => user.id.replace('did:privy:', '')
const kindsOf = async (session: SignedIn) => {
  const query = kit.db.selectFrom('audit_event').selectAll().where('user_id', '=', idOf(session))
  return (await query.orderBy('id').execute()).map(({ kind }) => kind)
}
const noticesTo = async (address: string) => {
  await kit.deliverNotices()
  return kit.mailbox.mails.filter(({ to, subject }) => to === address && !/^\d{6}/.test(subject))
}

describe('a login', () => {
  test('T-16: on a new device is recorded and told to the addresses of the user', async () => {
    const address = newAddress()
    const first = await kit.signIn(address, from('one'))
    await kit.signIn(address, from('one'))
    expect(await noticesTo(address)).toEqual([])

    await kit.signIn(address, from('two'))
    expect(await kindsOf(first)).toEqual(['signed_up', 'logged_in', 'logged_in_on_new_device'])
    const mails = await noticesTo(address)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A new device logged in to your Acme account',
    ])
    expect(mails[0]?.text).toContain('Done from Firefox on Linux.')
  })

  test('that is refused records nothing', async () => {
    const address = newAddress()
    await kit.call(api.email.init, { body: { email: address } })
    const count = () =>
      kit.db.selectFrom('audit_event').select(sql<number>`count(*)`.as('count')).execute()
    const before = await count()
    await kit.call(api.email.authenticate, { body: { email: address, code: '000000' } })
    expect(await count()).toEqual(before)
  })

  test('stores neither address nor token', async () => {
    const address = newAddress()
    const { token, refresh_token } = await kit.signIn(address, from('one'))
    const rows = JSON.stringify(await kit.db.selectFrom('audit_event').selectAll().execute())
    for (const secret of [address, token, refresh_token]) expect(rows).not.toContain(secret)
  })
})

describe('the chain', () => {
  const appWithEvents = async () => {
    const { appId } = await kit.addApp()
    for (const n of [1, 2, 3, 4, 5]) await kit.signIn(`chain${n}@example.com`, { appId })
    await sealEvents(kit.deps)
    return appId
  }
  const problemsOf = async (appId: string, knownHead?: string) => {
    const { problems } = await verifyChain(kit.deps, { appId, knownHead })
    return problems.map(({ seq, problem }) => `${seq} ${problem}`)
  }
  const eventAt = (appId: string, seq: number) =>
    sql`(select event_id from audit_seal where app_id = ${appId} and seq = ${seq})`

  test('T-16: covers every event in order, also when 20 are recorded at once', async () => {
    const appId = await appWithEvents()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => kit.signIn(`many${n}@example.com`, { appId })),
    )
    await Promise.all([sealEvents(kit.deps), sealEvents(kit.deps), sealEvents(kit.deps)])
    await sealEvents(kit.deps)
    const report = await verifyChain(kit.deps, { appId })
    expect(report).toMatchObject({ length: 25, waiting: 0, problems: [] })
  })

  test('T-16: error: a changed, removed, moved or hidden row is found', async () => {
    const changed = await appWithEvents()
    await sql`update audit_event set data = '{}' where id = ${eventAt(changed, 2)}`.execute(kit.db)
    expect(await problemsOf(changed)).toEqual(['2 changed'])

    const removed = await appWithEvents()
    await sql`delete from audit_event where id = ${eventAt(removed, 3)}`.execute(kit.db)
    expect(await problemsOf(removed)).toEqual(['3 removed'])

    const moved = await appWithEvents()
    await sql`update audit_seal s set event_id = case s.seq when 2 then -1 else -2 end
      where s.app_id = ${moved} and s.seq in (2, 3)`.execute(kit.db)
    expect(await problemsOf(moved)).toContain('2 removed')

    const hidden = await appWithEvents()
    await kit.signIn('hidden@example.com', { appId: hidden })
    await sql`delete from audit_pending`.execute(kit.db)
    expect(await problemsOf(hidden)).toEqual(['5 unsealed'])
  })

  test('T-16: error: a tail that was cut off or written without the key is found', async () => {
    const cut = await appWithEvents()
    const { head } = await verifyChain(kit.deps, { appId: cut })
    await sql`with seal as (
      delete from audit_seal where app_id = ${cut} and seq = 5 returning event_id
    ) delete from audit_event e using seal where e.id = seal.event_id`.execute(kit.db)
    expect(await problemsOf(cut)).toEqual([])
    expect(await problemsOf(cut, head)).toEqual(['4 shorter'])

    const forged = await appWithEvents()
    await kit.signIn('forged@example.com', { appId: forged })
    const thief = {
      ...kit.deps,
      keyEncryption: { ...kit.deps.keyEncryption, derive: () => new Uint8Array(32) },
    }
    await sealEvents(thief)
    expect(await problemsOf(forged)).toEqual(['6 forged'])
  })

  test('error: a newest event that was changed is reported before the chain goes on', async () => {
    const appId = await appWithEvents()
    await sql`update audit_event set at = 1 where id = ${eventAt(appId, 5)}`.execute(kit.db)
    await kit.signIn('next@example.com', { appId })
    expect(await sealEvents(kit.deps)).toEqual([appId])
  })
})
