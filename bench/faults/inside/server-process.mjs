/* The built server, put together as `main.ts` does it, with its ports wrapped in failpoints. */
import {
  adjustableClock,
  aesKeyEncryption,
  buildServer,
  connectDb,
  createApps,
  createLogger,
  createMetrics,
  frozenClock,
  loadSealKey,
  socketSigner,
  socketVault,
  systemRandom,
} from '../../../apps/server/dist/index.js'
import { contextOf, pass, step, tell, watchStatements, within } from './failpoints.mjs'

const {
  databaseUrl,
  kek,
  tokenKek,
  vaultSocket,
  signerSocket,
  frameDir,
  publicOrigin,
  deadlineMs,
  keepsApps,
  startMs,
} = JSON.parse(process.env.FAULTS_CONFIG)
watchStatements()
const config = {
  environment: 'development',
  host: '127.0.0.1',
  port: 0,
  publicOrigin,
  databaseUrl,
  databasePoolSize: 10,
  databaseAdmins: ['postgres'],
  keks: { shares: [Buffer.from(kek, 'base64')], tokens: [Buffer.from(tokenKek, 'base64')] },
  epoch: 1,
  channels: { email: { url: 'smtp://127.0.0.1:1', from: 'login@auth.example' }, sms: null },
  vaultSocket,
  frameDir,
  tokenIssuer: 'auth.example',
  trustedProxies: 0,
  ipPointsPerMinute: 0,
  recoveriesPerUserPerDay: 1_000,
  readBacksPerUserPerHour: 1_000,
  logLevel: 'silent',
  exitWithParent: true,
  strictErrors: true,
}
const db = connectDb({ url: databaseUrl, poolSize: config.databasePoolSize, deadlineMs })
const keyEncryption = aesKeyEncryption(config.keks, systemRandom)
const clock = startMs === undefined ? adjustableClock() : frozenClock(startMs)
const vault = socketVault(vaultSocket)
const signer = socketSigner(signerSocket)
// Every look-up of an app asks the database: what a cache saves would come and go with the time of day.
let ticks = 0
const hurried = () => {
  ticks += 60_000
  return ticks
}
const deps = {
  config,
  db,
  apps: createApps({
    db,
    keyEncryption,
    clock,
    environment: 'development',
    ...(keepsApps ? {} : { monotonicMs: hurried }),
  }),
  clock,
  random: systemRandom,
  keyEncryption,
  sealKey: await loadSealKey(keyEncryption),
  channels: {
    email: {
      send: ({ to, text }) => step('mail:send', () => tell({ type: 'mail', to, text })),
      close: () => {},
    },
  },
  vault: {
    call: (name, input) => step(`vault:${name}`, () => vault.call(name, input), kills('vault')),
  },
  signer: {
    call: (name, input) => step(`signer:${name}`, () => signer.call(name, input), kills('signer')),
  },
  logger: createLogger('silent'),
  metrics: createMetrics({ db }),
}

const killed = []
/** The faults at a call of the vault or the signer. */
function kills(name) {
  const kill = async () => {
    const done = new Promise((resolve) => killed.push(resolve))
    await tell({ type: 'kill-signer', name })
    await done
  }
  return { before: { signer: kill }, after: { signer: kill } }
}

const server = await buildServer(deps)
await server.ready()
const [serve] = server.server.listeners('request')
server.server.removeListener('request', serve)
server.server.on('request', (request, response) => {
  const { id, fault = null } = JSON.parse(request.headers['x-fault'] ?? '{}')
  if (id === undefined) return serve(request, response)
  const points = []
  const acts = { drop: () => void request.socket.destroy() }
  const context = contextOf({ fault, seen: (point) => points.push(point), acts })
  response.once('close', () => tell({ type: 'points', id, points }))
  within(context, async () => {
    await pass('http:received')
    if (request.socket.destroyed) return response.destroy()
    holdAnswer(response)
    serve(request, response)
  })
})

/** Points before an answer is sent and once it is. */
function holdAnswer(response) {
  const end = response.end.bind(response)
  response.end = (...given) => {
    Promise.resolve(pass('http:answer:before')).then(() => {
      end(...given)
      pass('http:answer:after')
    })
    return response
  }
}

process.on('message', ({ type, offsetMs }) => {
  if (type === 'killed') killed.shift()?.()
  if (type === 'clock') {
    clock.setOffset(offsetMs)
    tell({ type: 'clock-set' })
  }
})
process.on('disconnect', () => process.exit(0))
// The parent may have ended before this was heard.
if (!process.connected) process.exit(0)
await server.listen({ host: '127.0.0.1', port: 0 })
await tell({ type: 'ready', port: server.server.address().port })
