import { type RecordCipher, toBase64url } from '@sallyport/crypto'
import { delegateCalls } from '@sallyport/protocols/delegate'
import type { Logger } from 'pino'
import { type CallMetrics, measured } from '../call-metrics.js'
import type { Clock } from '../clock.js'
import type { TurnDeadline } from '../in-turn.js'
import { loadSealKeyPair } from '../seal-key.js'
import { listenOnSocket, trackConnections } from '../socket.js'
import { answerDelegateLine } from './calls.js'
import type { DelegateConfig } from './config.js'
import { openDelegateDatabase } from './database.js'
import { delegateCipher } from './delegate-cipher.js'
import { migrateDelegate } from './migrations.js'
import { checkProduction } from './production-checks.js'

/** A running signer of delegated wallets. */
interface Delegate {
  /** What frames seal the signer's half of a key to: a raw P-256 point in base64url. */
  publicKey: string
  /** Stops answering, removes the socket and closes the database connections. */
  close(): Promise<void>
}

const startDeadlineMs = 60_000

/**
 * Starts the signer of delegated wallets: migrates its schema, loads or creates its key pair, listens on its socket.
 *
 * @throws ConfigError when a setting is unsafe.
 */
export async function startDelegate({
  config,
  clock,
  logger,
  databaseDeadlineMs = 1_500,
  turnDeadlineMs,
  metrics,
}: TurnDeadline & {
  config: DelegateConfig
  clock: Clock
  logger: Logger
  /** How long a call waits for a connection, and for a statement. Default: 1,500 ms. */
  databaseDeadlineMs?: number
  /** Measures calls. */
  metrics?: CallMetrics
}): Promise<Delegate> {
  const cipher = delegateCipher(config.keks)
  const sealKey = await prepare(config, cipher)
  const db = openDelegateDatabase(config.databaseUrl, databaseDeadlineMs)
  try {
    const deps = { db, clock, cipher, sealKey, logger, turnDeadlineMs }
    const answer = measured((line) => answerDelegateLine(line, deps), {
      metrics,
      known: delegateCalls,
    })
    const server = await listenOnSocket(
      { path: config.socketPath, setting: 'SALLYPORT_DELEGATE_SOCKET' },
      answer,
      config.production ? 'group' : 'owner',
    )
    const open = trackConnections(server)
    return {
      publicKey: toBase64url(sealKey.publicKey),
      close: async () => {
        const closed = new Promise((resolve) => server.close(resolve))
        for (const socket of open) socket.destroy()
        await closed
        sealKey.privateKey.fill(0)
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function prepare(config: DelegateConfig, cipher: RecordCipher) {
  const db = openDelegateDatabase(config.databaseUrl, startDeadlineMs)
  try {
    if (config.production) await checkProduction(config, db)
    await migrateDelegate(db)
    return await loadSealKeyPair(db, cipher, 'SALLYPORT_DELEGATE_KEK')
  } finally {
    await db.destroy()
  }
}
