import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provisionRoles } from '@sallyport/keyholder'
import { createLogger, type Signer, socketSigner } from '@sallyport/server'
import { startSigner } from '@sallyport/signer'
import { asAdmin, urlOf } from './test-vault.js'

/** The real signer on its own socket, with its own role and schema in a given database. */
export interface TestSigner extends Signer {
  publicKey: string
  /** Its key-encryption key. */
  kek: Uint8Array
  /** Stops the signer; calls fail until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops the signer and drops its roles. Call it before the database is dropped. */
  close(): Promise<void>
}

/** Starts a signer; `close` stops it. */
export async function createTestSigner(options: {
  /** Connection string of a role that may create roles. */
  databaseUrl: string
  clock: { nowMs(): number }
}): Promise<TestSigner> {
  const { databaseUrl, clock } = options
  const directory = await mkdtemp(join(tmpdir(), 'sallyport-signer-'))
  const socketPath = join(directory, 'signer.sock')
  const suffix = randomBytes(4).toString('hex')
  const roles = {
    apiRole: `test_signer_api_${suffix}`,
    vaultRole: `test_signer_vault_${suffix}`,
    signerRole: `test_signer_${suffix}`,
  }
  const passwords = { apiPassword: suffix, vaultPassword: suffix, signerPassword: suffix }
  await asAdmin(databaseUrl, (client) => provisionRoles(client, { ...roles, ...passwords }))
  const kek = randomBytes(32)
  const config = {
    socketPath,
    keks: [kek],
    databaseUrl: urlOf(databaseUrl, { role: roles.signerRole, password: suffix }),
    databaseAdmins: ['postgres'],
    production: false,
    logLevel: 'silent',
    exitWithParent: false,
  }
  const start = () => startSigner({ config, clock, logger: createLogger('silent') })
  let running = await start()
  const client = socketSigner(socketPath)
  return {
    call: client.call,
    publicKey: running.publicKey,
    kek,
    stop: () => running.close(),
    start: async () => {
      running = await start()
    },
    close: async () => {
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
