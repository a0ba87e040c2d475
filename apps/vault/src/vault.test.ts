import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBase64url, toBase64url } from '@sallyport/crypto'
import { provisionRoles } from '@sallyport/keyholder'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startVault, type Vault, type VaultConfig } from './index.js'
import { type Answer, createVaultUsers } from './testing/vault-users.js'

const directory = mkdtempSync(join(tmpdir(), 'vault-test-'))
const startMs = Date.UTC(2030, 0, 1)
const logLines: string[] = []
const logger = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) })

let database: TestDatabase
let admin: pg.Client
let apiRole: pg.Client
let config: VaultConfig
let vault: Vault
let nowMs = startMs
const clock = { nowMs: () => nowMs }
const suffix = randomBytes(4).toString('hex')
const roles = { apiRole: `api_${suffix}`, vaultRole: `vault_${suffix}` }
const { newUser, sealed, store, askRelease, release, openStored } = createVaultUsers({
  ask,
  publicKey: () => vault.publicKey,
  startMs,
})

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  // What the server's own migrations made belongs to the administrator: the API's role begins with nothing.
  await admin.query('drop schema sallyport_api cascade')
  await provisionRoles(admin, { ...roles, apiPassword: "api's", vaultPassword: 'vault' })
  apiRole = new pg.Client({ connectionString: urlOf(roles.apiRole, "api's") })
  await apiRole.connect()
  config = {
    socketPath: join(directory, 'vault.sock'),
    keks: [randomBytes(32)],
    databaseUrl: urlOf(roles.vaultRole, 'vault'),
    releasesPerMinute: 30,
    releasesPerWalletPerDay: 60,
    databaseAdmins: ['postgres'],
    factorResetHours: 72,
    production: false,
    logLevel: 'silent',
    exitWithParent: false,
  }
  vault = await startVault({ config, clock, logger })
})

afterAll(async () => {
  await vault?.close()
  await apiRole?.end()
  for (const role of Object.values(roles)) {
    await admin?.query(`drop owned by ${role} cascade`)
    await admin?.query(`drop role ${role}`)
  }
  await admin?.end()
  await database?.drop()
  rmSync(directory, { recursive: true, force: true })
})

beforeEach(() => {
  nowMs = startMs
})

describe('the socket', () => {
  test('is open to its owner only', () => {
    expect(statSync(config.socketPath).mode & 0o777).toBe(0o600)
  })

  test('tells its public key, the same after a restart, and takes a stale socket over', async () => {
    const before = await ask('health', {})
    await vault.close()
    vault = await startVault({ config, clock, logger })

    expect(before).toEqual({ output: { status: 'ok', publicKey: vault.publicKey } })
    expect(fromBase64url(vault.publicKey)).toHaveLength(65)
  })

  test('error: refuses a second vault on the same socket', async () => {
    await expect(startVault({ config, clock, logger })).rejects.toThrow(
      'Another program is listening on SALLYPORT_VAULT_SOCKET',
    )
  })

  test('error: refuses to start with another key than the database was made with', async () => {
    const other = { ...config, keks: [randomBytes(32)], socketPath: join(directory, 'other.sock') }
    await expect(startVault({ config: other, clock, logger })).rejects.toThrow(
      'SALLYPORT_VAULT_KEK',
    )
  })

  test.each([
    ['no JSON', 'x', null],
    ['a field too many', '{"id":"1","call":"health","input":{},"more":1}', null],
    ['an unknown call', '{"id":"1","call":"toString","input":{}}', '1'],
    ['an unknown input field', '{"id":"1","call":"health","input":{"a":1}}', '1'],
    ['a number as id', '{"id":1,"call":"health","input":{}}', null],
    ['T-33: a name given twice', '{"id":"1","call":"health","input":{},"input":{}}', null],
  ])('error: answers invalid_request to %s', async (_name, line, id) => {
    const [answer] = await exchange([line])
    expect(answer).toEqual({ id, error: { code: 'invalid_request' } })
  })

  test('error: ends a connection whose line passes 256 KiB', async () => {
    const [answer] = await exchange(['x'.repeat(256 * 1024 + 1)])
    expect(answer).toEqual({ id: null, error: { code: 'invalid_request' } })
  })

  test('error: answers too_many_requests beyond 64 open requests, and all others', async () => {
    const lines = Array.from({ length: 100 }, (_, i) =>
      JSON.stringify({
        id: `r${i}`,
        call: 'pinAppKey',
        input: { appId: 'x', issuer: 'i', verificationKey: 'k' },
      }),
    )
    const answers = await exchange(lines)
    const busy = answers.filter((answer) => answer.error?.code === 'too_many_requests')

    expect(answers).toHaveLength(100)
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(100)
    expect(busy).toHaveLength(36)
  })
})

