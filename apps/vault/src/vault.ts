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
  type SealKeyPair,
  type TurnTimeout,
  trackConnections,
} from '@sallyport/keyholder'
import { ownVersion } from '@sallyport/process'
import { type Mailer, smtpMailer } from '@sallyport/process/mail'
import { countRunning, startHeartbeats } from '@sallyport/process/upgrades'
import { vaultCalls } from '@sallyport/protocols/vault'
import type { Logger } from 'pino'
import { answerLine } from './calls.js'
import type { VaultConfig } from './config.js'
import { openVaultDatabase, type VaultDatabase } from './database.js'
import { type FactorKey, loadFactorKey } from './factors/factor-key.js'
import { vaultProgram } from './key-program.js'
import { migrateVault } from './migrations.js'
import { createNoticeDelivery } from './notices/deliver-notices.js'
import { recordCipher } from './record-cipher.js'
import { createReleaseCounters, type ReleaseCounters, rememberStored } from './release-counters.js'

/** A running vault. */
export interface Vault {
  /** What frames seal recovery keys to: a raw P-256 point in base64url. */
  publicKey: string
  /** Sends the notices that are due. Without a mail server it does nothing. */
  deliverNotices(): Promise<void>
  /** Notices that are not sent yet. */
  countNotices(): Promise<number>
  /** How many vaults run on the database, by version. */
  readRunning(): Promise<Readonly<Record<string, number>>>
  /** How far the host's clock is ahead of the database's, in milliseconds. */
  clockAheadMs(): number
  /** Stops answering, removes the socket and closes the database connections. */
  close(): Promise<void>
}

/** What a vault needs. */
interface VaultDeps extends TurnTimeout {
  config: VaultConfig
  clock: Clock
  logger: Logger
  /** Sends the vault's own notices. Default: over SMTP, as the configuration says. */
  mailer?: Mailer
  /** How long a call waits for a connection, and for a statement. Default: 1,500 ms. */
  databaseDeadlineMs?: number
  /** Measures calls. */
  metrics?: CallMetrics
}

/** Deadline of statements while starting: migrations may take longer than a call, in milliseconds. */
const startDeadlineMs = 60_000
const version = ownVersion(new URL('../package.json', import.meta.url))

/**
 * Starts a vault: migrates its schema, loads or creates its key pair, listens on its socket.
 *
 * @throws ConfigError when a setting is unsafe.
 */
export async function startVault(vault: VaultDeps): Promise<Vault> {
  const { config, clock, logger, metrics, databaseDeadlineMs = 1_500, turnTimeoutMs } = vault
  const cipher = recordCipher(config.keks)
  const { mailer = config.mail && smtpMailer(config.mail) } = vault
  const { sealKey, factorKey, counters } = await prepare(config, { cipher, nowMs: clock.nowMs() })
  const db = openVaultDatabase(config.databaseUrl, databaseDeadlineMs)
  const own = { program: 'vault', version, place: config.socketPath }
  const heartbeats = startHeartbeats(db, own, logger)
  try {
    const deps = { db, config, clock, sealKey, factorKey, cipher, counters, logger, turnTimeoutMs }
    const answerInTime = refuseWhile(heartbeats.clock.isOff, (line) => answerLine(line, deps))
    const answer = measured(answerInTime, { metrics, known: vaultCalls })
    const access = config.production ? 'group' : 'owner'
    const server = await listenOnSocket(
      { path: config.socketPath, setting: 'SALLYPORT_VAULT_SOCKET' },
      answer,
      access,
    )
    const open = trackConnections(server)
    const setting = 'SALLYPORT_VAULT_TRANSPORT_DIR'
    const hosts = await listenToHosts(config, { answer, setting, metrics }).catch((error) => {
      server.close()
      throw error
    })
    return {
      publicKey: toBase64url(sealKey.publicKey),
      deliverNotices: mailer ? createNoticeDelivery({ ...deps, mailer }) : async () => {},
      countNotices: () => countNotices(db),
      readRunning: () => countRunning(db),
      clockAheadMs: heartbeats.clock.aheadMs,
      close: async () => {
        await heartbeats.stop()
        const closed = new Promise((resolve) => server.close(resolve))
        for (const socket of open) socket.destroy()
        await Promise.all([closed, hosts.close()])
        mailer?.close()
        sealKey.privateKey.fill(0)
        factorKey.pepper.fill(0)
        await db.destroy()
      },
    }
  } catch (error) {
    await heartbeats.stop()
    await db.destroy()
    throw error
  }
}

/** Checks and migrates the database, and loads the keys and counters it holds. */
async function prepare(
  config: VaultConfig,
  { cipher, nowMs }: { cipher: RecordCipher; nowMs: number },
): Promise<{ sealKey: SealKeyPair; factorKey: FactorKey; counters: ReleaseCounters }> {
  const db = openVaultDatabase(config.databaseUrl, startDeadlineMs)
  try {
    if (config.production) await checkProduction(vaultProgram, { config, db })
    await migrateVault(db, { cipher, version })
    const sealKey = await loadSealKeyPair(db, cipher, 'SALLYPORT_VAULT_KEK')
    const factorKey = await loadFactorKey(db, cipher)
    const counters = createReleaseCounters(factorKey.pepper)
    await rememberStored(counters, { db, nowMs })
    return { sealKey, factorKey, counters }
  } finally {
    await db.destroy()
  }
}

async function countNotices(db: VaultDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
