import { randomBytes, randomUUID } from 'node:crypto'
import { generateSealKeyPair, toBase64url } from '@sallyport/crypto'
import type { VaultCall, VaultInput } from '@sallyport/protocols/vault'
import {
  createTestDatabase,
  createTestVault,
  type TestDatabase,
  type TestVault,
  totpCodeAt,
} from '@sallyport/testing'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, createVaultUsers, type TestUser } from './testing/vault-users.js'

const startMs = Date.UTC(2030, 0, 1)
let nowMs = startMs
let database: TestDatabase
let admin: pg.Client
let vault: TestVault
const { newUser, sealed, store, askRelease, releaseInput, release } = createVaultUsers({
  ask,
  publicKey: () => vault.publicKey,
  startMs,
})

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  vault = await createTestVault({ databaseUrl: database.url, clock: { nowMs: () => nowMs } })
})
afterAll(async () => {
  await vault?.close()
  await admin?.end()
  await database?.drop()
})
beforeEach(() => {
  nowMs = startMs
})

describe('P6: code in the API process, which can sign tokens and send any call', () => {
  test('T-02: a token that lives for ten years, or comes from the future, gets nothing', async () => {
    const ada = await newUser()
    await store(ada)
    const seconds = startMs / 1000
    const forged = [
      { exp: seconds + 10 * 365 * 86_400 },
      { exp: seconds + 3601 },
      { iat: seconds - 1, exp: seconds + 3600 },
      { iat: seconds + 60, exp: seconds + 3600 },
    ]
    for (const claims of forged) {
      const answer = await askRelease(ada, { accessToken: await ada.sign(claims) })
      expect(answer).toEqual({ error: { code: 'invalid_token' } })
    }
  })

  test('T-02: yesterday’s request gets nothing today, and the same request is answered once', async () => {
    const ada = await newUser()
    await store(ada)
    const captured = await releaseInput(ada)

    const answers = await Promise.all([1, 2, 3].map(() => ask('releaseRecoveryKey', captured)))

    const codes = answers.map(({ error }) => error?.code ?? 'released').sort()
    expect(codes).toEqual(['released', 'replayed', 'replayed'])
    nowMs += 86_400_000
    expect(await ask('releaseRecoveryKey', captured)).toEqual({ error: { code: 'invalid_token' } })
  })

  test('T-02: a captured request is not answered to another key, token or device', async () => {
    const ada = await newUser()
    await store(ada)
    const captured = await releaseInput(ada)
    const thief = await generateSealKeyPair()
    const other = await releaseInput(ada)
    const changes = [
      { recipientPublicKey: toBase64url(thief.publicKey) },
      { accessToken: await ada.sign({ jti: 'another' }) },
      { devicePublicKey: other.devicePublicKey },
      { deviceSignature: other.deviceSignature },
      { deviceSignature: 'AAAA' },
    ]
    for (const change of changes) {
      expect(await ask('releaseRecoveryKey', { ...captured, ...change })).toEqual({
        error: { code: 'invalid_request' },
      })
    }
  })

  test('T-06: a captured storing call gives the key to the frame that made it only', async () => {
    const ada = await newUser()
    const thief = await generateSealKeyPair()
    const captured = await sealed(ada)
    const stolen = { sealedRecoveryKey: captured, readBackPublicKey: toBase64url(thief.publicKey) }

    expect(await store(ada, stolen)).toEqual({ error: { code: 'invalid_request' } })
  })

  test('T-06: what was released on day one opens nothing on day two: the key was replaced and deleted', async () => {
    const ada = await newUser()
    await store(ada)
    const released = await release(ada)
    const next = { ...ada, keyId: randomUUID(), recoveryKey: randomBytes(32) }
    await store(next)
    const { appId, userId, walletId } = ada
    await ask('deleteRecoveryKeys', { appId, userId, walletId, keyIds: [ada.keyId] })
    nowMs += 86_400_000
    const later = { ...next, accessToken: await ada.sign(dayLater()) }

    expect(await release(later)).not.toEqual(released)
    expect(await askRelease({ ...later, keyId: ada.keyId })).toEqual({
      error: { code: 'not_found' },
    })
  })
})

