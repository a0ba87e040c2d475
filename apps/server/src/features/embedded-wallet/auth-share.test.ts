import { api } from '@sallyport/contract'
import {
  authOrigin,
  countQueries,
  createHostileWorld,
  dumpTables,
  type HostileWorld,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world.close())

const hourMs = 3_600_000

/** Ada's own request, signed by her device, with another part or token. */
function ask(token = world.ada.session.token, change: Record<string, string> = {}) {
  const { params, bodies } = world.ada
  const own = bodies.authShare as { ephemeral_public_key: string; device_signature: string }
  const input = { params, body: { ...own, ...change } }
  return world.kit.call(api.embeddedWallet.authShare, input, { token, origin: authOrigin })
}

describe('authShare', () => {
  test('is one query, and notes its use once an hour', async () => {
    const { kit, ada } = world
    const lastUse = async () => {
      const row = await kit.db
        .selectFrom('share_generation')
        .select('last_used_at')
        .where('generation_id', '=', ada.params.generation_id)
        .executeTakeFirstOrThrow()
      return Number(row.last_used_at)
    }
    const made = await lastUse()

    expect(await countQueries(kit.db, () => ask())).toBe(1)
    expect(await lastUse()).toBe(made)
    kit.clock.advance(hourMs - 60_000)
    const { token } = await kit.signIn('ada@example.com')
    kit.clock.advance(60_001)
    expect((await ask(token)).status).toBe(200)
    expect(await lastUse()).toBe(kit.clock.nowMs())
  })

  test('error: SES-10 a session that has ended gets no share and learns nothing of it', async () => {
    const { kit } = world
    const { token } = await kit.signIn('ada@example.com')
    await kit.call(api.session.logout, { body: {} }, { token })
    const before = await dumpTables(kit.db)

    const noPoint = Buffer.alloc(65, 4).toString('base64url')
    for (const change of [{}, { device_signature: 'AAAA' }, { ephemeral_public_key: noPoint }]) {
      const answer = { status: 401, body: { code: 'missing_or_invalid_token' } }
      expect(await ask(token, change)).toMatchObject(answer)
    }

    expect(await dumpTables(kit.db)).toBe(before)
  })
})
