import { randomUUID } from 'node:crypto'
import { api, type Route, refusalsOf } from '@sallyport/contract'
import {
  authOrigin,
  createHostileWorld,
  dumpTables,
  fuzz,
  fuzzTimeFactor,
  type HostileWorld,
  headersOf,
  hostileTexts,
  valuesOf,
} from '@sallyport/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world.close())

type Name = {
  [G in keyof typeof api]: `${G}.${Extract<keyof (typeof api)[G], string>}`
}[keyof typeof api]

/** Tables a stranger's or a user's own call may add to; everywhere else no row may differ afterwards. */
const writable: Record<Name, readonly string[]> = {
  'analytics.record': ['analytics_event'],
  'app.config': [],
  'pageLogins.emailInit': ['one_time_code'],
  'pageLogins.email': ['one_time_code'],
  'pageLogins.smsInit': ['one_time_code'],
  'pageLogins.sms': ['one_time_code'],
  'pageLogins.oauthInit': ['oauth_flow'],
  'pageLogins.oauth': [],
  'pageLogins.logOut': [],
  'approvals.describe': [],
  'approvals.approve': [],
  'approvals.reject': [],
  'app.jwks': [],
  // The world's apps take no tokens of their own login.
  'customJwt.authenticate': [],
  'customJwt.link': [],
  'guest.init': [],
  'walletKey.register': [],
  // None of the strangers has a request that opens.
  'confirmation.describe': [],
  'confirmation.confirm': [],
  // The world's apps sell nothing.
  'funding.signMoonpay': [],
  'funding.initCoinbase': [],
  'funding.coinbaseStatus': [],
  'funding.tokenPrice': [],
  'funding.splTokenInfo': [],
  'email.init': ['one_time_code'],
  // Wrong tries are counted.
  'email.authenticate': ['one_time_code'],
  'email.link': ['one_time_code'],
  'email.unlink': [],
  'email.update': ['one_time_code'],
  'email.transfer': [],
  'loginLink.status': [],
  'loginLink.authenticate': [],
  'loginLink.read': [],
  'loginLink.approve': [],
  'sms.init': ['one_time_code'],
  'sms.authenticate': ['one_time_code'],
  'siwe.init': ['wallet_nonce'],
  'siwe.authenticate': ['wallet_nonce'],
  'siwe.link': [],
  'siwe.linkSmartWallet': [],
  'siwe.unlink': [],
  'siwe.transfer': [],
  'smartWallets.config': [],
  'smartWallets.change': [],
  'siws.init': ['wallet_nonce'],
  'siws.authenticate': ['wallet_nonce'],
  'siws.link': [],
  'siws.unlink': [],
  'siws.transfer': [],
  // Ada's channel is not known to a stranger, and every nonce is a row of its own.
  'farcaster.init': ['farcaster_login'],
  'farcaster.status': [],
  'farcaster.authenticate': [],
  'farcaster.link': [],
  'farcaster.unlink': [],
  'farcaster.transfer': [],
  'farcasterV2.init': ['farcaster_login'],
  'farcasterV2.authenticate': [],
  // No user of the world has a Farcaster account.
  'farcasterSigner.init': [],
  'farcasterSigner.status': [],
  'sms.link': ['one_time_code'],
  'sms.unlink': [],
  'sms.update': ['one_time_code'],
  'sms.transfer': [],
  'guest.authenticate': ['user_account', 'linked_account', 'session', 'refresh_token'],
  'passkey.registerInit': ['passkey_challenge'],
  'passkey.register': [],
  'passkey.authenticateInit': ['passkey_challenge'],
  'passkey.authenticate': [],
  'passkey.linkInit': ['passkey_challenge'],
  'passkey.link': [],
  'passkey.unlink': [],
  'passkey.rename': [],
  'passkey.relatedOrigins': [],
  'oauth.init': ['oauth_flow'],
  'oauth.authenticate': [],
  'oauth.link': [],
  'oauth.unlink': [],
  'oauth.transfer': [],
  'crossApp.connections': [],
  'crossApp.details': [],
  'crossApp.verify': [],
  'crossApp.describeLogin': [],
  'crossApp.authorize': [],
  'crossApp.refuse': [],
  'crossApp.describeSite': [],
  'crossApp.connectSite': [],
  'crossApp.openRequest': [],
  'crossApp.grants': [],
  'crossApp.revoke': [],
  // The world's apps do not offer Google Drive or iCloud.
  'recovery.init': [],
  'recovery.authenticate': [],
  'recovery.initICloud': [],
  'recovery.configurationICloud': [],
  'recovery.callbackICloud': [],
  'recoveryMaterial.keyMaterial': [],
  'sessions.list': [],
  // Eve may end her other sessions.
  'sessions.revoke': ['session'],
  'sessions.activity': [],
  'sessions.auditEvents': [],
  'session.refresh': [],
  'session.logout': [],
  'session.fork': [],
  'session.recover': [],
  'telegram.authenticate': [],
  'telegram.link': [],
  'telegram.unlink': [],
  'telegram.transfer': [],
  'user.me': [],
  'user.acceptTerms': ['user_account'],
  'user.undoChange': [],
  // The careless app's own users and lists.
  'users.list': [],
  'users.import': ['user_account', 'linked_account'],
  'users.importMany': ['user_account', 'linked_account'],
  'users.search': [],
  'users.byEmail': [],
  'users.byPhone': [],
  'users.byWallet': [],
  'users.bySmartWallet': [],
  'users.byFarcaster': [],
  'users.byDiscord': [],
  'users.byGithub': [],
  'users.byTwitter': [],
  'users.byTwitterSubject': [],
  'users.byTelegram': [],
  'users.byTelegramUsername': [],
  'users.byCustomAuth': [],
  'users.get': [],
  'users.delete': [],
  'users.setCustomMetadata': [],
  'users.unlink': [],
  'users.createWallet': [],
  // Without a signer the wallet API refuses everything.
  'serverWallets.create': [],
  'serverWallets.createBatch': [],
  'serverWallets.createForUser': [],
  'serverWallets.list': [],
  'serverWallets.find': [],
  'serverWallets.findByAddress': [],
  'serverWallets.update': [],
  'serverWallets.archive': [],
  'serverWallets.assignEntity': [],
  'serverWallets.beginImport': [],
  'serverWallets.submitImport': [],
  'serverWallets.authenticate': [],
  'serverWallets.authenticateOlder': [],
  'serverWallets.exportKey': [],
  'walletActions.rpc': [],
  'walletActions.rawSign': [],
  'walletActions.transfer': [],
  'walletActions.findAction': [],
  'walletActions.balance': [],
  'walletActions.transactions': [],
  'walletActions.cancel': [],
  'keyQuorums.create': [],
  'keyQuorums.find': [],
  'keyQuorums.update': [],
  'keyQuorums.remove': [],
  'policies.create': [],
  'policies.find': [],
  'policies.update': [],
  'policies.remove': [],
  'policies.addRule': [],
  'policies.listRules': [],
  'policies.findRule': [],
  'policies.updateRule': [],
  'policies.removeRule': [],
  'policies.evaluate': [],
  'policies.replay': [],
  'aggregations.create': [],
  'aggregations.find': [],
  'aggregations.update': [],
  'aggregations.remove': [],
  'conditionSets.create': [],
  'conditionSets.find': [],
  'conditionSets.update': [],
  'conditionSets.remove': [],
  'conditionSets.addItems': [],
  'conditionSets.replaceItems': [],
  'conditionSets.listItems': [],
  'conditionSets.removeItem': [],
  'walletSettings.find': [],
  'walletSettings.update': [],
  'intents.rpc': [],
  'intents.transfer': [],
  'intents.updateWallet': [],
  'intents.updatePolicy': [],
  'intents.addRule': [],
  'intents.updateRule': [],
  'intents.removeRule': [],
  'intents.updateKeyQuorum': [],
  'intents.list': [],
  'intents.find': [],
  'intents.authorize': [],
  'intents.reject': [],
  'transactions.find': [],
  'admission.allowlist': [],
  'webhooks.create': ['webhook_endpoint'],
  'webhooks.list': [],
  'webhooks.find': [],
  'webhooks.update': ['webhook_endpoint'],
  'webhooks.remove': ['webhook_endpoint', 'webhook_delivery'],
  'webhooks.rotate': ['webhook_endpoint'],
  'webhooks.deliveries': [],
  'webhooks.delivery': [],
  'webhooks.resend': ['webhook_delivery'],
  'webhooks.keys': [],
  'admission.allow': ['allowlist_entry'],
  'admission.disallow': [],
  'admission.denylist': [],
  'admission.deny': ['denylist_entry'],
  'admission.undeny': [],
  'admission.testCredentials': [],
  'admission.addTestAccount': ['test_account'],
  'admission.removeTestAccount': [],
  'adminApp.get': [],
  'adminOAuth.list': [],
  // The careless app's own rows.
  'adminOAuth.set': ['oauth_credentials'],
  'adminOAuth.remove': ['oauth_credentials'],
  // The careless app's own row.
  'adminApp.update': ['app'],
  'mfa.smsInit': [],
  'mfa.smsEnroll': [],
  'mfa.smsVerify': [],
  'mfa.smsUnenroll': [],
  'mfa.totpInit': [],
  'mfa.totpEnroll': [],
  'mfa.totpVerify': [],
  'mfa.totpUnenroll': [],
  'mfa.passkeysInit': [],
  'mfa.passkeysVerify': [],
  'mfa.passkeysEnrollment': [],
  'mfa.recoveryCodesInit': [],
  'mfa.recoveryCodesVerify': [],
  'mfa.resetState': [],
  'mfa.resetInit': [],
  'mfa.resetCancel': [],
  'mfa.resetCancelByLink': [],
  'embeddedWallet.list': [],
  // Another user's proofs create no wallet.
  'embeddedWallet.create': ['recovery_key_ref'],
  'embeddedWallet.addGeneration': ['share_generation', 'recovery_key_ref'],
  'embeddedWallet.confirm': [],
  'embeddedWallet.authShare': ['share_generation'],
  'embeddedWallet.recover': [],
  'embeddedWallet.replaceRecoveryKey': ['share_generation', 'recovery_key_ref'],
  'embeddedWallet.switchRecoveryKey': ['share_generation', 'recovery_key_ref'],
  // The world has no signer.
  'delegation.openConsent': [],
  'delegation.delegate': [],
  'delegatedWallets.list': [],
  'delegatedWallets.revoke': [],
  'delegatedWallets.rpc': [],
  'programs.authorize': [],
  'programs.token': [],
  'programs.status': [],
  'programs.balance': [],
  'programs.fill': [],
  'programs.rpc': [],
  'programs.describe': [],
  'programs.refuse': [],
  'programs.openConsent': [],
  'programs.allow': [],
  'programs.list': [],
  'programs.end': [],
  'walletExport.recordExport': [],
  'walletExport.recordRehearsal': [],
  'embeddedWallet.addAccounts': ['wallet_account', 'linked_account'],
}
/** Tables whose rows say what the caller said, Ada's name too. */
const repeating = [
  'one_time_code',
  'wallet_nonce',
  'analytics_event',
  'app',
  'user_account',
  'linked_account',
  'allowlist_entry',
  'denylist_entry',
  'test_account',
  'recovery_key_ref',
]
/** What an attack does in its own name is recorded; no event may be Ada's. */
const audited = ['audit_event', 'audit_pending', 'notice', 'app_event']
const counters = ['rate_limit'] // They are meant to count attacks.