describe('pinAppKey', () => {
  test('error: holds an app to the first key and issuer', async () => {
    const ada = await newUser()
    const other = await newUser()

    expect(await ask('pinAppKey', ada.pin)).toEqual({ output: {} })
    expect(
      await ask('pinAppKey', { ...ada.pin, verificationKey: other.pin.verificationKey }),
    ).toEqual({
      error: { code: 'key_mismatch' },
    })
    expect(await ask('pinAppKey', { ...ada.pin, issuer: 'evil' })).toEqual({
      error: { code: 'key_mismatch' },
    })
  })

  test('error: refuses what is not an ES256 key', async () => {
    const ada = await newUser()
    const answer = await ask('pinAppKey', { ...ada.pin, appId: 'fresh', verificationKey: 'none' })
    expect(answer).toEqual({ error: { code: 'invalid_request' } })
  })
})

describe('storeRecoveryKey and releaseRecoveryKey', () => {
  test('releases the stored key, sealed to the asker', async () => {
    const ada = await newUser()
    expect(await openStored(ada, await store(ada))).toEqual(Buffer.from(ada.recoveryKey))
    expect(await release(ada)).toEqual(Buffer.from(ada.recoveryKey))
  })

  test('accepts the same key again', async () => {
    const ada = await newUser()
    await store(ada)
    expect(await openStored(ada, await store(ada))).toEqual(Buffer.from(ada.recoveryKey))
  })

  test('error: refuses another key for a root, and keeps the first', async () => {
    const ada = await newUser()
    await store(ada)
    const answer = await store({ ...ada, recoveryKey: randomBytes(32) })

    expect(answer).toEqual({ error: { code: 'already_stored' } })
    expect(await release(ada)).toEqual(Buffer.from(ada.recoveryKey))
  })

  test('error: refuses a key sealed for another root or of another length', async () => {
    const ada = await newUser()
    const moved = await sealed(ada, { walletId: randomUUID() })
    const invalid = { error: { code: 'invalid_request' } }

    expect(await store(ada, { sealedRecoveryKey: moved })).toEqual(invalid)
    expect(await store({ ...ada, recoveryKey: randomBytes(31) })).toEqual(invalid)
  })

  test('error: answers not_found for a root without a key', async () => {
    const ada = await newUser()
    expect(await askRelease(ada)).toEqual({ error: { code: 'not_found' } })
  })

  test('error: answers invalid_request to a recipient key that is not a point', async () => {
    const ada = await newUser()
    await store(ada)
    const answer = await askRelease(ada, { recipientPublicKey: toBase64url(new Uint8Array(65)) })
    expect(answer).toEqual({ error: { code: 'invalid_request' } })
  })
})

describe('INS-04: the vault verifies the user itself', () => {
  test.each([
    ['another user', { sub: 'someone' }],
    ['another app', { aud: 'another-app' }],
    ['another issuer', { iss: 'evil' }],
    ['a past expiry', { exp: startMs / 1000 - 1 }],
    ['no session, as an identity token', { sid: undefined }],
    ['no expiry', { exp: undefined }],
  ])('error: refuses a token of %s', async (_name, claims) => {
    const ada = await newUser()
    await store(ada)
    const accessToken = await ada.sign(claims)

    const answer = await askRelease(ada, { accessToken })

    expect(answer).toEqual({ error: { code: 'invalid_token' } })
  })

  test('error: refuses a token that is also for another app', async () => {
    const ada = await newUser()
    await store(ada)
    const accessToken = await ada.sign({ aud: [ada.appId, 'another-app'] })
    expect(await askRelease(ada, { accessToken })).toEqual({ error: { code: 'invalid_token' } })
  })

  test('error: refuses a good token when the vault’s clock has passed its expiry', async () => {
    const ada = await newUser()
    await store(ada)
    nowMs += 3_600_000
    expect(await askRelease(ada)).toEqual({ error: { code: 'invalid_token' } })
  })

  test('error: refuses a token by another key, and one of an app without a pinned key', async () => {
    const ada = await newUser()
    await store(ada)
    const mallory = await newUser({ appId: ada.appId, userId: ada.userId, pin: false })

    expect(await askRelease(ada, { accessToken: mallory.accessToken })).toEqual({
      error: { code: 'invalid_token' },
    })
    const unknown = await newUser({ pin: false })
    expect(await store(unknown)).toEqual({ error: { code: 'invalid_token' } })
  })

  test('error: gives a user nothing of another user with the same wallet id', async () => {
    const ada = await newUser()
    await store(ada)
    const bob = { ...ada, ...(await ada.sibling('bob')) }
    expect(await askRelease(bob)).toEqual({ error: { code: 'not_found' } })
  })
})

