import { api, canNameWalletKey, headers as headerNames } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  type AnyAnswer,
  createMethods,
  createOAuthVisits,
  createTestKit,
  listFactor,
  type MatrixCell,
  type MethodEntry,
  matrixCells,
  methodNames,
  type Proven,
  type Prover,
  present,
  registerWalletKey,
  simulatedOutbound,
  storeSettings,
  storeStepUp,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticRows } from '../authority/authentic-rows.js'
import { rowMac } from '../authority/row-mac.js'

let kit: TestKit
let all: ReturnType<typeof createMethods>
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  kit = await createTestKit({ deps: { outbound: simulatedOutbound(simulator) } })
  all = createMethods({ kit, visits: createOAuthVisits(kit, simulator) })
})
afterAll(() => kit.close())

/** Proves the account and presents the proof: a login, or a link when the prover has a token. */
const use = async (method: MethodEntry, name: string, prover: Prover) => {
  const started = await method.prove(name, prover)
  if ('refused' in started) return started.refused
  const { link = method.routes.login } = method.routes
  return present(kit, prover.token === undefined ? loginOf(method, started) : link, started, prover)
}
const loginOf = (method: MethodEntry, { login = method.routes.login }: Proven) => login
const prove = async (method: MethodEntry, name: string, prover: Prover): Promise<Proven> => {
  const proven = await method.prove(name, prover)
  if ('refused' in proven) throw new Error(`Refused: ${JSON.stringify(proven.refused.body)}`)
  return proven
}
/** Unlinks the account, which `user` is shown with. */
const unlink = (method: MethodEntry, name: string, prover: Prover, user: AnyAnswer['body']) => {
  const proof = required(method.unlinkBody)(name, user.linked_accounts ?? [])
  return present(kit, required(method.routes.unlink), { proof }, prover)
}
/** Transfers the account by the data of `account_transfer_required`. */
const transfer = (
  method: MethodEntry,
  name: string,
  { offered, ...prover }: Prover & { offered: AnyAnswer },
) => {
  const { data = {} } = offered.body
  const proof = { ...required(method.transferBody)(name, data), nonce: data.nonce }
  return present(kit, required(method.routes.transfer), { proof }, prover)
}

/** Another method, for the first account of a user. */
const otherThan = (method: MethodEntry) =>
  all.find(method.setting === 'email_auth' ? 'sms' : 'email')

const signUp = async (method: MethodEntry, name: string, appId: string) => {
  const { status, body } = await use(method, name, { appId })
  expect(status).toBe(200)
  const { id = '', linked_accounts = [] } = body.user ?? {}
  return { appId, token: String(body.token), id, linked_accounts }
}
const sessionsOf = (appId: string) =>
  kit.db.selectFrom('session').selectAll().where('app_id', '=', appId).execute()
/** Notes when the sessions of an app have proven a factor. */
const setStepUp = (appId: string, atMs: number | null) => storeStepUp(kit, { appId, atMs })
const changeSettings = async (appId: string, settings: Record<string, unknown>) => {
  await storeSettings(kit, { appId, settings })
}

type TestApp = Awaited<ReturnType<typeof all.addApp>>
const deny = async ({ appId, appSecret }: TestApp, entry: { type: string; value: string }) => {
  // A wallet is stored by its chain; a back end names it by its address.
  const value = entry.type === 'wallet' ? entry.value.replace(/^\w+:/, '') : entry.value
  const input = { params: { app_id: appId }, body: { type: entry.type, value } }
  const { status } = await kit.call(api.admission.deny, input as never, {
    appId,
    secret: appSecret,
  })
  expect(status).toBe(200)
}

/**
 * What each cell does with a method in a new app. T-19, T-20: the lists and the switches hold for guests and known users as well;
 * T-27: guests take no place in a full app.
 */