/** Logging out with one's own token is not an attack, however old the token is. */
const ownWay: Partial<Record<Name, readonly string[]>> = {
  'session.logout': ['expired'],
  'pageLogins.logOut': [],
}

const routes = Object.entries(api).flatMap(([group, list]) =>
  Object.entries(list).map(([name, route]): [Name, Route] => [`${group}.${name}` as Name, route]),
)

/** Values inside the route's schema: made up, or a user's real body with some fields from elsewhere. */
function bodies(route: Route, name: Name): fc.Arbitrary<unknown> {
  if (route.body === undefined) return fc.constant(undefined)
  const { ada, eve, bob } = world
  const texts = [...ada.marks, ...eve.marks, bob.user.id, 'bob@example.com', randomUUID()]
  texts.push(`evt_${'0'.repeat(32)}`)
  const made = valuesOf(route.body, texts)
  const captured = [ada, eve].flatMap(({ bodies: own }) => own[name.split('.')[1] ?? ''] ?? [])
  if (captured.length === 0) return made
  const mixed = fc
    .tuple(fc.constantFrom(...captured, ...captured), made, fc.array(fc.nat(9), { maxLength: 2 }))
    .map(([body, foreign, places]) => {
      const keys = places.flatMap((place) => Object.keys(body)[place] ?? [])
      const values = Object.entries(foreign as object).filter(([key]) => keys.includes(key))
      return { ...body, ...Object.fromEntries(values) }
    })
  return fc.oneof(mixed, made)
}

