import { api } from '@sallyport/contract'
import { asSignedIn, authOrigin, createEthereumWallet, type Inhabitant } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asBrowser,
  confirming,
  createWalletOwners,
  type WalletOwners,
} from '../testing/wallet-owners.js'

const day = 86_400_000
const over = { status: 422, body: { code: 'invalid_credentials' } }

let world: WalletOwners
beforeAll(async () => {
  world = await createWalletOwners({ sms_auth: true })
})
afterAll(() => world.close())

/** The secrets of the undo links that an address was mailed, the newest last. */
async function linksTo(address: string): Promise<string[]> {
  const text = await world.noticesTo(address)
  const links = text.matchAll(/https?:\/\/\S+\/account\/undo#token=([\w-]+)/g)
  return [...links].map(([, token = '']) => token)
}

const undo = (token: string) => world.kit.call(api.user.undoChange, { body: { token } })
const me = (token: string) => world.kit.call(api.user.me, {}, asBrowser(token))

/** A user whose page's script has replaced their only login by the thief's, by a public client's call. */
async function robbed() {
  const user = await world.createUser()
  const thiefs = world.newAddress()
  const answer = await world.replaceEmail(user.session.token, [user.email, thiefs])
  expect(answer.status).toBe(200)
  const [token = ''] = await linksTo(user.email)
  return { user, thiefs, token }
}

async function accountsOf(user: Inhabitant): Promise<string[]> {
  const { rows } = { rows: await world.kit.db.selectFrom('linked_account').selectAll().execute() }
  const id = user.session.user.id.replace('did:privy:', '')
  return rows.filter((row) => row.user_id === id && row.type !== 'wallet').map(({ key }) => key)
}

describe('P8: the link of the mail about a replaced login', () => {
  test('puts the login back as old as it was, removes the one in its place, and ends every session', async () => {
    const { user, thiefs, token } = await robbed()
    const thief = await world.kit.signIn(thiefs)

    expect(await undo(token)).toMatchObject({ status: 200, body: { success: true } })

    expect(await accountsOf(user)).toEqual([user.email])
    expect((await me(thief.token)).status).toBe(401)
    expect((await me(user.session.token)).status).toBe(401)
    const own = await world.kit.signIn(user.email)
    const phone = { token: own.token, origin: authOrigin }
    expect((await world.restore(user, phone)).status).toBe(200)
    // The wallet grant of the thief's login is of a session that is over.
    const byThief = await world.restore(user, { token: thief.token, origin: authOrigin })
    expect(byThief.status).toBe(401)
    expect(await world.noticesTo(user.email)).toContain('is back, and all devices were logged out')
  })

  test('is not told to the address in its place, nor to one that was added in the last seven days', async () => {
    const { thiefs } = await robbed()
    expect(await linksTo(thiefs)).toEqual([])
    const user = await world.createUser()
    await world.linkByScript(user.session.token, createEthereumWallet())
    const number = '+15555550123'
    const { kit } = world
    await kit.call(api.sms.init, { body: { phoneNumber: number } }, asBrowser(user.session.token))
    const body = { phoneNumber: number, code: kit.phones.codeFor(number) }
    const linked = await kit.call(api.sms.link, { body }, asBrowser(user.session.token))
    expect(linked.status).toBe(200)
    kit.clock.advance(60_000)
    await kit.deliverNotices()
    const session = await kit.signIn(user.email)
    await world.replaceEmail(session.token, [user.email, world.newAddress()])
    expect(await linksTo(user.email)).toHaveLength(1)
    expect(kit.phones.messages.filter(({ to }) => to === number).join()).not.toContain('undo')
  })

  test('P5: error: an address that was written into the tables is told no link, and operators are alarmed', async () => {
    const { kit } = world
    const user = await world.createUser()
    const own = createEthereumWallet()
    await world.linkByScript(user.session.token, own)
    kit.clock.advance(8 * day)
    const thiefs = world.newAddress()
    await kit.db
      .updateTable('linked_account')
      .set({ verified_email: thiefs })
      .where('user_id', '=', user.session.user.id.replace('did:privy:', ''))
      .where('key', 'like', `%${own.address.toLowerCase()}%`)
      .execute()
    const { token } = await kit.signIn(user.email)
    const refused = () => kit.log.filter((line) => line.includes('"event":"refused_row"')).length
    const before = refused()

    const replaced = await world.replaceEmail(token, [user.email, world.newAddress()])
    const removed = await kit.call(
      api.siwe.unlink,
      { body: { address: own.address } },
      asBrowser(token),
    )

    expect([replaced.status, removed.status]).toEqual([500, 500])
    expect(refused()).toBe(before + 2)
    expect(await linksTo(thiefs)).toEqual([])
  })

  test('error: works once, also of twenty presses at the same time', async () => {
    const { token } = await robbed()
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200)).toEqual(
      answers.slice(1).map(() => expect.objectContaining({ status: 422 })),
    )
    expect(await undo(token)).toMatchObject(over)
  })

  test('error: is over after seven days, and a token that no link has is none', async () => {
    const { token } = await robbed()
    world.kit.clock.advance(7 * day)
    expect(await undo(token)).toMatchObject(over)
    expect(await undo('x'.repeat(43))).toMatchObject(over)
    expect(await undo('')).toMatchObject(over)
  })

  test('error: does nothing for another user: the login of each stays theirs', async () => {
    const [one, other] = [await robbed(), await robbed()]
    expect((await undo(one.token)).status).toBe(200)
    expect(await accountsOf(other.user)).toEqual([other.thiefs])
  })

  test('error: is over once the user was deleted', async () => {
    const { user, token } = await robbed()
    const { kit } = world
    const params = { user_id: user.session.user.id }
    const secret = kit.appSecret
    expect((await kit.call(api.users.delete, { params }, { secret })).status).toBe(204)
    expect(await undo(token)).toMatchObject(over)
  })

  test('error: another user has the login by now: it says so, and works once they have removed it', async () => {
    const { user, thiefs, token } = await robbed()
    const { kit } = world
    const stranger = await kit.signIn(user.email)
    expect(await undo(token)).toMatchObject({ body: { code: 'linked_to_another_user' } })
    expect(await accountsOf(user)).toEqual([thiefs])

    expect((await world.linkByScript(stranger.token, createEthereumWallet())).status).toBe(200)
    expect((await world.unlinkEmail(stranger.token, user.email)).status).toBe(200)
    expect((await undo(token)).status).toBe(200)
    expect(await accountsOf(user)).toEqual([user.email])
  })
})

