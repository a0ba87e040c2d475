import type { ClockMessage } from '@sallyport/contract'
import pino from 'pino'
import { systemClock } from './clock.js'
import { ConfigError, readVaultConfig } from './config.js'
import { startVault } from './vault.js'

const logger = pino({ name: 'vault', level: process.env.SALLYPORT_LOG_LEVEL ?? 'info' })

async function main(): Promise<void> {
  const config = readVaultConfig(process.env)
  const clock = systemClock()
  const vault = await startVault({ config, clock, logger })
  const stop = once(async () => {
    await vault.close()
    process.exit(0)
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.SALLYPORT_EXIT_WITH_PARENT === '1') onParentGone(stop)
  if (!config.production) {
    process.on('message', (message: unknown) => {
      if (!isClockMessage(message)) return
      clock.setOffsetMs(message.offsetMs)
      process.send?.({ type: 'clock-set', offsetMs: message.offsetMs })
    })
  }
  logger.info({ socket: config.socketPath }, 'vault is listening')
  process.send?.({ type: 'ready' })
}

/** A child with an IPC channel loses it with its parent; one without has its standard input closed. */
function onParentGone(stop: () => void): void {
  if (process.send) {
    process.on('disconnect', stop)
    return
  }
  process.stdin.on('end', stop).on('error', stop).resume()
}

function once(work: () => Promise<void>): () => void {
  let begun = false
  return () => {
    if (begun) return
    begun = true
    void work()
  }
}

function isClockMessage(message: unknown): message is ClockMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'clock' &&
    'offsetMs' in message &&
    Number.isFinite(message.offsetMs)
  )
}

main().catch((error: unknown) => {
  // A setting's sentence is for the operator; of anything else only the kind, as it may quote a connection string.
  const reason = error instanceof ConfigError ? error.message : errorKind(error)
  logger.fatal({ reason }, 'vault did not start')
  process.exit(1)
})

function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
