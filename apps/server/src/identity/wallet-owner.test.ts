import { api } from '@sallyport/contract'
import {
  authShareBody,
  createHostileWorld,
  createTestDevice,
  dumpTables,
  type HostileWorld,
  type Inhabitant,
  listFactor,
  recoverBody,
  storeSettings,
} from '@sallyport/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

let world: HostileWorld
beforeEach(async () => {
  await world?.close()
  world = await createHostileWorld()
})
afterAll(() => world?.close())

const set = async (settings: Record<string, unknown>) => {
  const { kit } = world
  await storeSettings(kit, { appId: kit.appId, settings })
}
const dump = async () => (await dumpTables(world.kit.db)).replaceAll(/^rate_limit .*\n/gm, '')
/** What a signature in the frame needs of the server. */
const askShare = ({ params, bodies, frame }: Inhabitant, token = frame.token) => {
  const input = { params, body: bodies.authShare } as never
  return world.kit.call(api.embeddedWallet.authShare, input, { ...frame, token })
}
const recover = async ({ params, device, frame }: Inhabitant, token = frame.token) => {
  const { body } = await recoverBody(device, { token })
  const input = { params, body }
  return world.kit.call(api.embeddedWallet.recover, input, { ...frame, token })
}
/** The addresses of the root, Ethereum first. */
const addressesOf = ({ bodies }: Inhabitant) =>
  (bodies.create as { accounts: { address: string }[] }).accounts.map(({ address }) => address)
const logInByPhone = async (phoneNumber: string) => {
  const { kit } = world
  const browser = { ip: '198.51.100.9' }
  await kit.call(api.sms.init, { body: { phoneNumber } }, browser)
  const body = { phoneNumber, code: kit.phones.codeFor(phoneNumber) }
  return kit.call(api.sms.authenticate, { body }, browser)
}
const linkPhone = async (phoneNumber: string, token: string) => {
  const { kit } = world
  await kit.call(api.sms.init, { body: { phoneNumber } }, { token })
  const body = { phoneNumber, code: kit.phones.codeFor(phoneNumber) }
  return kit.call(api.sms.link, { body }, { token })
}