describe('P8: the link of the mail about a removed login', () => {
  test('puts a wallet back that was linked; a login of less than seven days is not kept', async () => {
    const { kit } = world
    const user = await world.createUser()
    const own = createEthereumWallet()
    await world.linkByScript(user.session.token, own)
    const gone = { body: { address: own.address } }
    const unlink = async () => {
      const { token } = await kit.signIn(user.email)
      return kit.call(api.siwe.unlink, gone, asBrowser(token))
    }
    expect((await unlink()).status).toBe(200)
    expect(await linksTo(user.email)).toEqual([])

    const { token } = await kit.signIn(user.email)
    await world.linkByScript(token, own)
    kit.clock.advance(7 * day)
    expect((await unlink()).status).toBe(200)
    const [link = ''] = await linksTo(user.email)
    expect((await undo(link)).status).toBe(200)
    const back = await kit.call(api.siwe.authenticate, { body: await world.prove(own) })
    expect(asSignedIn(back.body).user.id).toBe(user.session.user.id)
  })

  test('is none where the app’s back end removed it', async () => {
    const { kit } = world
    const user = await world.createUser()
    await world.linkByScript(user.session.token, createEthereumWallet())
    const body = { type: 'email' as const, handle: user.email }
    const params = { user_id: user.session.user.id }
    const answer = await kit.call(api.users.unlink, { params, body }, { secret: kit.appSecret })
    expect(answer.status).toBe(200)
    expect(await linksTo(user.email)).toEqual([])
  })
})

