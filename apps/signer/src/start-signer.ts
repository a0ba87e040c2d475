import { type RecordCipher, toBase64url } from '@sallyport/crypto'
import {
  type CallMetrics,
  type Clock,
  checkProduction,
  listenOnSocket,
  listenToHosts,
  loadSealKeyPair,
  measured,
  refuseWhile,
  type TurnTimeout,
  trackConnections,
} from '@sallyport/keyholder'
import { ownVersion } from '@sallyport/process'
import { countRunning, startHeartbeats } from '@sallyport/process/upgrades'
import { signerCalls } from '@sallyport/protocols/signer'
import type { Logger } from 'pino'
import { answerSignerLine } from './calls.js'
import type { SignerConfig } from './config.js'
import { openSignerDatabase } from './database.js'
import { signerProgram } from './key-program.js'
import { migrateSigner } from './migrations.js'
import { createProcessMemory } from './process-memory.js'
import { signerCipher } from './signer-cipher.js'

/** A running signer. */
export interface Signer {
  /** What frames seal the signer's half of a key to: a raw P-256 point in base64url. */
  publicKey: string
  /** How many signers run on the database, by version. */
  readRunning(): Promise<Readonly<Record<string, number>>>
  /** How far the host's clock is ahead of the database's, in milliseconds. */
  clockAheadMs(): number
  /** Stops answering, removes the socket and closes the database connections. */
  close(): Promise<void>
}

const startDeadlineMs = 60_000
const version = ownVersion(new URL('../package.json', import.meta.url))

/**
 * Starts the signer: migrates its schema, loads or creates its key pair, listens on its socket.
 *
 * @throws ConfigError when a setting is unsafe.
 */
export async function startSigner({
  config,
  clock,
  logger,
  databaseDeadlineMs = 1_500,
  turnTimeoutMs,
  metrics,
}: TurnTimeout & {
  config: SignerConfig
  clock: Clock
  logger: Logger
  /** How long a call waits for a connection, and for a statement. Default: 1,500 ms. */
  databaseDeadlineMs?: number
  /** Measures calls. */
  metrics?: CallMetrics
}): Promise<Signer> {
  const cipher = signerCipher(config.keks)
  const sealKey = await prepare(config, { cipher, nowMs: clock.nowMs() })
  const db = openSignerDatabase(config.databaseUrl, databaseDeadlineMs)
  const own = { program: 'signer', version, place: config.socketPath }
  const heartbeats = startHeartbeats(db, own, logger)
  try {
    const deps = { db, clock, cipher, sealKey, ...createProcessMemory(), logger, turnTimeoutMs }
    const answerInTime = refuseWhile(heartbeats.clock.isOff, (line) => answerSignerLine(line, deps))
    const answer = measured(answerInTime, {
      metrics,
      known: signerCalls,
    })
    const server = await listenOnSocket(
      { path: config.socketPath, setting: 'SALLYPORT_SIGNER_SOCKET' },
      answer,
      config.production ? 'group' : 'owner',
    )
    const open = trackConnections(server)
    const setting = 'SALLYPORT_SIGNER_TRANSPORT_DIR'
    const hosts = await listenToHosts(config, { answer, setting, metrics }).catch((error) => {
      server.close()
      throw error
    })
    return {
      publicKey: toBase64url(sealKey.publicKey),
      readRunning: () => countRunning(db),
      clockAheadMs: heartbeats.clock.aheadMs,
      close: async () => {
        await heartbeats.stop()
        const closed = new Promise((resolve) => server.close(resolve))
        for (const socket of open) socket.destroy()
        await Promise.all([closed, hosts.close()])
        sealKey.privateKey.fill(0)
        await db.destroy()
      },
    }
  } catch (error) {
    await heartbeats.stop()
    await db.destroy()
    throw error
  }
}

async function prepare(config: SignerConfig, sealing: { cipher: RecordCipher; nowMs: number }) {
  const db = openSignerDatabase(config.databaseUrl, startDeadlineMs)
  try {
    if (config.production) await checkProduction(signerProgram, { config, db })
    await migrateSigner(db, { ...sealing, version })
    return await loadSealKeyPair(db, sealing.cipher, 'SALLYPORT_SIGNER_KEK')
  } finally {
    await db.destroy()
  }
}
