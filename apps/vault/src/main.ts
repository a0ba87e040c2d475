import { createCallMetrics, serveMetrics, systemClock } from '@sallyport/keyholder'
import {
  ConfigError,
  createLogger,
  followClockMessages,
  ignoreDebuggerSignal,
  isProduction,
  stopWhenAsked,
} from '@sallyport/process'
import { mailServerProblem } from '@sallyport/process/mail'
import { readVaultConfig } from './config.js'
import { startNotices } from './notices/deliver-notices.js'
import { startVault } from './vault.js'

async function main(): Promise<void> {
  if (isProduction(process.env)) ignoreDebuggerSignal()
  const config = readVaultConfig(process.env)
  const logger = createLogger({ process: 'vault', level: config.logLevel })
  const clock = systemClock()
  if (!config.production) followClockMessages(clock.setOffsetMs, process)
  const problem = config.mail && (await mailServerProblem('SALLYPORT_VAULT_SMTP_URL', config.mail))
  if (problem !== undefined) throw new ConfigError([problem])
  const metrics = createCallMetrics('vault')
  const vault = await startVault({ config, clock, logger, metrics })
  const help = 'Notices that are not sent yet'
  metrics.registry.gauge('sallyport_vault_notices_waiting', help, vault.countNotices)
  metrics.registry.gauges(
    { name: 'sallyport_vaults', help: 'Vaults that run, by version', label: 'version' },
    vault.readRunning,
  )
  metrics.registry.gauge(
    'sallyport_vault_clock_ahead_seconds',
    'How far the clock of the host is ahead of the database’s',
    async () => vault.clockAheadMs() / 1000,
  )
  const setting = 'SALLYPORT_VAULT_MONITOR_SOCKET'
  const monitor = await serveMetrics(metrics.registry, { path: config.monitorSocket, setting })
  const stopNotices = startNotices(vault.deliverNotices, logger)
  stopWhenAsked(config.exitWithParent, async () => {
    monitor.close()
    await stopNotices()
    await vault.close()
    logger.info('vault has stopped')
  })
  // Frames and `npm run verify-frame` name the same key.
  logger.info({ socket: config.socketPath, publicKey: vault.publicKey }, 'vault is listening')
  process.send?.({ type: 'ready' })
}

main().catch((error: unknown) => {
  const logger = createLogger({ process: 'vault', level: 'info' })
  // The message of any other error may quote a connection string: only its kind is logged.
  const reasons = error instanceof ConfigError ? error.problems : [errorKind(error)]
  for (const reason of reasons) logger.fatal({ reason }, 'vault did not start')
  process.exit(1)
})

function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
