import { api, type Route } from '@sallyport/contract'
import {
  authOrigin,
  createHostileWorld,
  dumpTables,
  type HostileWorld,
  headersOf,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../features/index.js'
import { decideFactor, freshMs } from '../session/check.js'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world.close())

/** Reading addresses opens nothing: a page asks for them before the user does anything. */
const readsAddressesOnly: readonly Route[] = [api.embeddedWallet.list]

/** Every route of a user that touches a wallet: those of the frame, and any whose path says so. A back end has no user. */
const walletRoutes = Object.entries(api)
  .flatMap(([group, list]) =>
    Object.entries(list).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
  )
  .filter(
    ([, { auth, path }]) => auth === 'frame' || (auth !== 'secret' && path.includes('wallet')),
  )
  .filter(([, route]) => !readsAddressesOnly.includes(route))

describe('T-20: routes that touch a wallet', () => {
  test('are some, and each says that it demands a fresh factor', () => {
    const needs = new Map(features(world.kit.deps).map((each) => [each.route, each.factor]))
    expect(walletRoutes.length).toBeGreaterThanOrEqual(6)
    expect(walletRoutes.map(([name, route]) => [name, needs.get(route)])).toEqual(
      walletRoutes.map(([name]) => [name, 'fresh']),
    )
  })

  test.each(walletRoutes)(
    '%s is refused without a fresh factor and changes nothing',
    async (name, route) => {
      const { kit, ada } = world
      const params: Record<string, string> = { ...ada.params, app_id: kit.appId }
      const ask = () =>
        kit.server.inject({
          method: route.method,
          url: `/api/v1${route.path.replaceAll(/\{(\w+)\}/g, (_, key) => params[key] ?? '')}`,
          headers: {
            'content-type': 'application/json',
            ...headersOf(kit.appId, {
              token: ada.session.token,
              ...(route.auth === 'frame' && { origin: authOrigin }),
            }),
          },
          payload: JSON.stringify(ada.bodies[name.split('.')[1] ?? ''] ?? {}),
        })
      const before = await dumpTables(kit.db)
      kit.deps.config.treatUsersAsEnrolled = true
      try {
        const response = await ask()
        expect([response.statusCode, response.json().code]).toEqual([401, 'missing_or_invalid_mfa'])
        expect(await dumpTables(kit.db)).toBe(before)

        await sql`update session set amr = '{email,mfa}', auth_time = ${kit.clock.nowMs()}`.execute(
          kit.db,
        )
        expect((await ask()).json().code).not.toBe('missing_or_invalid_mfa')
      } finally {
        await sql`update session set amr = '{email}'`.execute(kit.db)
        kit.deps.config.treatUsersAsEnrolled = false
      }
    },
  )
})

describe('decideFactor', () => {
  const nowMs = 10_000_000
  const facts = { amr: ['email', 'mfa'], auth_time: nowMs - freshMs }
  const input = { demand: 'fresh', hasFactor: true, facts, nowMs } as const

  test.each([
    ['a factor proven 15 minutes ago', input, undefined],
    [
      'a user without a factor',
      { ...input, hasFactor: false, facts: { ...facts, amr: [] } },
      undefined,
    ],
    [
      'a route without a demand',
      { ...input, demand: undefined, facts: { ...facts, amr: [] } },
      undefined,
    ],
    ['a factor proven earlier', { ...input, nowMs: nowMs + 1 }, 'missing_or_invalid_mfa'],
    [
      'a session without a factor',
      { ...input, facts: { ...facts, amr: ['email'] } },
      'missing_or_invalid_mfa',
    ],
  ])('%s', (_name, given, expected) => {
    expect(decideFactor(given)).toBe(expected)
  })
})