describe('an embedded wallet', () => {
  test('LNK-05: no route unlinks it, and other accounts are still linked and unlinked', async () => {
    const { kit, ada } = world
    await set({ sms_auth: true })
    const { token, user } = ada.session
    expect((await linkPhone('+12015550101', token)).status).toBe(200)
    const [ethereum = '', solana = ''] = addressesOf(ada)
    const before = await dump()
    const asBackEnd = { secret: kit.appSecret }
    const unlinkAs = (handle: string) =>
      kit.call(
        api.users.unlink,
        { params: { user_id: user.id }, body: { type: 'wallet', handle } } as never,
        asBackEnd,
      )
    for (const answer of [
      await kit.call(api.siwe.unlink, { body: { address: ethereum } }, { token }),
      await kit.call(api.siws.unlink, { body: { address: solana } }, { token }),
      await unlinkAs(ethereum),
      await unlinkAs(solana),
    ]) {
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { code: 'cannot_unlink_embedded_wallet' },
      ])
    }
    expect(await dump()).toBe(before)

    const body = { phoneNumber: '+12015550101' }
    expect((await kit.call(api.sms.unlink, { body }, { token })).status).toBe(200)
  })

  test('LNK-19: error: before the terms are accepted no wallet is made, opened or changed', async () => {
    const { kit, ada, newcomer } = world
    await set({ require_users_accept_terms: true })
    const routes = Object.entries(api.embeddedWallet).filter(([name]) => name !== 'list')
    const before = await dump()
    for (const [name, route] of routes) {
      const input = { params: ada.params, body: ada.bodies[name] } as never
      const { status, body } = await kit.call(route, input, ada.frame)
      expect([name, status, body.code]).toEqual([name, 400, 'invalid_data'])
    }
    const create = { body: ada.bodies.create } as never
    const made = await kit.call(api.embeddedWallet.create, create, {
      ...ada.frame,
      token: newcomer.token,
    })
    expect([made.status, made.body]).toMatchObject([400, { code: 'invalid_data' }])
    expect(await dump()).toBe(before)
    const me = await kit.call(api.user.me, {}, { token: ada.session.token })
    expect(me.body.user.has_accepted_terms).toBe(false)

    await kit.call(api.user.acceptTerms, {}, { token: ada.session.token })
    expect((await askShare(ada)).status).toBe(200)
  })

  test('LNK-21: the tokens of a deleted user are over, and the address signs up without the wallet', async () => {
    const { kit, ada, eve } = world
    const { token, refresh_token, user } = ada.session
    const params = { user_id: user.id }
    await kit.call(api.users.delete, { params }, { secret: kit.appSecret })

    const refused = { status: 401, body: { code: 'missing_or_invalid_token' } }
    expect(await kit.call(api.user.me, {}, { token })).toMatchObject(refused)
    expect(
      await kit.call(api.session.refresh, { body: { refresh_token } }, { token }),
    ).toMatchObject(refused)
    expect(await askShare(ada)).toMatchObject(refused)
    expect(await recover(ada)).toMatchObject(refused)

    const again = await kit.signIn(ada.email)
    expect(again.user.id).not.toBe(user.id)
    expect(again.user.linked_accounts.map(({ type }) => type)).toEqual(['email'])
    const frame = { ...ada.frame, token: again.token }
    expect((await kit.call(api.embeddedWallet.list, {}, frame)).body).toEqual({ roots: [] })
    expect((await askShare(ada, again.token)).status).toBe(404)
    expect((await recover(ada, again.token)).status).toBe(404)
    expect((await askShare(eve)).status).toBe(200)
  })

  test('SES-22: a session that was ended gets no share for a signature; the other one does', async () => {
    const { kit, ada } = world
    const second = await kit.signIn(ada.email)
    expect((await askShare(ada, second.token)).status).toBe(200)

    const newAddress = 'ada@example.org'
    const { token } = ada.session
    await kit.call(api.email.init, { body: { email: newAddress } }, { token })
    const body = { oldAddress: ada.email, newAddress, code: kit.mailbox.codeFor(newAddress) }
    expect((await kit.call(api.email.update, { body }, { token })).status).toBe(200)

    const refused = { status: 401, body: { code: 'missing_or_invalid_token' } }
    expect(await askShare(ada, second.token)).toMatchObject(refused)
    expect(await recover(ada, second.token)).toMatchObject(refused)
    expect((await askShare(ada)).status).toBe(200)
  })
})

describe('a user with a second factor whose number someone else received', () => {
  const number = '+12015550102'
  const factorMissing = { status: 401, body: { code: 'missing_or_invalid_mfa' } }
  const stolen = async () => {
    const { kit, ada } = world
    await set({ sms_auth: true })
    await linkPhone(number, ada.session.token)
    await listFactor(kit, ada.session.user.id)
    const { body, status } = await logInByPhone(number)
    expect([status, body.user?.id]).toEqual([200, ada.session.user.id])
    return { ...ada, token: String(body.token) }
  }

  test('SMS-06: a login by text message opens no share, recovers nothing and makes no generation', async () => {
    const ada = await stolen()
    const { kit } = world
    const before = await dump()
    expect(await askShare(ada, ada.token)).toMatchObject(factorMissing)
    expect(await recover(ada, ada.token)).toMatchObject(factorMissing)
    const device = await createTestDevice({
      appId: kit.appId,
      userId: ada.session.user.id,
      apiPublicKey: kit.apiPublicKey,
    })
    const { walletId: wallet_id, generationId: generation_id } = device
    const { body } = await authShareBody(device)
    const params = { wallet_id, generation_id }
    const frame = { ...ada.frame, token: ada.token }
    const asked = await kit.call(api.embeddedWallet.authShare, { params, body }, frame)
    expect(asked).toMatchObject(factorMissing)
    expect(await dump()).toBe(before)
    expect((await kit.call(api.user.me, {}, { token: ada.token })).status).toBe(200)
  })

  test('SMS-07: a code to the number of the login does not count as a second factor', async () => {
    const ada = await stolen()
    const again = await logInByPhone(number)
    expect(again.status).toBe(200)
    for (const token of [ada.token, String(again.body.token)]) {
      expect(await recover(ada, token)).toMatchObject(factorMissing)
    }
    expect(await linkPhone(number, ada.token)).toMatchObject(factorMissing)
  })
})