function paths(route: Route): fc.Arbitrary<string> {
  const { kit, ada, eve, other } = world
  const wallets = [ada, eve].map(({ params }) => params.wallet_id)
  const generations = [ada, eve].map(({ params }) => params.generation_id)
  const pools: Record<string, readonly string[]> = {
    app_id: [kit.appId, other.appId, ...hostileTexts],
    wallet_id: [...wallets, ...wallets, ...generations, randomUUID()],
    generation_id: [...generations, ...generations, ...wallets, randomUUID()],
    address: [ada.params.address, eve.params.address, ...hostileTexts],
    user_id: [ada.session.user.id, eve.session.user.id, ...hostileTexts],
  }
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return fc
    .record(
      Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(pools[name] ?? ['x']))])),
    )
    .map((given) =>
      route.path.replaceAll(/\{(\w+)\}/g, (_, name) => safeComponent(given[name] ?? '')),
    )
}

/** Half a surrogate pair has no percent encoding. */
function safeComponent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))
}

/** Mostly Eve with a valid session; otherwise a caller without a token or with a token that is not valid here. */
function credentials(route: Route, name: Name): fc.Arbitrary<Record<string, string>> {
  const { kit, eve, newcomer, other, careless, badTokens } = world
  const isFrames = route.auth === 'frame' || route.auth === 'wallet-page'
  const origin = isFrames ? { origin: authOrigin } : {}
  const by = (options: object) => headersOf(kit.appId, { ...origin, ...options })
  // A user who has a wallet is told so before anything else of `create` is checked.
  const { token } = name === 'embeddedWallet.create' ? newcomer : eve.session
  const own = ownWay[name] ? [] : Array(10).fill(by({ token }))
  const tokens = Object.entries(badTokens).filter(([kind]) => !ownWay[name]?.includes(kind))
  const owner = headersOf(careless.appId, { secret: careless.appSecret })
  return fc.constantFrom(
    ...(route.auth === 'secret' ? Array(10).fill(owner) : own),
    by({}),
    ...tokens.map(([, token]) => by({ token })),
    headersOf(kit.appId, { secret: other.appSecret }),
    headersOf(other.appId, { secret: kit.appSecret }),
  )
}

