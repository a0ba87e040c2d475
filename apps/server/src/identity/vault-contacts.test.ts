import { api } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  asSignedIn,
  authOrigin,
  createInhabitant,
  createKitWithVault,
  createMailbox,
  createOAuthVisits,
  type Inhabitant,
  type OAuthVisits,
  recoverBody,
  simulatedOutbound,
  totpCodeAt,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runMaintenance } from '../maintenance.js'
import { pinChangedContacts } from './vault-contacts.js'

const dayMs = 86_400_000
/** What the vault mails, apart from what the API mails. */
const vaultMail = createMailbox()
let world: Awaited<ReturnType<typeof createKitWithVault>>
let visits: OAuthVisits
beforeAll(async () => {
  const logins = { sms_auth: true, google_oauth: true, spotify_oauth: true }
  const settings = { ...logins, mfa_methods: ['totp' as const] }
  const simulator = createOAuthSimulator({ nowMs: () => world.kit.clock.nowMs() })
  const deps = { outbound: simulatedOutbound(simulator) }
  world = await createKitWithVault({ app: { settings }, deps }, {}, { mailer: vaultMail })
  visits = createOAuthVisits(world.kit, simulator)
  await visits.configure()
})
afterAll(() => world.close())

let serial = 0
const newAddress = () => {
  serial += 1
  return `user${serial}@example.com`
}
const createUser = () =>
  createInhabitant(world.kit, { email: newAddress(), vaultPublicKey: world.vault.publicKey })
const recover = async ({ device, params }: Inhabitant, token: string) => {
  const frame = { token, origin: authOrigin }
  const { body } = await recoverBody(device, frame)
  return (await world.kit.call(api.embeddedWallet.recover, { params, body }, frame)).status
}
/** How many mails each address got from the vault since it was last asked, by the first words of their subjects. */
async function told(): Promise<Record<string, string[]>> {
  await world.vault.deliverNotices()
  const byAddress: Record<string, string[]> = {}
  for (const { to, subject } of vaultMail.mails.slice(seen)) {
    const mails = byAddress[to] ?? []
    byAddress[to] = [...mails, subject]
  }
  seen = vaultMail.mails.length
  return byAddress
}
let seen = 0
const released = 'The recovery key of your Acme wallet was released'
const removed = 'This address was removed from your Acme wallet'

async function updateEmail(user: Inhabitant, token: string): Promise<string> {
  const { kit } = world
  const address = newAddress()
  await kit.call(api.email.init, { body: { email: address } }, { token })
  const code = kit.mailbox.codeFor(address)
  const body = { newAddress: address, oldAddress: user.email, code }
  expect((await kit.call(api.email.update, { body }, { token })).status).toBe(200)
  return address
}

/** Links a phone number, by which the user can open the wallet once seven days have passed. */
async function linkPhone({ session: { token } }: Inhabitant, phoneNumber: string): Promise<void> {
  const { kit } = world
  await kit.call(api.sms.init, { body: { phoneNumber } }, { token })
  const body = { phoneNumber, code: kit.phones.codeFor(phoneNumber) }
  expect((await kit.call(api.sms.link, { body }, { token })).status).toBe(200)
  kit.clock.advance(7 * dayMs)
}

async function logInByPhone(phoneNumber: string): Promise<string> {
  const { kit } = world
  await kit.call(api.sms.init, { body: { phoneNumber } })
  const body = { phoneNumber, code: kit.phones.codeFor(phoneNumber) }
  return asSignedIn((await kit.call(api.sms.authenticate, { body })).body).token
}