describe('deleteRecoveryKeys', () => {
  test('T-31: deletes with a tombstone: its id is not used again, and its bytes go after 30 days', async () => {
    const ada = await newUser()
    await store(ada)
    const { appId, userId, walletId, keyId } = ada
    const remove = (keyIds: string[]) =>
      ask('deleteRecoveryKeys', { appId, userId, walletId, keyIds })

    expect(await remove([keyId])).toEqual({ output: {} })
    expect(await store(ada)).toEqual({ error: { code: 'already_stored' } })
    nowMs += 30 * 86_400_000
    await remove([])
    expect(await recordOf(ada)).not.toBeNull()
    nowMs += 1
    await remove([])
    expect(await recordOf(ada)).toBeNull()
    const later = { ...ada, accessToken: await ada.sign(dayLater(30)) }
    expect(await store(later)).toEqual({ error: { code: 'already_stored' } })
  })
})

describe('deleteUser', () => {
  test('P6: code in the API deletes a user to be rid of the factor, and gets no key before, during or after', async () => {
    const ada = await newUser()
    await store(ada)
    await enrollTotp(ada)
    expect(await askRelease(ada)).toEqual({ error: { code: 'factor_required' } })

    const { appId, userId } = ada
    const [, ...during] = await Promise.all([
      ask('deleteUser', { appId, userId }),
      ...Array.from({ length: 5 }, () => askRelease(ada)),
    ])

    for (const { error } of during) {
      expect(['factor_required', 'invalid_token']).toContain(error?.code)
    }
    const refused = { error: { code: 'invalid_token' } }
    expect(await askRelease(ada)).toEqual(refused)
    expect(await store({ ...ada, keyId: randomUUID() })).toEqual(refused)
    expect(await startTotp(ada)).toEqual(refused)
    expect(await ask('listFactors', { appId, userId })).toEqual({ output: { factors: [] } })
  })

  test('P6: a deletion between the checks of a release lets nothing through', async () => {
    const ada = await newUser()
    await store(ada)
    await enrollTotp(ada)
    await admin.query('begin')
    await admin.query('lock table sallyport_vault.factor in access exclusive mode')
    const asked = askRelease(ada)
    await untilWaiting('factor')
    const user = [ada.appId, ada.userId]
    await admin.query('insert into sallyport_vault.deleted_user values ($1, $2, 1)', user)
    await admin.query('delete from sallyport_vault.factor where app_id = $1 and user_id = $2', user)
    await admin.query('commit')

    expect(await asked).toEqual({ error: { code: 'invalid_token' } })
  })

  test('a sibling keeps factors and counters, and a second deletion changes nothing', async () => {
    const ada = await newUser()
    const eve = { ...ada, ...(await ada.sibling('ada,')), walletId: randomUUID() }
    for (const user of [ada, eve]) {
      await store(user)
      await release(user)
      await enrollTotp(user)
    }
    const left = await rowsOf(eve)

    for (const _time of [1, 2]) await ask('deleteUser', { appId: ada.appId, userId: ada.userId })

    expect(await rowsOf(ada)).toEqual({ factors: 0, counters: 0 })
    expect(await rowsOf(eve)).toEqual(left)
    expect(left).toEqual({ factors: 1, counters: 4 })
    expect(await askRelease(eve)).toEqual({ error: { code: 'factor_required' } })
  })
})

