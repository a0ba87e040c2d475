import { api } from '@sallyport/contract'
import type { VaultCall } from '@sallyport/protocols/vault'
import { VaultUnavailable } from '@sallyport/server'
import {
  authOrigin,
  createInhabitant,
  createKitWithVault,
  type Inhabitant,
  recoverBody,
  totpCodeAt,
} from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runResets } from '../../identity/factor-reset.js'

/** The call after which the API hears nothing of the vault until `restart`, as when its process is killed there. */
let strike: VaultCall | undefined
let isDown = false
const restart = () => {
  isDown = false
}

let world: Awaited<ReturnType<typeof createKitWithVault>>
beforeAll(async () => {
  world = await createKitWithVault({
    app: { settings: { mfa_methods: ['totp', 'sms'], sms_auth: true } },
    config: { recoveriesPerUserPerDay: 1000 },
  })
  const { vault } = world.kit.deps
  const { call } = vault
  vault.call = async (name, input) => {
    if (isDown) throw new VaultUnavailable('Killed by the test')
    const answer = await call(name, input)
    if (name !== strike) return answer
    strike = undefined
    isDown = true
    throw new VaultUnavailable('Killed by the test')
  }
})
afterEach(restart)
afterAll(() => world.close())

type Frame = { token: string; origin: string; headers?: Record<string, string> }
let serial = 0
const refusedMfa = { status: 401, body: { code: 'missing_or_invalid_mfa' } }

async function createUser(): Promise<Inhabitant> {
  serial += 1
  const email = `lost${serial}@example.com`
  return createInhabitant(world.kit, { email, vaultPublicKey: world.vault.publicKey })
}
const signInAgain = async ({ email }: Inhabitant): Promise<Frame> => ({
  token: (await world.kit.signIn(email)).token,
  origin: authOrigin,
})
const nextCode = (secret: string) => {
  world.kit.clock.advance(30_000)
  return totpCodeAt(secret, world.kit.clock.nowMs())
}
const methodsOf = async ({ token }: Frame) => {
  const { body } = await world.kit.call(api.user.me, {}, { token })
  return body.user.mfa_methods.map(({ type }) => type)
}
const verify = (frame: Frame, code: string) =>
  world.kit.call(api.mfa.totpVerify, { body: { code } }, frame)
const askShare = ({ params, bodies }: Inhabitant, frame: Frame) =>
  world.kit.call(api.embeddedWallet.authShare, { params, body: bodies.authShare as never }, frame)
async function recover(user: Inhabitant, frame: Frame, token?: string) {
  const { body } = await recoverBody(user.device, frame)
  const proven = token ? { ...frame, headers: { 'privy-mfa-token': token } } : frame
  return world.kit.call(api.embeddedWallet.recover, { params: user.params, body }, proven)
}
async function startTotp(user: Inhabitant) {
  const { body } = await world.kit.call(api.mfa.totpInit, { body: {} }, user.frame)
  return body.totpSecret
}
const enroll = (user: Inhabitant, code: string) =>
  world.kit.call(api.mfa.totpEnroll, { body: { code } }, user.frame)
async function createEnrolled() {
  const user = await createUser()
  const secret = await startTotp(user)
  await enroll(user, nextCode(secret))
  return { user, secret, frame: await signInAgain(user) }
}
const kindsOf = async (user: Inhabitant) => {
  const { id } = user.session.user
  const rows = await world.kit.db
    .selectFrom('audit_event')
    .select('kind')
    .where('user_id', '=', id.split(':').at(-1) ?? '')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('factor_'))
}

describe('a change of factors whose answer never reached the API', () => {
  test('enrolled: the factor is listed when it is first demanded, opens the wallet, and the user is told', async () => {
    const user = await createUser()
    const secret = await startTotp(user)
    strike = 'confirmFactor'
    expect((await enroll(user, nextCode(secret))).status).toBe(503)
    restart()

    const frame = await signInAgain(user)
    expect(await recover(user, frame)).toMatchObject(refusedMfa)
    expect(await methodsOf(frame)).toEqual(['totp'])
    expect(await kindsOf(user)).toEqual(['factor_enrolled'])
    const { body } = await verify(frame, nextCode(secret))
    expect((await recover(user, frame, body.token)).status).toBe(200)
  })

  test('enrolled: the same session may start again, and the new secret counts', async () => {
    const user = await createUser()
    const first = await startTotp(user)
    strike = 'confirmFactor'
    await enroll(user, nextCode(first))
    restart()

    const secret = await startTotp(user)
    expect((await enroll(user, nextCode(secret))).status).toBe(200)
    const frame = await signInAgain(user)
    expect((await verify(frame, nextCode(first))).status).toBe(401)
    expect((await verify(frame, nextCode(secret))).status).toBe(200)
  })

  test('removed: the factor that is gone is demanded at most until a code of it is tried', async () => {
    const { user, secret, frame } = await createEnrolled()
    const { body } = await verify(frame, nextCode(secret))
    const proven = { ...frame, headers: { 'privy-mfa-token': body.token } }
    strike = 'removeFactor'
    expect((await world.kit.call(api.mfa.totpUnenroll, { body: {} }, proven)).status).toBe(503)
    restart()

    const later = await signInAgain(user)
    expect(await askShare(user, later)).toMatchObject(refusedMfa)
    expect((await verify(later, nextCode(secret))).status).toBe(401)
    expect(await methodsOf(later)).toEqual([])
    expect(await kindsOf(user)).toEqual(['factor_enrolled', 'factor_removed'])
    expect((await askShare(user, later)).status).toBe(200)
    expect((await recover(user, later)).status).toBe(200)
  })

  test('removed: the removal may be asked for again and leaves no factor', async () => {
    const { secret, frame } = await createEnrolled()
    const { body } = await verify(frame, nextCode(secret))
    const proven = { ...frame, headers: { 'privy-mfa-token': body.token } }
    const remove = () => world.kit.call(api.mfa.totpUnenroll, { body: {} }, proven)
    strike = 'removeFactor'
    await remove()
    restart()
    expect((await remove()).body.code).toBe('linked_account_not_found')
    expect(await methodsOf(frame)).toEqual([])
  })

  test('proven: the code is used, the next one counts', async () => {
    const { user, secret, frame } = await createEnrolled()
    strike = 'verifyFactor'
    const code = nextCode(secret)
    expect((await verify(frame, code)).status).toBe(503)
    restart()
    expect((await verify(frame, code)).body.code).toBe('invalid_credentials')
    expect(await methodsOf(frame)).toEqual(['totp'])
    const { body } = await verify(frame, nextCode(secret))
    expect((await recover(user, frame, body.token)).status).toBe(200)
  })

  test('reset: the next run completes it once, and nothing is demanded after it', async () => {
    const { user, frame } = await createEnrolled()
    const page = { token: frame.token }
    await world.kit.call(api.mfa.resetInit, { body: {} }, page)
    world.kit.clock.advance(72 * 3_600_000)
    strike = 'completeFactorReset'
    await expect(runResets(world.kit.deps)).rejects.toThrow()
    restart()
    const during = await signInAgain(user)
    expect(await askShare(user, during)).toMatchObject(refusedMfa)

    await runResets(world.kit.deps)
    await runResets(world.kit.deps)
    expect(await kindsOf(user)).toEqual([
      'factor_enrolled',
      'factor_reset_started',
      'factor_reset_completed',
    ])
    const after = await signInAgain(user)
    expect(await methodsOf(after)).toEqual([])
    expect((await askShare(user, after)).status).toBe(200)
    expect((await recover(user, after)).status).toBe(200)
  })
})
