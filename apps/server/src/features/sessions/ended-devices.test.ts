import { api } from '@sallyport/contract'
import {
  addGenerationBody,
  authOrigin,
  authShareBody,
  confirmBody,
  createHostileWorld,
  createTestDevice,
  type HostileWorld,
  readBack,
  recoverBody,
  type SignedIn,
  type TestDevice,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const routes = api.embeddedWallet
let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world.close())

const revoked = { status: 403, body: { code: 'device_revoked' } }
const frameOf = ({ token }: SignedIn) => ({ token, origin: authOrigin })
const signIn = () => {
  // Codes to one address are limited.
  world.kit.clock.advance(600_000)
  return world.kit.signIn('ada@example.com')
}

async function askAuthShare(session: SignedIn, device: TestDevice) {
  const { walletId: wallet_id, generationId: generation_id } = device
  const { body } = await authShareBody(device)
  const input = { params: { wallet_id, generation_id }, body }
  return world.kit.call(routes.authShare, input, frameOf(session))
}

async function recover(session: SignedIn, device: TestDevice) {
  const { body } = await recoverBody(device, frameOf(session))
  const input = { params: { wallet_id: device.walletId }, body }
  return world.kit.call(routes.recover, input, frameOf(session))
}

/** Restores Ada's wallet in another browser, as its frame does. */
async function restore(session: SignedIn): Promise<TestDevice> {
  const { kit, ada } = world
  const device = await createTestDevice(
    { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey },
    ada.device,
  )
  const body = await addGenerationBody(device, world.vaultPublicKey)
  const place = { wallet_id: device.walletId }
  const stored = await kit.call(routes.addGeneration, { params: place, body }, frameOf(session))
  await readBack(kit, device, frameOf(session))
  const params = { ...place, generation_id: device.generationId }
  const confirm = await confirmBody(device, stored.body.receipt)
  await kit.call(routes.confirm, { params, body: confirm }, frameOf(session))
  return device
}

const list = async ({ token }: SignedIn) =>
  (await world.kit.call(api.sessions.list, {}, { token })).body.sessions

async function end(by: SignedIn, which: { session_id: string } | { others: true }) {
  return world.kit.call(api.sessions.revoke, { body: which }, { token: by.token })
}

const kindsOf = async ({ token }: SignedIn) =>
  (await world.kit.call(api.sessions.activity, { query: {} }, { token })).body.data.map(
    ({ kind }) => kind,
  )

describe('a device whose session was ended by the user', () => {
  test('SES-22: gets no share after the next login, and restores the wallet from shares that stay', async () => {
    const { ada } = world
    const here = await signIn()
    const [lost] = (await list(ada.session)).filter(({ is_current }) => is_current)
    expect((await askAuthShare(ada.session, ada.device)).status).toBe(200)

    await end(here, { session_id: lost?.id ?? '' })

    expect((await askAuthShare(ada.session, ada.device)).status).toBe(401)
    const again = await signIn()
    expect(await askAuthShare(again, ada.device)).toMatchObject(revoked)
    expect((await list(again)).find(({ is_current }) => is_current)?.device_revoked).toBe(true)
    // It was the only one: what it has stored still restores the wallet.
    expect((await recover(again, ada.device)).status).toBe(200)
    const restored = await restore(again)
    expect((await askAuthShare(again, restored)).status).toBe(200)
    expect((await list(again)).find(({ is_current }) => is_current)?.device_revoked).toBe(false)
    expect(await kindsOf(again)).toContain('device_revoked')
  })

  test('P5: stays refused when its end is undone in the database, and so does its session', async () => {
    const here = await signIn()
    const there = await signIn()
    const device = await restore(there)
    await end(here, { others: true })
    const { db } = world.kit
    const { generationId } = device
    const undone = { state: 'active', ended_at: null, revoked_at: null } as never
    await db
      .updateTable('share_generation')
      .set(undone)
      .where('generation_id', '=', generationId)
      .execute()
    const failed = { status: 500, body: { code: 'internal_error' } }

    expect(await askAuthShare(await signIn(), device)).toMatchObject(failed)
    const refusal = world.kit.log.findLast((line) => line.includes('refused_row'))
    expect(refusal).toContain('share_generation')

    await db.updateTable('session').set({ revoked_at: null }).execute()
    expect(await world.kit.call(api.user.me, {}, { token: there.token })).toMatchObject(failed)
    expect((await world.kit.call(api.user.me, {}, { token: here.token })).status).toBe(200)
  })

  test('is none of those that the user keeps or has logged out of', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const [mine, theirs] = [await restore(here), await restore(there)]
    const away = await signIn()
    const left = await restore(away)
    await world.kit.call(api.session.logout, { body: {} }, { token: away.token })

    await end(here, { others: true })

    expect((await askAuthShare(here, mine)).status).toBe(200)
    const later = await signIn()
    expect((await askAuthShare(later, left)).status).toBe(200)
    expect(await askAuthShare(later, theirs)).toMatchObject(revoked)
  })
})
