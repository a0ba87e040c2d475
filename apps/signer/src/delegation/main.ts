import {
  ConfigError,
  createLogger,
  followClockMessages,
  ignoreDebuggerSignal,
  isProduction,
  stopWhenAsked,
} from '@sallyport/process'
import { createCallMetrics, serveMetrics } from '../call-metrics.js'
import { systemClock } from '../clock.js'
import { readDelegateConfig } from './config.js'
import { startDelegate } from './start-delegate.js'

async function main(): Promise<void> {
  if (isProduction(process.env)) ignoreDebuggerSignal()
  const config = readDelegateConfig(process.env)
  const logger = createLogger({ process: 'delegate', level: config.logLevel })
  const clock = systemClock()
  if (!config.production) followClockMessages(clock.setOffsetMs, process)
  const metrics = createCallMetrics('delegate')
  const delegate = await startDelegate({ config, clock, logger, metrics })
  const setting = 'SALLYPORT_DELEGATE_MONITOR_SOCKET'
  const monitor = await serveMetrics(metrics.registry, { path: config.monitorSocket, setting })
  stopWhenAsked(config.exitWithParent, async () => {
    monitor.close()
    await delegate.close()
    logger.info('the signer of delegated wallets has stopped')
  })
  logger.info({ socket: config.socketPath }, 'the signer of delegated wallets is listening')
  process.send?.({ type: 'ready' })
}

main().catch((error: unknown) => {
  const logger = createLogger({ process: 'delegate', level: 'info' })
  // The message of any other error may quote a connection string: only its kind is logged.
  const kind = error instanceof Error ? error.name : 'unknown'
  const reasons = error instanceof ConfigError ? error.problems : [kind]
  for (const reason of reasons) logger.fatal({ reason }, 'did not start')
  process.exit(1)
})
