/*
 * The product's server, assembled as in `main.ts`, with two ports replaced: mails are dropped and every code is
 * 123456. Everything else is on: checks, origins, rate limits (the one per network address raised), logging, checked
 * answers. The load acts as one trusted proxy, so that users have their own addresses.
 */
import { createHash, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  aesKeyEncryption,
  buildServer,
  connectDb,
  createApp,
  createApps,
  createLogger,
  createMetrics,
  loadSealKey,
  migrate,
  socketSigner,
  systemClock,
  systemRandom,
} from '../../../apps/server/dist/index.js'
import { answerParent } from '../../lib/child.mjs'

const { DATABASE_URL, PORT, BENCH_KEK, BENCH_APP_ID, SIGNER_SOCKET } = process.env
const origin = 'https://app.example'
const kek = BENCH_KEK ? Buffer.from(BENCH_KEK, 'base64') : randomBytes(32)
const keks = { shares: [kek], tokens: [createHash('sha256').update(kek).digest()] }
const hasPooler = process.env.BENCH_POOLER === '1'
const db = connectDb({ url: DATABASE_URL, poolSize: 16, hasPooler })
const keyEncryption = aesKeyEncryption(keks, systemRandom)
const random = {
  ...systemRandom,
  below: (max) => (max === 1_000_000 ? 123_456 : systemRandom.below(max)),
}
const config = {
  environment: 'production',
  host: '127.0.0.1',
  port: Number(PORT),
  publicOrigin: 'https://auth.example',
  databaseUrl: DATABASE_URL,
  databasePoolSize: 16,
  keks,
  epoch: 1,
  databaseAdmins: ['postgres'],
  channels: { email: { url: 'smtp://127.0.0.1:1', from: 'login@auth.example' }, sms: null },
  vaultSocket: '',
  frameDir: fileURLToPath(new URL('../../../apps/frame/dist-page', import.meta.url)),
  tokenIssuer: 'auth.example',
  trustedProxies: 1,
  ipPointsPerMinute: 1_000_000_000,
  recoveriesPerUserPerDay: 30,
  codesPerAppPerHour: 1_000_000_000,
  logLevel: 'info',
  exitWithParent: false,
  strictErrors: false,
}
const deps = {
  config,
  db,
  apps: createApps({ db, keyEncryption }),
  clock: systemClock,
  random,
  keyEncryption,
  sealKey: await loadSealKey(keyEncryption),
  channels: { email: { send: async () => {}, close: () => {} } },
  vault: { call: async () => ({ status: 'ok' }) },
  signer: SIGNER_SOCKET ? socketSigner(SIGNER_SOCKET) : undefined,
  logger: createLogger('info'),
  metrics: createMetrics({ db }),
}
let appId = BENCH_APP_ID
let appSecret
if (appId === undefined) {
  await migrate(db)
  const app = { name: 'Bench', environment: 'production', settings: { allowed_domains: [origin] } }
  const made = await createApp({ ...deps, random: systemRandom }, app)
  appId = made.appId
  appSecret = made.appSecret
}
const server = await buildServer(deps)
await server.listen({ host: config.host, port: config.port })
answerParent({ appId, appSecret, origin })