describe('hostile requests inside the schema', () => {
  for (const [name, route] of routes) {
    test(
      `INP-06 INP-09: ${name} survives them and changes no row of other users`,
      async () => {
        const before = await snapshot()

        await fc.assert(
          fc.asyncProperty(
            fc.tuple(bodies(route, name), paths(route), credentials(route, name)),
            async ([body, path, headers]) => {
              const response = await world.kit.server.inject({
                method: route.method,
                url: (route.prefixes?.[0] ?? '/api/v1') + path,
                headers: { ...headers, 'content-type': 'application/json' },
                ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
              })
              expectConforming(route, response)
              const said = JSON.stringify(body) + path
              for (const mark of world.ada.marks.filter((mark) => !said.includes(mark))) {
                expect(response.payload).not.toContain(mark)
              }
            },
          ),
          { ...fuzz(100), endOnFailure: true },
        )

        const after = await snapshot()
        const differing = [
          ...[...after].filter((row) => !before.has(row)),
          ...[...before].filter((row) => !after.has(row)),
        ]
        expect(
          differing.filter((row) => ![...writable[name], ...audited].includes(tableOf(row))),
        ).toEqual([])
        const apps = differing.filter((row) => tableOf(row) === 'app')
        expect(apps.filter((row) => !row.includes(world.careless.appId))).toEqual([])
        expect(differing.filter((row) => isAdas(row) && !repeating.includes(tableOf(row)))).toEqual(
          [],
        )
      },
      180_000 * fuzzTimeFactor,
    )
  }

  test('INP-10: no setting the contract takes reaches a header', async () => {
    const { careless, other } = world
    const [page, untouched] = [await policyOf(careless.appId), await policyOf(other.appId)]

    expect({ ...page, 'frame-ancestors': '' }).toEqual({ ...untouched, 'frame-ancestors': '' })
    expect(page['frame-ancestors']).toMatch(/^'none'$|^(?:https?:\/\/[\w.*[\]-]+(?::[\d*]+)? ?)+$/)
  })

  test('afterwards Ada, Eve and Bob work on as before', async () => {
    const { kit, ada, eve, bob, other } = world
    for (const { session, frame, params, bodies: own } of [ada, eve]) {
      const me = await kit.call(api.user.me, {}, { token: session.token })
      expect(me.body.user.id).toBe(session.user.id)
      const body = own.authShare as { ephemeral_public_key: string; device_signature: string }
      const share = await kit.call(api.embeddedWallet.authShare, { params, body }, frame)
      expect(share.status).toBe(200)
    }
    const me = await kit.call(api.user.me, {}, { token: bob.token, appId: other.appId })
    expect(me.body.user.id).toBe(bob.user.id)
  })
})

