import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provisionRoles } from '@sallyport/keyholder'
import { ownVersion } from '@sallyport/process'
import { answerOnSocket, createTestDatabase, type TestDatabase } from '@sallyport/testing'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultLimits, startVault, type Vault, type VaultConfig } from './index.js'
import { recordCipher } from './record-cipher.js'
import { type Answer, createVaultUsers } from './testing/vault-users.js'

const startMs = Date.UTC(2030, 0, 1)
const directory = mkdtempSync(join(tmpdir(), 'vault-migration-'))
const suffix = randomBytes(4).toString('hex')
const roles = { apiRole: `api_${suffix}`, vaultRole: `vault_${suffix}` }
const logger = pino({ level: 'silent' })
const versionOfVault = ownVersion(new URL('../package.json', import.meta.url))
let database: TestDatabase
let admin: pg.Client
let config: VaultConfig
let vault: Vault | undefined

/** The tables as the version before keys of generations had them. */
const before = [
  'create table seal_key (id int primary key check (id = 1), public_key bytea not null, wrapped_private_key bytea not null)',
  'create table app_key (app_id text primary key, issuer text not null, verification_key text not null)',
  `create table recovery_key (app_id text not null, user_id text not null, wallet_id uuid not null,
    record bytea not null, created_at_ms bigint not null, primary key (app_id, user_id, wallet_id))`,
  'create table release_log (subject text primary key, at_ms bigint[] not null)',
  'alter table recovery_key add column free_release_until_ms bigint not null default 0',
  'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  "insert into kysely_migration values ('0001-vault', '2026'), ('0002-free-release', '2026')",
]

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await provisionRoles(admin, { ...roles, apiPassword: suffix, vaultPassword: suffix })
  const url = new URL(database.url)
  url.username = roles.vaultRole
  url.password = suffix
  config = {
    socketPath: join(directory, 'vault.sock'),
    keks: [randomBytes(32)],
    databaseUrl: url.href,
    ...defaultLimits,
    databaseAdmins: ['postgres'],
    production: false,
    logLevel: 'silent',
    exitWithParent: false,
  }
})
afterAll(async () => {
  await vault?.close()
  for (const role of Object.values(roles)) {
    await admin?.query(`drop owned by ${role} cascade`)
    await admin?.query(`drop role ${role}`)
  }
  await admin?.end()
  await database?.drop()
  rmSync(directory, { recursive: true, force: true })
})

describe('a vault with the rows of the version before', () => {
  test('T-06: releases a root’s one key under the root’s id, and knows the app’s pinned token key', async () => {
    const users = createVaultUsers({ ask, publicKey: () => vault?.publicKey ?? '', startMs })
    const ada = await users.newUser({ pin: false })
    const { appId, userId, walletId, recoveryKey, pin } = ada
    const old = new pg.Client({ connectionString: config.databaseUrl })
    await old.connect()
    await old.query('set search_path = sallyport_vault')
    for (const statement of before) await old.query(statement)
    const place = { table: 'recovery_key', column: 'record', row: [appId, userId, walletId] }
    const record = Buffer.from(await recordCipher(config.keks).seal(recoveryKey, place))
    await old.query('insert into app_key values ($1, $2, $3)', [
      appId,
      pin.issuer,
      pin.verificationKey,
    ])
    await old.query('insert into recovery_key values ($1, $2, $3, $4, $5)', [
      appId,
      userId,
      walletId,
      record,
      startMs - 1,
    ])
    await old.end()

    vault = await startVault({ config, clock: { nowMs: () => startMs }, logger })

    expect(await users.release({ ...ada, keyId: walletId })).toEqual(Buffer.from(recoveryKey))
    expect(await users.askRelease({ ...ada, keyId: randomUUID() })).toEqual({
      error: { code: 'not_found' },
    })
    // It can be replaced and deleted like every other.
    const next = { ...ada, recoveryKey: randomBytes(32) }
    await users.store(next)
    await ask('deleteRecoveryKeys', { appId, userId, walletId, keyIds: [walletId] })
    expect(await users.release(next)).toEqual(Buffer.from(next.recoveryKey))
    expect(await users.askRelease({ ...ada, keyId: walletId })).toEqual({
      error: { code: 'not_found' },
    })
  })

  test('notes that it runs, and that it has stopped', async () => {
    await expect.poll(() => vault?.readRunning()).toEqual({ [versionOfVault]: 1 })
    await vault?.close()
    vault = await startVault({ config, clock: { nowMs: () => startMs }, logger })
    await expect.poll(() => vault?.readRunning()).toEqual({ [versionOfVault]: 1 })
    const client = new pg.Client({ connectionString: config.databaseUrl })
    await client.connect()
    await vault.close()
    vault = undefined
    const { rows } = await client.query('select * from sallyport_vault.program_heartbeat')
    expect(rows).toEqual([])
    await client.end()
  })
})

function ask(call: string, input: object): Promise<Answer> {
  return answerOnSocket(config.socketPath, { call, input })
}
