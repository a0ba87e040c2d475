import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { provisionRoles } from '@sallyport/keyholder'
import type { Mailer } from '@sallyport/process/mail'
import { createLogger, socketVault, type Vault } from '@sallyport/server'
import { defaultLimits, startVault, type VaultConfig } from '@sallyport/vault'
import pg from 'pg'

/** The real vault on its own socket, with its own role and schema in a given database. */
export interface TestVault extends Vault {
  publicKey: string
  socketPath: string
  /** Connection string of the API's role, which can't read the vault's schema. */
  apiRoleUrl: string
  /** Sends the notices that are due, as the running vault does every second. */
  deliverNotices(): Promise<void>
  /** Stops the vault; calls fail until `start`. */
  stop(): Promise<void>
  /** Starts it again, with other key-encryption keys if they are given. */
  start(keks?: VaultConfig['keks']): Promise<void>
  /** Runs a command of `npm run vault-keys` with the vault's role. */
  runKeys(keks: VaultConfig['keks'], ...args: string[]): Promise<VaultKeys>
  /** Stops the vault and drops its roles. Call it before the database is dropped. */
  close(): Promise<void>
}

/** What the commands of the vault's keys print of them. */
export interface VaultKeys {
  keys: { id: string; use: 'newest' | 'older'; records: Record<string, number> }[]
}

/** Options of a test vault. */
export interface TestVaultOptions {
  /** Connection string of a role that may create roles. */
  databaseUrl: string
  clock: { nowMs(): number }
  config?: Partial<
    Pick<VaultConfig, 'keks' | 'releasesPerMinute' | 'releasesPerWalletPerDay' | 'mail'>
  >
  /** Takes the vault's own notices; it sends none without. */
  mailer?: Mailer
  /** Collects the vault's log lines. */
  log?: string[]
  /** Long by default: a slow machine is not an outage, and its calls are not a flood. */
  databaseDeadlineMs?: number
  turnTimeoutMs?: number
}

/** Starts a vault; `close` stops it. */
export async function createTestVault(options: TestVaultOptions): Promise<TestVault> {
  const { databaseUrl, clock, log, databaseDeadlineMs = 15_000, turnTimeoutMs = 15_000 } = options
  const logger = log
    ? createLogger('trace', { write: (line) => void log.push(line) })
    : createLogger('silent')
  const directory = await mkdtemp(join(tmpdir(), 'sallyport-vault-'))
  const socketPath = join(directory, 'vault.sock')
  const suffix = randomBytes(4).toString('hex')
  const roles = { apiRole: `test_api_${suffix}`, vaultRole: `test_vault_${suffix}` }
  const passwords = { apiPassword: suffix, vaultPassword: suffix }
  await asAdmin(databaseUrl, (client) => provisionRoles(client, { ...roles, ...passwords }))
  const config: VaultConfig = {
    socketPath,
    keks: [randomBytes(32)],
    databaseUrl: urlOf(databaseUrl, { role: roles.vaultRole, password: suffix }),
    databaseAdmins: ['postgres'],
    ...defaultLimits,
    mail: options.mailer && {
      url: '',
      from: 'vault@auth.example',
      operator: 'operator@auth.example',
    },
    production: false,
    logLevel: 'silent',
    exitWithParent: false,
    ...options.config,
  }
  const { mailer } = options
  const start = () =>
    startVault({
      config,
      clock,
      logger,
      databaseDeadlineMs,
      turnTimeoutMs,
      ...(mailer && { mailer }),
    })
  let running = await start()
  const client = socketVault(socketPath, { waitMs: turnTimeoutMs, deadlineMs: 15_000 })
  return {
    call: client.call,
    publicKey: running.publicKey,
    socketPath,
    apiRoleUrl: urlOf(databaseUrl, { role: roles.apiRole, password: suffix }),
    deliverNotices: () => running.deliverNotices(),
    stop: () => running.close(),
    start: async (keks) => {
      if (keks) config.keks = keks
      running = await start()
    },
    runKeys: (keks, ...args) => runKeys({ ...config, keks }, args),
    close: async () => {
      client.close()
      await running.close()
      await asAdmin(databaseUrl, async (admin) => {
        for (const role of Object.values(roles)) {
          await admin.query(`drop owned by ${role} cascade`)
          await admin.query(`drop role ${role}`)
        }
      })
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const commands = fileURLToPath(
  new URL('../../../apps/vault/dist/manage-vault-keys.js', import.meta.url),
)

async function runKeys({ databaseUrl, keks }: VaultConfig, args: string[]): Promise<VaultKeys> {
  const env = {
    ...process.env,
    SALLYPORT_ENV: 'development',
    SALLYPORT_VAULT_KEK: keks.map((key) => Buffer.from(key).toString('base64')).join('\n'),
    SALLYPORT_VAULT_DATABASE_URL: databaseUrl,
  }
  const { stdout } = await promisify(execFile)(process.execPath, [commands, ...args], { env })
  return JSON.parse(stdout)
}

/** The URL of the same database with another role. */
export function urlOf(databaseUrl: string, login: { role: string; password: string }): string {
  const url = new URL(databaseUrl)
  url.username = login.role
  url.password = login.password
  return url.href
}

/** Runs `work` as the role of `url`. */
export async function asAdmin(
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