describe('P6: whom the vault tells', () => {
  test('P6, T-16: a new wallet’s user is told by the vault when its key is released', async () => {
    const ada = await createUser()
    expect(await told()).toEqual({})
    expect(await recover(ada, ada.session.token)).toBe(200)
    expect(await told()).toEqual({ [ada.email]: [released] })
  })

  test('a changed address is told to the vault, also after the vault was away; the old one is told for 7 days', async () => {
    const { kit, vault } = world
    const phone = '+12015550124'
    const ada = await createUser()
    await linkPhone(ada, phone)
    await pinChangedContacts(kit.deps)
    await vault.stop()
    const address = await updateEmail(ada, await logInByPhone(phone))
    await pinChangedContacts(kit.deps)
    await vault.start()
    expect(await told()).toEqual({})

    kit.clock.advance(60_000)
    await pinChangedContacts(kit.deps)
    expect(await told()).toEqual({ [ada.email]: [removed] })
    expect(await recover(ada, await logInByPhone(phone))).toBe(200)
    expect(await told()).toEqual({ [ada.email]: [released], [address]: [released] })
    kit.clock.advance(7 * dayMs)
    expect(await recover(ada, (await kit.signIn(address)).token)).toBe(200)
    expect(await told()).toEqual({ [address]: [released] })
  })

  test('an address that is linked later is told, and one that is unlinked for 7 days more', async () => {
    const { kit } = world
    const phone = '+12015550123'
    const ada = await createUser()
    // A login that was added in the last 7 days opens no wallet.
    await linkPhone(ada, phone)
    const token = await logInByPhone(phone)
    await kit.call(api.email.unlink, { body: { address: ada.email } }, { token })
    await pinChangedContacts(kit.deps)
    expect(await told()).toEqual({ [ada.email]: [removed] })

    const email = newAddress()
    await kit.call(api.email.init, { body: { email } }, { token })
    const body = { email, code: kit.mailbox.codeFor(email) }
    expect((await kit.call(api.email.link, { body }, { token })).status).toBe(200)
    await pinChangedContacts(kit.deps)
    await recover(ada, token)
    expect(await told()).toEqual({ [ada.email]: [released], [email]: [released] })
  })

  test('the address of an account at Google is told, by the API too; that of one at Spotify, which may be another’s, is not', async () => {
    const { kit } = world
    const ada = await createUser()
    const { token } = ada.session
    for (const provider of ['google', 'spotify'] as const) {
      const linked = await visits.link(provider, token, { name: `${provider}-user` })
      expect(linked.status).toBe(200)
    }
    // Before, the address is the only login that opens the wallet.
    kit.clock.advance(7 * dayMs)
    const again = asSignedIn((await visits.login('google', { name: 'google-user' })).body)
    const gone = { body: { address: ada.email } }
    expect((await kit.call(api.email.unlink, gone, { token: again.token })).status).toBe(200)
    await pinChangedContacts(kit.deps)
    kit.clock.advance(7 * dayMs)
    await told()
    await kit.deliverNotices()
    kit.clock.advance(60_000)
    const { body } = await visits.login('google', { name: 'google-user' })
    await kit.deliverNotices()
    const before = kit.mailbox.mails.length

    expect(await recover(ada, asSignedIn(body).token)).toBe(200)

    const address = 'google-user@example.com'
    expect(await told()).toEqual({ [address]: [released] })
    // One address gets one mail a minute.
    kit.clock.advance(60_000)
    await kit.deliverNotices()
    expect(kit.mailbox.mails.slice(before).map(({ to }) => to)).toEqual([address])
  })

  test('V11: error: an address that Google has not verified is not told; once Google has, it is', async () => {
    const { kit } = world
    const ada = await createUser()
    const name = 'unverified-user'
    const { token } = ada.session
    const linked = await visits.link('google', token, { name, mode: 'unverified-email' })
    expect(linked.status).toBe(200)
    await pinChangedContacts(kit.deps)
    await recover(ada, token)
    expect(Object.keys(await told())).toEqual([ada.email])

    kit.clock.advance(7 * dayMs)
    const { body } = await visits.login('google', { name })
    await pinChangedContacts(kit.deps)
    await told()
    expect(await recover(ada, asSignedIn(body).token)).toBe(200)
    expect(Object.keys(await told()).sort()).toEqual([ada.email, `${name}@example.com`].sort())
  })

  test('V14: error: an address that was written into the profile or the key of an account is not told, and alarms', async () => {
    const { kit } = world
    const ada = await createUser()
    const { token } = ada.session
    const userId = ada.session.user.id.replace('did:privy:', '')
    const own = sql`user_id = ${userId} and type = 'email'`
    const again = async () => {
      await sql`insert into contact_change (app_id, user_id, next_at) values (${kit.appId}, ${userId}, 0)
        on conflict (app_id, user_id) do update set version = contact_change.version + 1, next_at = 0`.execute(
        kit.db,
      )
      await pinChangedContacts(kit.deps)
      kit.clock.advance(60_000)
      return told()
    }
    const recovered = async () => {
      expect(await recover(ada, token)).toBe(200)
      return Object.keys(await told())
    }
    const evil = 'thief@evil.example'
    await sql`update linked_account set data = ${JSON.stringify({ address: evil })} where ${own}`.execute(
      kit.db,
    )
    expect(await again()).toEqual({})
    expect(await recovered()).toEqual([ada.email])
    const refused = () => kit.log.filter((line) => line.includes('refused_row')).length
    for (const change of [sql`verified_email = ${evil}`, sql`key = ${evil}`]) {
      const before = refused()
      await sql`update linked_account set ${change} where ${own}`.execute(kit.db)
      // Neither told of the change nor off the list.
      expect(await again()).toEqual({})
      expect(refused()).toBeGreaterThan(before)
      await sql`update linked_account set verified_email = null, key = ${ada.email} where ${own}`.execute(
        kit.db,
      )
      expect(await recovered()).toEqual([ada.email])
    }
  })

  test('users of before this version are told to the vault once', async () => {
    const { kit } = world
    const ada = await createUser()
    await sql`delete from sallyport_vault.contact`.execute(kit.db)
    await sql`insert into contact_change (app_id, user_id, next_at)
      select app_id, id, 0 from user_account on conflict do nothing`.execute(kit.db)
    await pinChangedContacts(kit.deps)
    await recover(ada, ada.session.token)
    expect(await told()).toEqual({ [ada.email]: [released] })
    const { rows } = await sql`select from contact_change`.execute(kit.db)
    expect(rows).toEqual([])
  })

  test('a user with a factor and no wallet is told of the factor', async () => {
    const { kit } = world
    const email = newAddress()
    const { token } = await kit.signIn(email)
    const frame = { token, origin: authOrigin }
    const { totpSecret } = (await kit.call(api.mfa.totpInit, { body: {} }, frame)).body
    const code = totpCodeAt(totpSecret, kit.clock.nowMs())
    await kit.call(api.mfa.totpEnroll, { body: { code } }, frame)
    expect(await told()).toEqual({
      [email]: ['Two-step verification of your Acme wallet was changed'],
    })
  })
})