describe('T-29: rows that another than the vault has written', () => {
  test('a changed age of a key is noticed', async () => {
    const ada = await newUser()
    await store(ada)
    await admin.query(
      'update sallyport_vault.recovery_key set created_at_ms = 1 where app_id = $1',
      [ada.appId],
    )
    expect(await askRelease(ada)).toEqual({ error: { code: 'row_refused' } })
  })

  test('a pin of another app is refused', async () => {
    const ada = await newUser()
    await store(ada)
    const mallory = await newUser()
    await admin.query(
      `update sallyport_vault.app_key set record =
        (select record from sallyport_vault.app_key where app_id = $1) where app_id = $2`,
      [mallory.appId, ada.appId],
    )
    expect(await askRelease(ada)).toEqual({ error: { code: 'row_refused' } })
  })

  const changes = [
    ['removes', 'delete from sallyport_vault.release_log where subject like $1'],
    ['empties', `update sallyport_vault.release_log set at_ms = '{}' where subject like $1`],
    [
      'sets to a week ago',
      `update sallyport_vault.release_log set at_ms = array(select t - 604800000 from unnest(at_ms) t)
        where subject like $1`,
    ],
  ] as const
  test.each(changes)(
    'T-29: a thief who %s the counters of a wallet is not reset',
    async (_name, change) => {
      const ada = await newUser()
      await store(ada)
      for (let i = 0; i < 60; i += 1) await askRelease(ada)
      expect(await askRelease(ada)).toEqual({ error: { code: 'too_many_requests' } })

      await admin.query(change, [`%${ada.appId}%`])
      expect(await askRelease(ada)).toEqual({ error: { code: 'row_refused' } })
      await vault.stop()
      await vault.start()
      if (change.startsWith('delete')) return
      expect(await askRelease(ada)).toEqual({ error: { code: 'row_refused' } })
    },
  )

  test('T-29: an earlier copy of the counters, or those of another wallet, put back before or after a restart, reset nothing', async () => {
    const [ada, eve] = [await newUser(), await newUser()]
    for (const user of [ada, eve]) await store(user)
    for (const user of [ada, eve]) await release(user)
    const copy = await admin.query(
      'select * from sallyport_vault.release_log where subject like $1',
      [`%${ada.appId}%`],
    )
    for (let i = 0; i < 60; i += 1) await askRelease(ada)
    await vault.stop()
    await vault.start()
    const putBack = `update sallyport_vault.release_log set at_ms = $2, version = $3, mac = $4 where subject = $1`
    for (const { subject, at_ms, version, mac } of copy.rows) {
      await admin.query(putBack, [subject, at_ms, version, mac])
    }
    expect(await askRelease(ada)).toEqual({ error: { code: 'row_refused' } })
    await admin.query(
      `update sallyport_vault.release_log a set at_ms = e.at_ms, version = e.version, mac = e.mac
        from sallyport_vault.release_log e where a.subject like $1
        and e.subject = replace(a.subject, $2, $3)`,
      [`%${ada.appId}%`, ada.appId, eve.appId],
    )
    expect(await askRelease(ada)).toEqual({ error: { code: 'row_refused' } })
    expect(await askRelease(eve)).toHaveProperty('output')
  })

  /** What a roll-back of the vault's database does to what it has counted, while the vault is stopped. */
  const rollBacks = [
    ['removed', async () => undefined],
    [
      'put back as they were before',
      async (earlier: Record<string, unknown>[]) => {
        const sets = 'insert into sallyport_vault.release_log (subject, at_ms, version, mac)'
        for (const { subject, at_ms, version, mac } of earlier)
          await admin.query(`${sets} values ($1, $2, $3, $4)`, [subject, at_ms, version, mac])
      },
    ],
  ] as const
  test.each(rollBacks)(
    'T-29: counters that are %s while the vault is stopped count from there: one more day’s releases, to keys that asked',
    async (how, putBack) => {
      const ada = await newUser()
      await store(ada)
      await askRelease(ada)
      const { rows: earlier } = await admin.query(
        'select * from sallyport_vault.release_log where subject like $1',
        [`%${ada.appId}%`],
      )
      const recorded = await releaseInput(ada)
      expect(await ask('releaseRecoveryKey', recorded)).toHaveProperty('output')
      for (let i = 0; i < 60; i += 1) await askRelease(ada)
      expect(await askRelease(ada)).toEqual({ error: { code: 'too_many_requests' } })

      await vault.stop()
      const where = 'where subject like $1'
      await admin.query(`delete from sallyport_vault.release_log ${where}`, [`%${ada.appId}%`])
      await admin.query('delete from sallyport_vault.release_request')
      await putBack(earlier)
      await vault.start()

      // A recorded request is answered once more, for the key that it names, while its token lives.
      expect(await ask('releaseRecoveryKey', recorded)).toHaveProperty('output')
      expect(await ask('releaseRecoveryKey', recorded)).toEqual({ error: { code: 'replayed' } })
      const codes = []
      for (let i = 0; i < 60; i += 1) codes.push((await askRelease(ada)).error?.code ?? 'released')
      const kept = how === 'removed' ? 0 : 1
      expect(codes.filter((code) => code === 'released')).toHaveLength(59 - kept)
      expect(codes.at(-1)).toBe('too_many_requests')
      nowMs += 3_600_000
      expect(await ask('releaseRecoveryKey', recorded)).toEqual({
        error: { code: 'invalid_token' },
      })
    },
  )

  test('T-29: nor are the tries of an authenticator app', async () => {
    const ada = await newUser()
    await enrollTotp(ada)
    const { appId, userId, accessToken } = ada
    const tryCode = () =>
      ask('verifyFactor', { appId, userId, accessToken, proof: { method: 'totp', code: '000000' } })
    for (let i = 0; i < 5; i += 1) await tryCode()
    expect(await tryCode()).toEqual({ error: { code: 'too_many_requests' } })
    await admin.query('delete from sallyport_vault.release_log where subject like $1', [
      `%${appId}%`,
    ])
    expect(await tryCode()).toEqual({ error: { code: 'row_refused' } })
  })

  test('a counter is missed for a day, and a refused release does not count as one', async () => {
    const ada = await newUser()
    await store(ada)
    for (let i = 0; i < 70; i += 1) await askRelease(ada)
    nowMs += 86_400_000
    await admin.query('delete from sallyport_vault.release_log where subject like $1', [
      `%${ada.appId}%`,
    ])
    const later = { ...ada, accessToken: await ada.sign(dayLater()) }
    expect(await askRelease(later)).toHaveProperty('output')
  })

  test('a vault does not start with a public key that is not its own', async () => {
    const { rows } = await admin.query('select public_key from sallyport_vault.seal_key')
    const foreign = Buffer.from((await generateSealKeyPair()).publicKey)
    await vault.stop()
    await admin.query('update sallyport_vault.seal_key set public_key = $1', [foreign])

    await expect(vault.start()).rejects.toThrow('public key')
    await admin.query('update sallyport_vault.seal_key set public_key = $1', [rows[0].public_key])
    await vault.start()
  })
})

