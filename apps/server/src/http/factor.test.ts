import {
  type Api,
  actionOf,
  api,
  frameEvents,
  protectedActions,
  type Route,
} from '@sallyport/contract'
import {
  authOrigin,
  createHostileWorld,
  dumpTables,
  type HostileWorld,
  headersOf,
  listFactor,
  storeStepUp,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../features/index.js'
import { decideFactor, freshMs } from '../session/check.js'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
  await listFactor(world.kit, world.ada.session.user.id)
})
afterAll(() => world.close())

const groups = Object.entries(api) as [keyof Api, Record<string, Route>][]
const ofUsers = groups.flatMap(([feature, routes]) =>
  Object.entries(routes).flatMap(([name, route]) => {
    const action = actionOf(feature, name, route)
    return action === undefined ? [] : [{ name: `${feature}.${name}`, route, action }]
  }),
)
const demanding = ofUsers.filter(({ action }) => protectedActions[action] === 'fresh')

describe('MFA-01: the table of protected actions', () => {
  test('has a line for every route of a signed-in user, and the server demands what it says', () => {
    const demands = new Map(features(world.kit.deps).map((each) => [each.route, each.factor]))
    const auths: readonly string[] = ['user', 'frame', 'user-or-frame']
    const all = groups.flatMap(([, routes]) => Object.values(routes))
    expect(ofUsers).toHaveLength(all.filter(({ auth }) => auths.includes(auth)).length)
    expect(ofUsers.map(({ name, route }) => [name, demands.get(route)])).toEqual(
      ofUsers.map(({ name, action }) => [name, protectedActions[action]]),
    )
  })

  test('T-20: the routes of the wallet that demand no factor are these', () => {
    const open = ofUsers.filter(
      ({ name, route, action }) =>
        action === 'none' && (name.startsWith('embeddedWallet.') || route.path.includes('wallet')),
    )
    expect(open.map(({ name }) => name)).toEqual([
      // It says what the user has allowed, and opens nothing.
      'delegatedWallets.list',
      // It ends rights of the app, also for a user who has lost a factor.
      'delegatedWallets.revoke',
      'embeddedWallet.list',
      'embeddedWallet.create',
      'embeddedWallet.confirm',
      'embeddedWallet.switchRecoveryKey',
    ])
  })

  test('the frame may ask for a factor at the events that clients ask again for (wire reference §20.4)', () => {
    const withoutFactor = Object.entries(frameEvents).flatMap(([name, { factor }]) =>
      factor ? [] : [name],
    )
    expect(withoutFactor).toEqual([
      'privy:iframe:ready',
      'privy:wallet:create',
      // Nothing of the user is opened by it; public clients send no factor along (wire reference §20.4).
      'privy:wallets:import',
      'privy:farcaster:init-signer',
      'privy:farcaster:sign',
      'privy:mfa:clear',
      'sallyport:grant:key',
      'sallyport:grant:keep',
      'sallyport:grant:prove',
      // The server asks for the factor when the call is made.
      'sallyport:request:confirm',
      'sallyport:device:kept',
      'sallyport:page:result',
      'sallyport:confirm:cancel',
    ])
  })

  test.each(demanding.map(({ name, route }): [string, Route] => [name, route]))(
    'LNK-12 SMS-06: %s is refused without a fresh factor and changes nothing',
    async (name, route) => {
      const { kit, ada } = world
      const before = await dumpTables(kit.db)
      const refused = await ask(name, route)
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'missing_or_invalid_mfa'])
      expect(await dumpTables(kit.db)).toBe(before)

      await storeStepUp(kit, { appId: kit.appId, atMs: kit.clock.nowMs() })
      try {
        expect((await ask(name, route)).json().code).not.toBe('missing_or_invalid_mfa')
      } finally {
        await storeStepUp(kit, { appId: kit.appId, atMs: null })
        await listFactor(kit, ada.session.user.id)
      }
    },
  )
})

function ask(name: string, route: Route) {
  const { kit, ada } = world
  const params: Record<string, string> = { ...ada.params, app_id: kit.appId }
  const prefix = route.prefixes?.[0] ?? '/api/v1'
  return kit.server.inject({
    method: route.method,
    url: prefix + route.path.replaceAll(/\{(\w+)\}/g, (_, key) => params[key] ?? ''),
    headers: {
      'content-type': 'application/json',
      ...headersOf(kit.appId, {
        token: ada.session.token,
        ...(route.auth === 'frame' && { origin: authOrigin }),
      }),
    },
    payload: JSON.stringify(ada.bodies[name.split('.')[1] ?? ''] ?? {}),
  })
}

describe('decideFactor', () => {
  const nowMs = 10_000_000
  const facts = { mfa_at_ms: nowMs - freshMs, factors: { methods: ['totp'] } }
  const input = { demand: 'fresh', facts, nowMs } as const

  test.each([
    ['a factor proven 15 minutes ago', input, undefined],
    [
      'a user without a factor',
      { ...input, facts: { mfa_at_ms: null, factors: { methods: [] } } },
      undefined,
    ],
    ['a route without a demand', { ...input, demand: undefined }, undefined],
    ['a factor proven earlier', { ...input, nowMs: nowMs + 1 }, 'missing_or_invalid_mfa'],
    [
      'a session without a proven factor',
      { ...input, facts: { ...facts, mfa_at_ms: null } },
      'missing_or_invalid_mfa',
    ],
  ])('%s', (_name, given, expected) => {
    expect(decideFactor(given)).toBe(expected)
  })
})