const cells: Record<MatrixCell, (method: MethodEntry, app: TestApp) => Promise<void>> = {
  'sign up and sign in': async (method, { appId }) => {
    const first = await use(method, 'ada', { appId })
    const second = await use(method, 'ada', { appId })
    expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
    expect(second.body.user?.id).toBe(first.body.user?.id)
    expect(first.body.user?.is_guest).toBe(method.isGuest)
    expect((await signUp(method, 'bob', appId)).id).not.toBe(first.body.user?.id)
  },
  'method off': async (method, { appId }) => {
    await signUp(method, 'ada', appId)
    await changeSettings(appId, method.whileOff ?? { [method.setting]: false })
    for (const name of ['ada', 'bob']) {
      const { status, body } = await use(method, name, { appId })
      expect([status, body.code]).toEqual([403, 'disallowed_login_method'])
    }
    expect(await sessionsOf(appId)).toHaveLength(1)
  },
  'past the allow-list': async (method, { appId }) => {
    await signUp(method, 'ada', appId)
    await changeSettings(appId, { allowlist_enabled: true })
    for (const name of ['ada', 'bob']) {
      const { status, body } = await use(method, name, { appId })
      expect([status, body.code]).toEqual([401, 'allowlist_rejected'])
    }
    expect(await sessionsOf(appId)).toHaveLength(1)
    const entry = method.entry?.('ada')
    if (entry === undefined) return
    // The route takes fewer types than the list may hold.
    const row = { app_id: appId, ...entry }
    const mac = rowMac(kit.deps.keyEncryption, authenticRows.allowlistEntry, row)
    await kit.db
      .insertInto('allowlist_entry')
      .values({ ...row, mac })
      .execute()
    await signUp(method, 'ada', appId)
  },
  'on the deny list': async (method, app) => {
    const { appId } = app
    const ada = await signUp(method, 'ada', appId)
    await deny(app, { type: 'did', value: ada.id })
    const known = await use(method, 'ada', { appId })
    expect([known.status, known.body.code]).toEqual([401, 'allowlist_rejected'])
    expect((await kit.call(api.user.me, {}, ada)).status).toBe(401)
    const entry = (method.denyEntry ?? method.entry)?.('bob')
    if (entry !== undefined) {
      await deny(app, entry)
      const unknown = await use(method, 'bob', { appId })
      expect([unknown.status, unknown.body.code]).toEqual([401, 'allowlist_rejected'])
    }
    // Others still get in.
    await signUp(method, 'eve', appId)
  },
  'user limit': async (method) => {
    const { appId } = await all.addApp({ maxUsers: 1 })
    for (const name of ['one', 'two', 'three']) await signUp(all.find('guest'), name, appId)
    const first = await signUp(otherThan(method), 'first', appId)
    const { status, body } = await use(method, 'late', { appId })
    expect([status, body.code]).toEqual(
      method.isGuest ? [200, undefined] : [403, 'max_accounts_reached'],
    )
    expect((await signUp(otherThan(method), 'first', appId)).id).toBe(first.id)
  },
  link: async (method, { appId }) => {
    const user = await signUp(otherThan(method), 'ada', appId)
    const linked = await use(method, 'ada', user)
    expect([linked.status, linked.body.id]).toEqual([200, user.id])
    expect(linked.body.linked_accounts).toHaveLength(2)
    expect((await signUp(method, 'ada', appId)).id).toBe(user.id)
  },
  conflict: async (method, { appId }) => {
    const owner = await signUp(method, 'ada', appId)
    expect((await use(otherThan(method), 'ada', owner)).status).toBe(200)
    const user = await signUp(otherThan(method), 'bob', appId)
    const { status, body } = await use(method, 'ada', user)
    expect([status, body.code]).toEqual([400, 'linked_to_another_user'])
    expect((await signUp(method, 'ada', appId)).id).toBe(owner.id)
  },
  transfer: async (method, { appId }) => {
    const owner = await signUp(method, 'ada', appId)
    const user = await signUp(otherThan(method), 'bob', appId)
    const offered = await use(method, 'ada', user)
    expect([offered.status, offered.body.code]).toEqual([400, 'account_transfer_required'])
    const stranger = await signUp(otherThan(method), 'eve', appId)
    expect((await transfer(method, 'ada', { ...stranger, offered })).status).toBe(422)
    const moved = await transfer(method, 'ada', { ...user, offered })
    expect([moved.status, moved.body.id]).toEqual([200, user.id])
    expect(moved.body.linked_accounts).toHaveLength(2)
    expect((await transfer(method, 'ada', { ...user, offered })).status).toBe(422)
    expect((await signUp(method, 'ada', appId)).id).toBe(user.id)
    const gone = await use(otherThan(method), 'late', owner)
    expect([gone.status, gone.body.code]).toEqual([401, 'missing_or_invalid_token'])
  },
  unlink: async (method, { appId }) => {
    const user = await signUp(otherThan(method), 'ada', appId)
    const linked = await use(method, 'ada', user)
    expect(linked.status).toBe(200)
    const unlinked = await unlink(method, 'ada', user, linked.body)
    expect([unlinked.status, unlinked.body.linked_accounts?.length]).toEqual([200, 1])
    const again = await unlink(method, 'ada', user, linked.body)
    expect([again.status, again.body.code]).toEqual([404, 'linked_account_not_found'])
    const { status, body } = await use(method, 'ada', { appId })
    // A passkey that the app does not know does not sign up: a page makes a new one.
    expect([200, 404]).toContain(status)
    expect(status === 404 ? body.code : 'user_does_not_exist').toBe('user_does_not_exist')
    expect(body.user?.id).not.toBe(user.id)
  },
  'unlink the sole one': async (method, { appId }) => {
    const user = await signUp(method, 'ada', appId)
    const { linked_accounts } = user
    const { status, body } = await unlink(method, 'ada', user, { linked_accounts })
    expect([status, body.code]).toEqual([400, 'cannot_unlink_sole_account'])
    expect((await signUp(method, 'ada', appId)).id).toBe(user.id)
  },
  'second factor': async (method, { appId }) => {
    const user = await signUp(otherThan(method), 'ada', appId)
    await listFactor(kit, user.id)
    const demand = ({ status, body }: AnyAnswer) =>
      expect([status, body.code]).toEqual([401, 'missing_or_invalid_mfa'])
    demand(await use(method, 'ada', user))
    await setStepUp(appId, kit.clock.nowMs())
    const linked = await use(method, 'ada', user)
    expect([linked.status, linked.body.linked_accounts?.length]).toEqual([200, 2])
    if (method.routes.unlink) {
      await setStepUp(appId, null)
      demand(await unlink(method, 'ada', user, linked.body))
      await setStepUp(appId, kit.clock.nowMs())
      expect((await unlink(method, 'ada', user, linked.body)).status).toBe(200)
    }
    if (method.skips.transfer !== undefined || !method.routes.transfer) return
    await signUp(method, 'bob', appId)
    await setStepUp(appId, kit.clock.nowMs())
    const offered = await use(method, 'bob', user)
    expect(offered.body.code).toBe('account_transfer_required')
    await setStepUp(appId, null)
    demand(await transfer(method, 'bob', { ...user, offered }))
    await setStepUp(appId, kit.clock.nowMs())
    expect((await transfer(method, 'bob', { ...user, offered })).status).toBe(200)
  },
  'link while the method is off': async (method, { appId }) => {
    const user = await signUp(otherThan(method), 'ada', appId)
    await changeSettings(appId, method.whileOff ?? { [method.setting]: false })
    const { status, body } = await use(method, 'ada', user)
    expect([status, body.code]).toEqual([403, 'disallowed_login_method'])
  },
  'link past the allow-list': async (method, { appId }) => {
    const user = await signUp(otherThan(method), 'ada', appId)
    await changeSettings(appId, { allowlist_enabled: true })
    const { status, body } = await use(method, 'ada', user)
    expect([status, body.code]).toEqual([401, 'allowlist_rejected'])
  },
  'guest of a full app': async (method) => {
    const { appId } = await all.addApp({ maxUsers: 1 })
    const guest = await signUp(all.find('guest'), 'ada', appId)
    await signUp(otherThan(method), 'bob', appId)
    const full = await use(method, 'ada', guest)
    expect([full.status, full.body.code]).toEqual([403, 'max_accounts_reached'])
  },
  replay: async (method, { appId }) => {
    const proven = await prove(method, 'ada', { appId })
    const login = loginOf(method, proven)
    expect((await present(kit, login, proven, { appId })).status).toBe(200)
    const again = await present(kit, login, proven, { appId })
    expect(again.status).toBeGreaterThanOrEqual(400)
    expect(again.status).toBeLessThan(500)
    expect(await sessionsOf(appId)).toHaveLength(1)
  },
  'two browsers at once': async (method, { appId }) => {
    const browsers = [
      { appId, ip: '192.0.2.1' },
      { appId, ip: '198.51.100.1' },
    ]
    const logins: (() => ReturnType<typeof present>)[] = []
    for (const browser of browsers) {
      const proven = await prove(method, 'ada', browser)
      logins.push(() => present(kit, loginOf(method, proven), proven, browser))
    }
    const answers = await Promise.all(logins.map((login) => login()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ body }) => body.user?.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.is_new_user)).toHaveLength(1)
  },
  'fifty at once': async (method, { appId }) => {
    const proven = await prove(method, 'ada', { appId })
    const login = loginOf(method, proven)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => present(kit, login, proven, { appId })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await sessionsOf(appId)).toHaveLength(1)
  },
  // The login of our own client. The first call is the only one, and the grant is in a cookie.
  'where cookies are kept': async (method, { appId }) => {
    const config = await kit.call(api.app.config, { params: { app_id: appId } }, { appId })
    const [probe = ''] = String(config.headers['set-cookie']).split(';')
    const { cookie, ...proven } = await prove(method, 'ada', { appId })
    const kept = [probe, cookie].filter((each) => each !== undefined).join('; ')
    const presented = { ...proven, cookie: kept, headers: asking }
    const login = await present(kit, loginOf(method, proven), presented, { appId })
    expect([login.status, login.body.wallet_grant]).toEqual([200, undefined])
    expect(String(login.headers['set-cookie'])).toContain('__Host-sallyport-wallet-')
    expect((await sessionsOf(appId)).map(({ amr }) => amr)).toEqual([
      expect.arrayContaining(['grant']),
    ])
  },
  // It is refused, asks the wallet frame for a key, and repeats the login with the same proof.
  'where none are kept': async (method, { appId }) => {
    const { cookie: _, ...proven } = await prove(method, 'ada', { appId })
    const route = loginOf(method, proven)
    const first = await present(kit, route, { ...proven, headers: asking }, { appId })
    expect([first.status, first.body.code]).toEqual([400, 'wallet_key_required'])
    expect(await sessionsOf(appId)).toEqual([])

    const headers = { [headerNames.walletKey]: await registerWalletKey(kit, appId) }
    const login = await present(kit, route, { ...proven, headers }, { appId })
    expect([login.status, typeof login.body.wallet_grant]).toEqual([200, 'string'])
    expect((await sessionsOf(appId)).map(({ amr }) => amr)).toEqual([
      expect.arrayContaining(['grant']),
    ])
  },
}
const asking = { [headerNames.walletKey]: canNameWalletKey }

describe.each(methodNames)('T-19, T-20, T-27: the accounts of %s', (name) => {
  test.each(matrixCells)('%s', async (cell) => {
    const method = all.find(name)
    // What has no link has nothing that a second factor protects.
    const reason = method.skips[cell] ?? (cell === 'second factor' ? method.skips.link : undefined)
    if (reason !== undefined) return expect(reason).toMatch(/^[A-Z].*\.$/)
    await cells[cell](method, await all.addApp())
  })
})

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('This cell needs a route that the entry does not name')
  return value
}
