import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { api, defaultIssuer, type Route, type RouteInput, type Session } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import {
  type AdjustableClock,
  type AppInput,
  aesKeyEncryption,
  buildServer,
  connectDb,
  createApp,
  createApps,
  createKeySource,
  createLogger,
  createMetrics,
  createWebhookSender,
  type Deps,
  deliverNotices,
  deliverWebhooks,
  frozenClock,
  loadSealKey,
  refuseRow,
  rpcBroadcast,
  rpcContractSignatures,
  rpcSmartWalletOwners,
  type ServerConfig,
  systemRandom,
} from '@sallyport/server'
import { authOrigin, type CallOptions, callRoute, type Server } from './call.js'
import { createTestDatabase } from './database.js'
import { createTestFarcaster } from './farcaster.js'
import { createMailbox, type Mailbox } from './mailbox.js'
import { createOutside } from './outside.js'
import { createPhones } from './phones.js'
import { idleVault } from './vault.js'

const startMs = Date.UTC(2026, 0, 15, 12)
const frameHtml =
  '<!doctype html><html><head><title>Wallet</title><script type="importmap">{"integrity":{}}</script></head><body><script type="module" src="/frame/main-abcdefgh.js"></script></body></html>'

/** Options of a test kit. */
export interface TestKitOptions {
  /** The kit's first app; by default a development app. */
  app?: Partial<AppInput>
  config?: Partial<ServerConfig>
  /** Replaces ports, for example the vault. */
  deps?: Partial<
    Pick<
      Deps,
      | 'vault'
      | 'signer'
      | 'clock'
      | 'broadcast'
      | 'contractSignatures'
      | 'smartWalletOwners'
      | 'outbound'
      | 'webhookSender'
    >
  > & {
    channels?: Partial<Deps['channels']>
  }
  /** A proxy in front of the database: maps the direct URL to the proxy's. `deadlineMs` is the server's deadline. */
  proxy?: { urlOf: (url: string) => Promise<string>; deadlineMs: number }
}

/** The real server in the test's process, with its own database. */
export type TestKit = Awaited<ReturnType<typeof createTestKit>>

/** Starts a test kit; `close` stops it. */
export async function createTestKit(options: TestKitOptions = {}) {
  const database = await createTestDatabase()
  const frameDir = await createFrameDir()
  const config = testConfig({ databaseUrl: database.url, frameDir, ...options.config })
  const log: string[] = []
  const clock: AdjustableClock = frozenClock(startMs)
  const mailbox: Mailbox = createMailbox()
  const phones = createPhones()
  const outside = createOutside()
  const farcaster = createTestFarcaster()
  const { proxy = { urlOf: async (url) => url, deadlineMs: 0 } } = options
  const db = connectDb({
    url: await proxy.urlOf(database.url),
    poolSize: 20,
    deadlineMs: proxy.deadlineMs,
  })
  const keyEncryption = aesKeyEncryption(config.keks, systemRandom)
  const sealKey = await loadSealKey(keyEncryption)
  const deps: Deps = {
    config,
    db,
    apps: createTestApps({ db, keyEncryption, clock, config }, () => deps),
    clock,
    random: systemRandom,
    keyEncryption,
    sealKey,
    keySource: createKeySource({ clock, readJson: outside.read }),
    farcaster,
    vault: idleVault,
    broadcast: rpcBroadcast(config),
    contractSignatures: rpcContractSignatures(config.ethereumRpcUrls),
    smartWalletOwners: rpcSmartWalletOwners(config.ethereumRpcUrls),
    outbound: async () => {
      throw new Error('Tests call no provider unless they replace this port')
    },
    webhookSender: createWebhookSender({ allowsPrivate: true }),
    logger: createLogger('trace', collect(log)),
    metrics: createMetrics({ db }),
    ...options.deps,
    channels: { email: mailbox, sms: phones, ...options.deps?.channels },
  }
  const addApp = (input: Partial<AppInput> = {}) =>
    createApp(
      { ...deps, clock, environment: config.environment },
      { name: 'Acme', environment: 'development', ...input },
    )
  const app = await addApp(options.app)
  const server: Server = await buildServer(deps)
  const call = <R extends Route>(route: R, input: RouteInput<R>, callOptions: CallOptions = {}) =>
    callRoute({ server, appId: app.appId }, route, input, callOptions)

  return {
    ...app,
    server,
    deps,
    db,
    databaseUrl: database.url,
    /** The public key that frames seal auth shares to, base64url. */
    apiPublicKey: toBase64url(sealKey.publicKey),
    clock,
    mailbox,
    phones,
    /** The relay, and who owns which account. */
    farcaster,
    /** What the server reads from URLs of an app's owner. */
    outside,
    /** Every line the server has logged. */
    log,
    call,
    /** Sends the notices that are due, as the running server does every second. */
    deliverNotices: () => deliverNotices(deps),
    /** Delivers the webhooks that are due, as the running server does twice a second. */
    deliverWebhooks: () => deliverWebhooks(deps),
    /** Provisions another app. */
    addApp,
    /** Logs an address in with an email code. */
    signIn: async (email = 'ada@example.com', callOptions: CallOptions = {}): Promise<SignedIn> => {
      await call(api.email.init, { body: { email } }, callOptions)
      const code = mailbox.codeFor(email)
      const { body } = await call(api.email.authenticate, { body: { email, code } }, callOptions)
      return asSignedIn(body)
    },
    close: async () => {
      await server.close()
      await db.destroy()
      await database.drop()
      await rm(frameDir, { recursive: true, force: true })
    },
  }
}

