import { createCallMetrics, serveMetrics, systemClock } from '@sallyport/keyholder'
import {
  ConfigError,
  createLogger,
  followClockMessages,
  ignoreDebuggerSignal,
  isProduction,
  logEarlierNames,
  stopWhenAsked,
} from '@sallyport/process'
import { readSignerConfig } from './config.js'
import { startSigner } from './start-signer.js'

async function main(): Promise<void> {
  if (isProduction(process.env)) ignoreDebuggerSignal()
  const config = readSignerConfig(process.env)
  const logger = createLogger({ process: 'signer', level: config.logLevel })
  logEarlierNames(process.env, logger)
  const clock = systemClock()
  if (!config.production) followClockMessages(clock.setOffsetMs, process)
  const metrics = createCallMetrics('signer')
  const signer = await startSigner({ config, clock, logger, metrics })
  metrics.registry.gauges(
    { name: 'sallyport_signers', help: 'Signers that run, by version', label: 'version' },
    signer.readRunning,
  )
  metrics.registry.gauge(
    'sallyport_signer_clock_ahead_seconds',
    'How far the clock of the host is ahead of the database’s',
    async () => signer.clockAheadMs() / 1000,
  )
  const setting = 'SALLYPORT_SIGNER_MONITOR_SOCKET'
  const monitor = await serveMetrics(metrics.registry, { path: config.monitorSocket, setting })
  stopWhenAsked(config.exitWithParent, async () => {
    monitor.close()
    await signer.close()
    logger.info('signer has stopped')
  })
  logger.info({ socket: config.socketPath }, 'signer is listening')
  process.send?.({ type: 'ready' })
}

main().catch((error: unknown) => {
  const logger = createLogger({ process: 'signer', level: 'info' })
  // The message of any other error may quote a connection string: only its kind is logged.
  const kind = error instanceof Error ? error.name : 'unknown'
  const reasons = error instanceof ConfigError ? error.problems : [kind]
  for (const reason of reasons) logger.fatal({ reason }, 'signer did not start')
  process.exit(1)
})
