import type { Server, Socket } from 'node:net'
import { toBase64url } from '@sallyport/crypto'
import type { Logger } from 'pino'
import { answerLine } from './calls.js'
import type { Clock } from './clock.js'
import type { VaultConfig } from './config.js'
import { openVaultDatabase, readRoleFacts, type VaultDatabase } from './database.js'
import { migrateVault } from './migrations.js'
import { processSurroundings, productionProblems, refuseProblems } from './production-checks.js'
import { recordCipher } from './record-cipher.js'
import { loadSealKeyPair } from './seal-key.js'
import { listenOnSocket } from './socket.js'

/** A running vault. */
export interface Vault {
  /** What frames seal recovery keys to: a raw P-256 point in base64url. */
  publicKey: string
  /** Stops answering, removes the socket and lets the database go. */
  close(): Promise<void>
}

/** What a vault needs from outside. */
export interface VaultDeps {
  config: VaultConfig
  clock: Clock
  logger: Logger
}

/**
 * Starts a vault: migrates its schema, loads or makes its key pair, listens on its socket.
 *
 * @throws ConfigError when a setting keeps it from running safely.
 */
export async function startVault({ config, clock, logger }: VaultDeps): Promise<Vault> {
  const db = openVaultDatabase(config.databaseUrl)
  try {
    if (config.production) await checkProduction(config, db)
    await migrateVault(db)
    const cipher = recordCipher(config.kek)
    const sealKey = await loadSealKeyPair(db, cipher)
    const deps = { db, config, clock, sealKey, cipher, logger }
    const server = await listenOnSocket(config.socketPath, (line) => answerLine(line, deps))
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

function trackConnections(server: Server): Set<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

async function checkProduction(config: VaultConfig, db: VaultDatabase): Promise<void> {
  const around = { ...processSurroundings(config), ...(await readRoleFacts(db)) }
  refuseProblems(productionProblems(config, around))
}
