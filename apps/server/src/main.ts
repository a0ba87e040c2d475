import {
  ConfigError,
  followClockMessages,
  ignoreDebuggerSignal,
  isProduction,
  stopWhenAsked,
} from '@sallyport/process'
import { startTracing } from '@sallyport/process/tracing'
import { createApps } from './apps/registry.js'
import { warnAboutDevelopmentApps } from './apps/warn-about-development-apps.js'
import { alarmRefusedRows } from './audit/alarm-refused-rows.js'
import { startAuditWork } from './audit/background.js'
import { refuseRow } from './authority/row-refused.js'
import { readConfig, type ServerConfig } from './config.js'
import { connectDb, type Db } from './db/connect.js'
import { migrate } from './db/migrate.js'
import type { Deps } from './deps.js'
import { createKeySource } from './features/custom-jwt/key-source.js'
import { createChannels, startIntentWork } from './features/index.js'
import { buildMonitor } from './http/monitor.js'
import { startLeases } from './leases.js'
import { startMaintenance } from './maintenance.js'
import { createMetrics } from './metrics/metrics.js'
import { rpcBroadcast } from './ports/broadcast.js'
import { adjustableClock, systemClock } from './ports/clock.js'
import { rpcContractSignatures } from './ports/contract-signatures.js'
import { createFarcaster } from './ports/farcaster.js'
import { aesKeyEncryption } from './ports/key-encryption.js'
import { createLogger } from './ports/logger.js'
import { createOutbound } from './ports/outbound.js'
import { createOutsideJson } from './ports/outside-json.js'
import { publicFetch } from './ports/public-fetch.js'
import { systemRandom } from './ports/random.js'
import { loadSealKey } from './ports/seal-key.js'
import { rpcSmartWalletOwners } from './ports/smart-wallet-owners.js'
import { tracedCalls, tracedFetch } from './ports/traced.js'
import { socketSigner, socketVault } from './ports/unix-vault.js'
import { createWebhookSender } from './ports/webhook-sender.js'
import { preflight } from './preflight.js'
import { productionProblems, readSurroundings } from './production-checks.js'
import { buildServer } from './server.js'
import { startTracking } from './wallet-api/send/start-tracking.js'
import { startWebhooks } from './webhooks/start.js'

/** How long a request waits for one statement, so that every request is answered within two seconds. */
const databaseDeadlineMs = 1_500

async function main(): Promise<void> {
  if (isProduction(process.env)) ignoreDebuggerSignal()
  const config = readConfig(process.env)
  const problems = await preflight(config)
  if (problems.length > 0) throw new ConfigError(problems)
  const stopTracing = await startTracing(process.env, 'sallyport-api')
  const deps = await createDeps(config)
  // The start, migrations and maintenance may take longer than a request: they have a connection without a deadline.
  const unhurriedDb = connectDb({
    url: config.databaseUrl,
    poolSize: 1,
    hasPooler: config.hasPooler,
  })
  await migrate(unhurriedDb, deps.keyEncryption)
  if (config.environment === 'production') await refuseUnsafeSurroundings(config, unhurriedDb)
  if (config.environment === 'production')
    await warnAboutDevelopmentApps({ db: unhurriedDb, logger: deps.logger })
  const server = await buildServer(deps)
  const leases = await startLeases(deps)
  const holds = leases.holder
  const stopMaintenance = startMaintenance({ ...deps, db: unhurriedDb }, holds)
  const stopAuditWork = startAuditWork(deps, holds('audit'))
  const stopTracking = startTracking(deps, holds('tracking'))
  const stopWebhooks = startWebhooks(deps, holds('webhooks'))
  const stopIntents = startIntentWork(deps, holds('intents'))
  const monitor = buildMonitor(deps)
  stopWhenAsked(config.exitWithParent, async () => {
    stopMaintenance()
    stopTracking()
    stopIntents()
    await Promise.all([server.close(), monitor.close()])
    await Promise.all([stopAuditWork(), stopWebhooks()])
    await leases.stop()
    for (const channel of Object.values(deps.channels)) channel.close()
    await Promise.all([deps.db.destroy(), unhurriedDb.destroy(), stopTracing()])
    deps.logger.info('server has stopped')
  })
  await server.listen({ host: config.host, port: config.port })
  if (config.monitorPort > 0) await monitor.listen({ host: config.host, port: config.monitorPort })
  deps.logger.info({ url: config.publicOrigin, port: config.port }, 'server is listening')
  process.send?.({ type: 'ready' })
  // The first probe: a mail server that cannot be used is logged now and not at the first login.
  await server.inject('/readyz')
}

async function refuseUnsafeSurroundings(config: ServerConfig, db: Db): Promise<void> {
  const problems = productionProblems(config, await readSurroundings(config, db))
  if (problems.length > 0) throw new ConfigError(problems)
}

async function createDeps(config: ServerConfig): Promise<Deps> {
  const logger = createLogger(config.logLevel)
  const db = connectDb({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    deadlineMs: databaseDeadlineMs,
    hasPooler: config.hasPooler,
    onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  })
  const keyEncryption = aesKeyEncryption(config.keks, systemRandom)
  const isProduction = config.environment === 'production'
  const clock = adjustableClock()
  if (!isProduction) followClockMessages(clock.setOffset, process)
  const usedClock = isProduction ? systemClock : clock
  const metrics = createMetrics({ db, withProcess: true })
  const reporting = { db, clock: usedClock, logger, config, metrics }
  return {
    config,
    db,
    apps: createApps({
      db,
      keyEncryption,
      clock: usedClock,
      environment: config.environment,
      refuse: (appId, table) => refuseRow(reporting, { table, appId }),
      ...(config.ipPointsPerMinute === 0 && { unknownPerMinute: 0 }),
    }),
    clock: usedClock,
    random: systemRandom,
    keyEncryption,
    sealKey: await loadSealKey(keyEncryption),
    channels: createChannels(config.channels),
    keySource: createKeySource({
      clock: usedClock,
      readJson: createOutsideJson({ allowsPrivate: !isProduction }),
    }),
    farcaster: createFarcaster(config.farcaster),
    outbound: createOutbound(tracedFetch(isProduction ? publicFetch : fetch)),
    webhookSender: createWebhookSender({ allowsPrivate: !isProduction }),
    vault: alarmRefusedRows(
      tracedCalls('vault', socketVault(config.vaultSocket, config)),
      reporting,
    ),
    signer:
      config.signerSocket === undefined
        ? undefined
        : alarmRefusedRows(
            tracedCalls('signer', socketSigner(config.signerSocket, config)),
            reporting,
          ),
    broadcast: rpcBroadcast(config),
    contractSignatures: rpcContractSignatures(config.ethereumRpcUrls),
    smartWalletOwners: rpcSmartWalletOwners(config.ethereumRpcUrls),
    logger,
    metrics,
  }
}

main().catch((error: unknown) => {
  const logger = createLogger('info')
  if (error instanceof ConfigError) {
    for (const problem of error.problems) logger.fatal({ reason: problem }, 'server did not start')
  } else {
    const reason = error instanceof Error ? error.message : 'unknown'
    logger.fatal({ err: error, reason }, 'server did not start')
  }
  process.exit(1)
})