/** An answer of the contract: the route's shape and no more, or one of its refusals, without anything from inside. */
function expectConforming(
  route: Route,
  response: { statusCode: number; payload: string; json(): Record<string, unknown> },
): void {
  const answer = response.json()
  expect([response.statusCode, answer.code]).not.toEqual([500, 'internal_error'])
  expect(response.statusCode).toBeLessThan(500)
  if (response.statusCode < 300) {
    expect(route.response.parse(answer)).toEqual(answer)
    return
  }
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(refusalsOf(route).map(({ code }) => code)).toContain(answer.code)
  const known = ['code', 'error', 'data', 'request_id']
  expect(Object.keys(answer).filter((key) => !known.includes(key))).toEqual([])
  expect(answer.error).not.toMatch(/select |node_modules|\.[jt]s\b|\n +at /)
}

/** The content security policy of an app's frame page, by directive. */
async function policyOf(appId: string): Promise<Record<string, string>> {
  const page = await world.kit.server.inject(`/apps/${appId}/embedded-wallets`)
  const directives = String(page.headers['content-security-policy']).split('; ')
  return Object.fromEntries(directives.map((text) => text.split(/ (.*)/, 2)))
}

async function snapshot(): Promise<Set<string>> {
  const rows = (await dumpTables(world.kit.db)).split('\n')
  return new Set(rows.filter((row) => !counters.includes(tableOf(row))))
}

function tableOf(row: string): string {
  return row.split(' ', 1)[0] ?? ''
}

function isAdas(row: string): boolean {
  return world.ada.marks.some((mark) => row.includes(mark))
}