function createTestApps(
  { config, ...ports }: Pick<Deps, 'db' | 'keyEncryption' | 'clock' | 'config'>,
  depsOf: () => Deps,
): Deps['apps'] {
  return createApps({
    ...ports,
    environment: config.environment,
    refuse: (appId, table) => refuseRow(depsOf(), { table, appId }),
    ...(config.ipPointsPerMinute === 0 && { unknownPerMinute: 0 }),
  })
}

/** A folder with a built frame, as small as can be. */
async function createFrameDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-frame-'))
  await writeFile(join(folder, 'index.html'), frameHtml)
  await writeFile(join(folder, 'main-abcdefgh.js'), 'export {}\n')
  return folder
}

/** A session with its user and tokens. */
export type SignedIn = Session & {
  user: NonNullable<Session['user']>
  token: string
  refresh_token: string
}

/** Narrows the answer of a successful login. @throws Error with the body of a failed one. */
export function asSignedIn(body: Session): SignedIn {
  const { user, token, refresh_token } = body
  if (user && token && refresh_token) return { ...body, user, token, refresh_token }
  throw new Error(`Not signed in: ${JSON.stringify(body)}`)
}

function testConfig(given: Partial<ServerConfig>): ServerConfig {
  return {
    environment: 'development',
    host: '127.0.0.1',
    port: 0,
    publicOrigin: authOrigin,
    databaseUrl: '',
    databasePoolSize: 20,
    databaseAdmins: ['postgres'],
    keks: { shares: [randomBytes(32)], tokens: [randomBytes(32)] },
    epoch: 1,
    channels: { email: { url: 'smtp://127.0.0.1:1', from: 'login@auth.example' }, sms: null },
    farcaster: {
      relayUrl: 'http://127.0.0.1:1',
      rpcUrl: 'http://127.0.0.1:1',
      apiUrl: 'http://127.0.0.1:1',
    },
    telegramOrigin: 'https://oauth.telegram.org',
    captchaUrl: undefined,
    vaultSocket: '',
    frameDir: '',
    tokenIssuer: defaultIssuer,
    ethereumRpcUrls: new Map(),
    solanaRpcUrls: new Map(),
    oauthSimulator: undefined,
    trustedProxies: 0,
    ipPointsPerMinute: 0,
    recoveriesPerUserPerDay: 30,
    readBacksPerUserPerHour: 20,
    logLevel: 'trace',
    exitWithParent: false,
    codesPerAppPerHour: 0,
    strictErrors: true,
    monitorPort: 0,
    alarmWebhook: undefined,
    placeHeader: undefined,
    ...given,
  }
}

function collect(lines: string[]): Writable {
  return new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
}
