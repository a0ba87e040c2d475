import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { api, loginSwitches, type Route } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  type AnyAnswer,
  createMethods,
  createOAuthVisits,
  createTestKit,
  type MethodEntry,
  methodNames,
  present,
  simulatedOutbound,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantKept } from '../session/wallet-grant.js'
import { describeMethod, loginMethods } from './proven-account.js'

let kit: TestKit
let all: ReturnType<typeof createMethods>
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  kit = await createTestKit({ deps: { outbound: simulatedOutbound(simulator) } })
  all = createMethods({ kit, visits: createOAuthVisits(kit, simulator) })
})
afterAll(() => kit.close())

/** Presents a proof; `no-signup` refuses unknown accounts, which the login by passkey always does. */
const logIn = async (
  method: MethodEntry,
  started: Awaited<ReturnType<MethodEntry['prove']>>,
  { appId, mode }: { appId: string; mode?: 'no-signup' },
): Promise<AnyAnswer> => {
  if ('refused' in started) return started.refused
  const { login: route = method.routes.login, proof } = started
  const sent = mode === undefined || method.proveUnknown ? proof : { ...proof, mode }
  return present(kit, route, { ...started, proof: sent }, { appId })
}
/** Logs in: each login of one `name` proves the same account. */
const login = async (method: MethodEntry, name: string, appId: string) =>
  logIn(method, await method.prove(name, { appId }), { appId })

const sessionsOf = (appId: string) =>
  kit.db.selectFrom('session').selectAll().where('app_id', '=', appId).execute()

const storedAccount = (appId: string) =>
  kit.db
    .selectFrom('linked_account')
    .selectAll()
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow()

describe.each(methodNames)('signing in by %s', (name) => {
  test('the session says when and by what it was authenticated, and where', async () => {
    const [method, { appId }] = [all.find(name), await all.addApp()]
    const started = await method.prove('ada', { appId })
    await logIn(method, started, { appId })

    // A browser that sends a cookie of ours can present the grant of its login later.
    const kept = 'cookie' in started && started.cookie !== undefined ? [grantKept] : []
    expect(await sessionsOf(appId)).toMatchObject([
      {
        auth_time: kit.clock.nowMs(),
        amr: [describeMethod(method.setting).amr, expect.stringMatching(/^by:/), ...kept],
        device: { network: '127.0.0' },
      },
    ])
  })

  test('a login refreshes the time of the last proof', async () => {
    const [method, { appId }] = [all.find(name), await all.addApp()]
    await login(method, 'ada', appId)
    kit.clock.advance(3_600_000)
    const { body } = await login(method, 'ada', appId)

    const row = await storedAccount(appId)
    expect(row.latest_verified_at - row.first_verified_at).toBe(3_600_000)
    const shown = body.user?.linked_accounts.map((account) => account.latest_verified_at)
    expect(shown).toEqual(method.isGuest ? [] : [Math.floor(row.latest_verified_at / 1000)])
  })

  test('a login refreshes the profile of the account and keeps what it does not name', async () => {
    const [method, { appId }] = [all.find(name), await all.addApp()]
    await login(method, 'ada', appId)
    const fresh = await storedAccount(appId)
    const stale = { ...fresh.data, address: 'stale', kept: 'yes' }
    await kit.db
      .updateTable('linked_account')
      .set({ data: JSON.stringify(stale) })
      .where('app_id', '=', appId)
      .execute()
    await login(method, 'ada', appId)

    expect((await storedAccount(appId)).data).toEqual({ ...stale, ...fresh.data })
  })

  // A guest's credential makes its user.
  test.skipIf(name === 'guest')('error: no sign-up for an unknown account', async () => {
    const [method, { appId }] = [all.find(name), await all.addApp()]
    const mode = 'no-signup'
    const { proveUnknown = () => method.prove('ada', { appId }) } = method
    const unknown = await logIn(method, await proveUnknown({ appId }), { appId, mode })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'user_does_not_exist'])
    await login(method, 'ada', appId)
    const known = await method.prove('ada', { appId })
    expect((await logIn(method, known, { appId, mode })).status).toBe(200)
  })
})

describe('T-20: no login method skips the verdict', () => {
  const source = fileURLToPath(new URL('..', import.meta.url))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const filesWith = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(source + file, 'utf8'))).sort()

  test('every route of the contract that answers a new session is in the registry of methods', () => {
    const routes = Object.values(api).flatMap((group): Route[] => Object.values(group))
    const opening = routes.filter(
      (route) =>
        route.response === api.email.authenticate.response &&
        route !== api.session.refresh &&
        // A fork continues a session that was admitted.
        route !== api.session.recover,
    )
    const entries = methodNames.map((name) => all.find(name))
    const known = entries.flatMap(({ routes, alsoOpens = [] }) => [routes.login, ...alsoOpens])
    expect(new Set(opening)).toEqual(new Set(known))
  })

  test('every switch of the contract has a login method', () => {
    expect(Object.keys(loginMethods).sort()).toEqual([...loginSwitches].sort())
  })

  test('sessions are inserted in one place, which takes a verdict, and only sign-in asks for it', () => {
    expect(filesWith(/insert into session\b|insertInto\('session'\)/)).toEqual(['db/sign-in.ts'])
    expect(filesWith(/openReturning|createAndOpen|openSessionCtes/)).toEqual([
      // Forks, which need a `Continuation`.
      'db/session-forks.ts',
      'db/sign-in.ts',
      'identity/sign-in.ts',
    ])
  })

  test('a verdict is made in one place', () => {
    expect(filesWith(/as (Verdict|Continuation)\b/)).toEqual(['identity/sign-in.ts'])
  })
})