describe('P8: a link in a mailbox that is no longer the user’s', () => {
  /** A user with an email address and a phone number, both older than seven days. */
  async function withTwoAddresses() {
    const { kit } = world
    const user = await world.createUser()
    const number = `+1555555${String(1000 + (Math.floor(kit.clock.nowMs() / 60_000) % 9000))}`
    await kit.call(api.sms.init, { body: { phoneNumber: number } }, asBrowser(user.session.token))
    const body = { phoneNumber: number, code: kit.phones.codeFor(number) }
    const linked = await kit.call(api.sms.link, { body }, asBrowser(user.session.token))
    expect(linked.status).toBe(200)
    kit.clock.advance(8 * day)
    return { user, number }
  }

  /** The undo link of the newest text message to a number. */
  async function textedTo(number: string): Promise<string> {
    world.kit.clock.advance(60_000)
    await world.kit.deliverNotices()
    const texts = world.kit.phones.messages.filter(({ to }) => to === number)
    return /undo#token=([\w-]+)/.exec(texts.map(({ text }) => text).join())?.[1] ?? ''
  }

  test('error: is void once its address was unlinked; the link to the account that went still works', async () => {
    const { kit } = world
    const { user, number } = await withTwoAddresses()
    const session = await kit.signIn(user.email)
    await world.replaceEmail(session.token, [user.email, world.newAddress()])
    const [mailed = ''] = await linksTo(user.email)
    const texted = await textedTo(number)
    expect(texted).not.toBe('')
    expect(texted).not.toBe(mailed)
    const body = { type: 'phone' as const, handle: number }
    const params = { user_id: user.session.user.id }
    const unlinked = await kit.call(api.users.unlink, { params, body }, { secret: kit.appSecret })
    expect(unlinked.status).toBe(200)

    expect(await undo(texted)).toMatchObject(over)
    // Half of a token finds the row and opens nothing.
    expect(await undo(mailed.slice(0, 43))).toMatchObject(over)
    expect(await undo(mailed.slice(0, 43) + texted.slice(43))).toMatchObject(over)
    expect((await undo(mailed)).status).toBe(200)
    expect(await accountsOf(user)).toEqual([user.email])
  })

  test('error: the app’s back end makes a removal final', async () => {
    const { kit } = world
    const { user, thiefs, token } = await robbed()
    const params = { user_id: user.session.user.id }
    const body = { type: 'email' as const, handle: user.email }
    const unlink = () => kit.call(api.users.unlink, { params, body }, { secret: kit.appSecret })

    expect(await unlink()).toMatchObject({ status: 200 })
    expect(await undo(token)).toMatchObject(over)
    expect(await accountsOf(user)).toEqual([thiefs])
    expect(await unlink()).toMatchObject({
      status: 400,
      body: { code: 'linked_account_not_found' },
    })
  })
})

describe('P8: a client that lets its user confirm', () => {
  test('a script’s removal of a login waits for a press, and is done once it was made', async () => {
    const { kit } = world
    const user = await world.createUser()
    const own = createEthereumWallet()
    await world.linkByScript(user.session.token, own)
    kit.clock.advance(8 * day)
    const { token } = await kit.signIn(user.email, { headers: confirming })

    const asked = await world.unlinkEmail(token, user.email)

    expect(asked).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
    expect(await accountsOf(user)).toEqual([user.email])
    const given = { body: asked.body.data as unknown as { request: string } }
    const frame = { token, origin: authOrigin }
    const { body } = await kit.call(api.confirmation.describe, given, frame)
    expect(body.asks).toEqual({ kind: 'remove', account: { type: 'email', name: user.email } })
    expect((await world.press(token, asked)).status).toBe(200)
    expect(await accountsOf(user)).toEqual([])
    expect(await linksTo(user.email)).toHaveLength(1)
  })
})