describe('T-32: a list of key-encryption keys', () => {
  test('the newest encrypts, and what an older one encrypted is released', async () => {
    const ada = await newUser()
    await store(ada)
    await vault.close()
    const rotated = { ...config, keks: [randomBytes(32), ...config.keks] }
    vault = await startVault({ config: rotated, clock, logger })
    const bob = await newUser()
    await store(bob)

    expect(await release(ada)).toEqual(Buffer.from(ada.recoveryKey))
    expect(await release(bob)).toEqual(Buffer.from(bob.recoveryKey))
    await vault.close()
    vault = await startVault({ config, clock, logger })
    expect(await askRelease(bob)).toEqual({ error: { code: 'row_refused' } })
  })
})

describe('what the database holds', () => {
  test('error: the API’s role cannot read the vault’s schema, nor the vault the API’s', async () => {
    const tables = ['recovery_key', 'seal_key', 'app_key', 'release_log']
    for (const table of tables) {
      await expect(apiRole.query(`select * from sallyport_vault.${table}`)).rejects.toThrow(
        'permission denied for schema sallyport_vault',
      )
    }
    await apiRole.query('create table sallyport_api.probe (id int)')
    const vaultRole = new pg.Client(config.databaseUrl)
    await vaultRole.connect()
    await expect(vaultRole.query('select * from sallyport_api.probe')).rejects.toThrow(
      'permission denied for schema sallyport_api',
    )
    await vaultRole.end()
  })

  test('provisioning again changes the passwords and nothing else', async () => {
    const ada = await newUser()
    await store(ada)
    await provisionRoles(admin, { ...roles, apiPassword: 'new', vaultPassword: 'vault' })

    const client = new pg.Client({ connectionString: urlOf(roles.apiRole, 'new') })
    await client.connect()
    await client.end()
    expect(await release(ada)).toEqual(Buffer.from(ada.recoveryKey))
  })

  test('INS-01: neither a recovery key nor a token is in any column or log line', async () => {
    const ada = await newUser()
    await store(ada)
    await release(ada)
    await askRelease(ada, { accessToken: await ada.sign({ iss: 'evil' }) })
    const { rows } = await admin.query(
      `select (select string_agg(t::text, ' ') from sallyport_vault.recovery_key t)
        || (select string_agg(t::text, ' ') from sallyport_vault.seal_key t)
        || (select string_agg(t::text, ' ') from sallyport_vault.app_key t)
        || (select string_agg(t::text, ' ') from sallyport_vault.release_log t) as dump`,
    )
    const key = Buffer.from(ada.recoveryKey)
    const spellings = [key.toString('hex'), key.toString('base64'), key.toString('base64url')]

    for (const text of [String(rows[0].dump), logLines.join('')]) {
      expect(text.length).toBeGreaterThan(100)
      for (const secret of [...spellings, ada.accessToken]) expect(text).not.toContain(secret)
    }
  })

  test('CUS-07: a record moved to another user does not open', async () => {
    const ada = await newUser()
    const bob = { ...ada, ...(await ada.sibling('bob')), recoveryKey: randomBytes(32) }
    await store(ada)
    await store(bob)
    await admin.query(
      `update sallyport_vault.recovery_key set record =
        (select record from sallyport_vault.recovery_key where user_id = $1 and app_id = $3)
        where user_id = $2 and app_id = $3`,
      [ada.userId, bob.userId, ada.appId],
    )
    expect(await askRelease(bob)).toEqual({ error: { code: 'row_refused' } })
  })
})

type AnswerLine = Answer & { id: string | null }

async function ask(call: string, input: object): Promise<Answer> {
  const [answer] = await exchange([JSON.stringify({ id: '1', call, input })])
  const { id: _id, ...rest } = answer!
  return rest
}

/** Sends the lines over one new connection and waits for as many answers. */
function exchange(lines: string[]): Promise<AnswerLine[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(config.socketPath)
    const answers: AnswerLine[] = []
    let text = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      const parts = text.split('\n')
      text = parts.pop() ?? ''
      answers.push(...parts.map((part) => JSON.parse(part) as AnswerLine))
      if (answers.length < lines.length) return
      socket.destroy()
      resolve(answers)
    })
    socket.write(`${lines.join('\n')}\n`)
  })
}

function urlOf(role: string, password: string): string {
  const url = new URL(database.url)
  url.username = role
  url.password = encodeURIComponent(password)
  return url.href
}