describe('a deleted user', () => {
  test('T-31: is forgotten by the vault when the hold is over, with factors and addresses', async () => {
    const { kit } = world
    const ada = await createUser()
    const { token, user } = ada.session
    const frame = { token, origin: authOrigin }
    const { totpSecret } = (await kit.call(api.mfa.totpInit, { body: {} }, frame)).body
    const code = totpCodeAt(totpSecret, kit.clock.nowMs())
    await kit.call(api.mfa.totpEnroll, { body: { code } }, frame)
    await told()
    const params = { user_id: user.id }
    await kit.call(api.users.delete, { params }, { secret: kit.appSecret })

    kit.clock.advance(30 * dayMs - 1)
    await runMaintenance(kit.deps)
    expect(await rowsOf(user.id)).toEqual({ factors: 1, contacts: 1, deleted: 0, listed: 1 })
    expect(await told()).toEqual({})
    kit.clock.advance(1)
    await runMaintenance(kit.deps)
    await runMaintenance(kit.deps)
    expect(await rowsOf(user.id)).toEqual({ factors: 0, contacts: 0, deleted: 1, listed: 0 })
    expect(await told()).toEqual({ [ada.email]: ['Recovery of your Acme wallet has ended'] })
  })
})

async function rowsOf(userId: string) {
  const id = userId.split(':').at(-1)
  const { rows } = await sql`select
    (select count(*)::int from sallyport_vault.factor where user_id = ${userId}) as factors,
    (select count(*)::int from sallyport_vault.contact where user_id = ${userId}) as contacts,
    (select count(*)::int from sallyport_vault.deleted_user where user_id = ${userId}) as deleted,
    (select jsonb_array_length(mfa_methods) from user_account where id = ${id}) as listed`.execute(
    world.kit.db,
  )
  return rows[0]
}