function startTotp({ appId, userId, accessToken }: TestUser) {
  return ask('startFactor', { appId, userId, accessToken, start: { method: 'totp' } })
}

/** Gives the user an authenticator app; the tries of the day stay counted. */
async function enrollTotp(user: TestUser): Promise<void> {
  const { output } = await startTotp(user)
  const { appId, userId, accessToken } = user
  // The answer to this call has a secret.
  const { secret } = output as unknown as { secret: string }
  const confirm = (code: string) =>
    ask('confirmFactor', { appId, userId, accessToken, proof: { method: 'totp', code } })
  expect((await confirm('000000')).error).toEqual({ code: 'wrong_code' })
  expect(await confirm(totpCodeAt(secret, nowMs))).toHaveProperty('output')
}

/** Resolves when a call of the vault waits for the table. */
async function untilWaiting(table: string): Promise<void> {
  for (;;) {
    const { rows } = await admin.query(
      'select from pg_locks where not granted and relation = $1::regclass',
      [`sallyport_vault.${table}`],
    )
    if (rows.length > 0) return
  }
}

async function rowsOf({ appId, userId }: TestUser) {
  const { rows } = await admin.query(
    `select (select count(*)::int from sallyport_vault.factor where app_id = $1 and user_id = $2) as factors,
      (select count(*)::int from sallyport_vault.release_log
        where subject::jsonb @> jsonb_build_array($1::text, $2::text)) as counters`,
    [appId, userId],
  )
  return rows[0]
}

/** Claims of a token that is issued so many days after the start. */
function dayLater(days = 1) {
  const seconds = startMs / 1000 + days * 86_400
  return { iat: seconds, exp: seconds + 3600 }
}

async function recordOf({ appId }: TestUser): Promise<unknown> {
  const { rows } = await admin.query(
    'select record from sallyport_vault.recovery_key where app_id = $1',
    [appId],
  )
  return rows[0].record
}

/** The call as any process that can open the socket makes it. */
async function ask(call: string, input: object): Promise<Answer> {
  // Hostile input has any shape.
  const asking = vault.call(call as VaultCall, input as VaultInput<VaultCall>)
  return asking.then(
    (output) => ({ output }) as Answer,
    (error: { code: string }) => ({ error: { code: error.code } }),
  )
}
