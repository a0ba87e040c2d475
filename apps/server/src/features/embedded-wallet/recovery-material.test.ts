import { api, recoveryMaterial } from '@sallyport/contract'
import {
  createHostileWorld,
  type HostileWorld,
  type Inhabitant,
  listFactor,
  storeStepUp,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toMaterial } from './recovery-material.js'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world.close())

/** What `who` is told about the wallet at an address. */
function ask(who: Pick<Inhabitant, 'session'> | undefined, address: string, chain_type?: string) {
  const { kit } = world
  return kit.call(
    recoveryMaterial.keyMaterial,
    { params: { address }, body: { ...(chain_type && { chain_type }) } as never },
    who ? { token: who.session.token } : {},
  )
}

describe('POST /embedded_wallets/{address}/recovery/key_material', () => {
  test('says that a wallet comes back by the vault, and gives no key', async () => {
    const { ada } = world
    const { address = '' } = ada.params
    const expected = {
      status: 200,
      body: { recovery_type: 'privy_generated_recovery_key', recovery_key: null },
    }

    expect(await ask(ada, address)).toMatchObject(expected)
    expect(await ask(ada, address.toLowerCase(), 'ethereum')).toMatchObject(expected)
    const { body } = await ask(ada, address)
    expect(Object.keys(body).sort()).toEqual(['recovery_key', 'recovery_type'])
  })

  test('REC-01: error: without a token, for the wallet of another user, and on another chain', async () => {
    const { ada, eve, newcomer } = world
    const { address = '' } = ada.params
    expect(await ask(undefined, address)).toMatchObject({
      status: 401,
      body: { code: 'missing_or_invalid_token' },
    })
    const notFound = { status: 404, body: { code: 'linked_account_not_found' } }

    expect(await ask(eve, address)).toMatchObject(notFound)
    expect(await ask({ session: newcomer }, address)).toMatchObject(notFound)
    expect(await ask(ada, address, 'solana')).toMatchObject(notFound)
    expect(await ask(ada, 'x')).toMatchObject(notFound)
  })

  test('REC-02: error: a user who has a second factor is told nothing, and gets no share, before it is proven', async () => {
    const { eve, kit } = world
    const { address = '', wallet_id = '' } = eve.params
    const { appId, clock } = kit
    const refused = { status: 401, body: { code: 'missing_or_invalid_mfa' } }
    await listFactor(kit, eve.session.user.id)

    const answer = await ask(eve, address)
    expect(answer).toMatchObject(refused)
    expect(answer.body).not.toHaveProperty('recovery_type')
    const asked = { params: { wallet_id }, body: eve.bodies.recover as never }
    expect(await kit.call(api.embeddedWallet.recover, asked, eve.frame)).toMatchObject(refused)

    await storeStepUp(kit, { appId, atMs: clock.nowMs() })
    expect(await ask(eve, address)).toMatchObject({ status: 200 })
    await storeStepUp(kit, { appId, atMs: clock.nowMs() - 86_400_000 })
    expect(await ask(eve, address)).toMatchObject(refused)
  })
})

describe('toMaterial', () => {
  test.each([
    [
      'user-passcode',
      'argon2id$65536$3$c2FsdC1vZi1wYXNz',
      {
        recovery_type: 'user_passcode_derived_recovery_key',
        recovery_key_derivation_salt: 'c2FsdC1vZi1wYXNz',
      },
    ],
    ['google-drive', 'file', { recovery_type: 'google_drive_recovery_secret', file_id: 'file' }],
    ['icloud', 'record', { recovery_type: 'icloud_recovery_secret', icloud_record_name: 'record' }],
  ] as const)('names what finds the secret of %s', (method, locator, material) => {
    expect(toMaterial({ method, locator })).toEqual(material)
  })

  test('error: a passkey is used on the wallet page only', () => {
    expect(() => toMaterial({ method: 'passkey', locator: 'prf$a$b$c' })).toThrow(
      expect.objectContaining({ code: 'not_supported' }),
    )
  })
})
