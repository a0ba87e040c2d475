import { randomUUID } from 'node:crypto'
import { accountProofMessage, api, authShareMessage } from '@sallyport/contract'
import { combineShares, loadChain, seedFromEntropy, toBase64url } from '@sallyport/crypto'
import {
  addAccountsBody,
  addGenerationBody,
  authOrigin,
  authShareBody,
  claimAccount,
  confirmBody,
  createBody,
  createTestDevice,
  createTestKit,
  createTestVault,
  readBack,
  recoverBody,
  type TestDevice,
  type TestKit,
  type TestVault,
} from '@sallyport/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const routes = api.embeddedWallet
let kit: TestKit
let vault: TestVault
let count = 0
const notReadBack = {
  status: 400,
  body: { code: 'invalid_data', error: 'The shares were not read back' },
}

beforeAll(async () => {
  kit = await createTestKit({
    deps: { vault: { call: (name, input) => vault.call(name, input) } },
    config: { recoveriesPerUserPerDay: 5, readBacksPerUserPerHour: 100 },
  })
  const config = { releasesPerMinute: 1_000, releasesPerWalletPerDay: 40 }
  vault = await createTestVault({ databaseUrl: kit.databaseUrl, clock: kit.clock, config })
})
afterAll(async () => {
  await vault?.close()
  await kit?.close()
})

describe('authShare', () => {
  test('gives a stored and an active device its own share', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const receipt = await create(ada, device)

    expect(await fetchAuthShare(ada, device)).toEqual(Buffer.from(device.shares.auth))
    await confirm(ada, device, receipt)
    expect(await fetchAuthShare(ada, device)).toEqual(Buffer.from(device.shares.auth))
  })

  test('error: refuses the signature of another device, of another request, or none', async () => {
    const { ada, device } = await newWallet()
    const other = await createTestDevice(ada.owner, device)
    const { body } = await authShareBody(device)
    const stolen = await authShareBody({ ...device, sign: other.sign })
    const replayed = { ...stolen.body, device_signature: body.device_signature }

    for (const wrong of [stolen.body, replayed, { ...body, device_signature: 'AAAA' }]) {
      const answer = await askAuthShare(ada, device, wrong)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_data', error: 'Invalid device signature' },
      })
    }
  })

  test('error: refuses a key of the request that is not a point', async () => {
    const { ada, device } = await newWallet()
    const ephemeralPublicKey = Buffer.alloc(65, 4).toString('base64url')
    const signature = await device.sign(authShareMessage({ ...device, ephemeralPublicKey }))
    const body = { ephemeral_public_key: ephemeralPublicKey, device_signature: signature }
    const answer = await askAuthShare(ada, device, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('error: another user’s device is not found', async () => {
    const { device } = await newWallet()
    const bob = await newUser()
    const { body } = await authShareBody(device)
    const answer = await askAuthShare(bob, device, body)
    expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
  })

  test('CUS-07: a share moved to another generation’s row does not open', async () => {
    const [one, two] = [await newWallet(), await newWallet()]
    const { auth_share } = await kit.db
      .selectFrom('share_generation')
      .select('auth_share')
      .where('generation_id', '=', one.device.generationId)
      .executeTakeFirstOrThrow()
    await kit.db
      .updateTable('share_generation')
      .set({ auth_share })
      .where('generation_id', '=', two.device.generationId)
      .execute()

    const { body } = await authShareBody(two.device)
    const answer = await askAuthShare(two.ada, two.device, body)

    expect(answer).toMatchObject({ status: 500, body: { code: 'share_not_found' } })
  })
})

describe('recover', () => {
  test('restores the root without the device', async () => {
    const { ada, device } = await newWallet()

    const { answer, open, openRecoveryKey } = await recover(ada, device)

    expect(answer.body.generation_id).toBe(device.generationId)
    expect(Buffer.from(await openRecoveryKey(answer.body, vault.publicKey))).toEqual(
      Buffer.from(device.recoveryKey),
    )
    expect(answer.body.encrypted_recovery_share).toBe(
      Buffer.from(device.encryptedRecoveryShare).toString('base64url'),
    )
    const { sealed_auth_share: sealedAuthShare } = answer.body
    if (!sealedAuthShare) throw new Error('No auth share was answered')
    const auth = await open(sealedAuthShare)
    const entropy = await combineShares(auth, device.shares.recovery, device)
    expect(Buffer.from(entropy)).toEqual(Buffer.from(device.entropy))
    expect(answer.body.accounts.map((account) => account.chain_type)).toEqual([
      'ethereum',
      'solana',
    ])
  })

  test('a stored root is read back by its generation only, and does not count', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    await create(ada, device)

    for (let i = 0; i < 7; i += 1) {
      const { answer } = await recover(ada, device, { generation_id: device.generationId })
      expect(answer.status).toBe(200)
    }
    const { answer } = await recover(ada, device)
    expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
  })

  test('REC-03: the day’s limit is the user’s, and opens again a day later', async () => {
    const { ada, device } = await newWallet()
    const answers = await Promise.all(Array.from({ length: 9 }, () => recover(ada, device)))
    const statuses = answers.map(({ answer }) => answer.status)

    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    kit.clock.advance(86_400_001)
    const later = await signInAgain(ada)
    expect((await recover(later, device)).answer.status).toBe(200)
  })

  test('the vault’s limit answers too_many_requests', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    await create(ada, device)
    const place = { generation_id: device.generationId }
    for (let i = 0; i < 40; i += 1) await recover(ada, device, place)

    const { answer } = await recover(ada, device, place)

    const body = { code: 'too_many_requests', data: { retry_after: 86_400 } }
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '86400' }, body })
  })

  test('REC-01: error: another user’s root, and one that is not there', async () => {
    const { device } = await newWallet()
    const bob = await newUser()
    for (const walletId of [device.walletId, randomUUID()]) {
      const { answer } = await recover(bob, { ...device, walletId })
      expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
    }
  })

  test('error: with the vault away it answers 503 and no share', async () => {
    const { ada, device } = await newWallet()
    await vault.stop()
    const { answer } = await recover(ada, device)
    await vault.start()

    expect(answer).toMatchObject({ status: 503, body: { code: 'internal_error' } })
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'error', 'request_id'])
  })
})

describe('addGeneration', () => {
  test('makes a second device that works beside the first', async () => {
    const { ada, device } = await newWallet()
    const second = await createTestDevice(ada.owner, device)

    await confirm(ada, second, await addGeneration(ada, second))

    expect(await fetchAuthShare(ada, second)).toEqual(Buffer.from(second.shares.auth))
    expect(await fetchAuthShare(ada, device)).toEqual(Buffer.from(device.shares.auth))
    await expect(combineShares(second.shares.device, device.shares.auth, device)).rejects.toThrow()
  })

  test('gives the same receipt when it is stored again; an unconfirmed one does not recover', async () => {
    const { ada, device } = await newWallet()
    const second = await createTestDevice(ada.owner, device)

    const receipt = await addGeneration(ada, second)

    expect(await addGeneration(ada, second)).toBe(receipt)
    const { answer } = await recover(ada, device)
    expect(answer.body.generation_id).toBe(device.generationId)
  })

  test('error: refuses a root that is stored, foreign or unknown', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const device = await createTestDevice(ada.owner)
    await create(ada, device)
    const { device: active } = await newWallet()

    for (const root of [device, active, { ...device, walletId: randomUUID() }]) {
      const caller = root === device ? ada : bob
      const other = await createTestDevice(caller.owner, root)
      const answer = await callAddGeneration(caller, other)
      expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
    }
  })

  test('REC-15: keeps twenty devices; the one unused longest is revoked and gets nothing more', async () => {
    const { ada: owner, device: first } = await newWallet()
    let ada = owner
    const devices = [first]
    for (let i = 1; i < 20; i += 1) {
      const next = await createTestDevice(ada.owner, first)
      await confirm(ada, next, await addGeneration(ada, next))
      devices.push(next)
    }
    kit.clock.advance(3_700_000)
    ada = await signInAgain(ada)
    for (const device of devices) if (device !== devices[7]) await fetchAuthShare(ada, device)

    const last = await createTestDevice(ada.owner, first)
    const receipt = await addGeneration(ada, last)

    const unused = devices[7]!
    const revoked = { status: 403, body: { code: 'device_revoked' } }
    const { body } = await authShareBody(unused)
    expect(await askAuthShare(ada, unused, body)).toMatchObject(revoked)
    const named = await recover(ada, unused, { generation_id: unused.generationId })
    expect(named.answer).toMatchObject(revoked)
    expect(await confirm(ada, last, receipt)).toMatchObject({ status: 200 })
    for (const device of [first, devices[19]!]) await fetchAuthShare(ada, device)
  })

  test('error: a device that was not read back cannot be confirmed', async () => {
    const { ada, device } = await newWallet()
    const second = await createTestDevice(ada.owner, device)
    const receipt = receiptOf((await callAddGeneration(ada, second)).body)

    expect(await confirm(ada, second, receipt)).toMatchObject(notReadBack)
    // Another device's read-back is not this one's.
    await readBack(kit, device, ada.frame)
    expect(await confirm(ada, second, receipt)).toMatchObject(notReadBack)
    await readBack(kit, second, ada.frame)
    expect(await confirm(ada, second, receipt)).toMatchObject({ status: 200 })
  })

  test('error: a revoked device cannot confirm itself back', async () => {
    const { ada, device } = await newWallet()
    const second = await createTestDevice(ada.owner, device)
    const receipt = await addGeneration(ada, second)
    await kit.db
      .updateTable('share_generation')
      .set({ state: 'revoked', auth_share: null, encrypted_recovery_share: null })
      .where('generation_id', '=', second.generationId)
      .execute()

    const revoked = { status: 403, body: { code: 'device_revoked' } }
    expect(await confirm(ada, second, receipt)).toMatchObject(revoked)
    expect(await callAddGeneration(ada, second)).toMatchObject({ body: { code: 'invalid_data' } })
  })
})

describe('addAccounts', () => {
  test('puts a further address on the user, once', async () => {
    const { ada, device } = await newWallet()
    const account = await claimAccount(device, { chainType: 'ethereum', walletIndex: 1 })

    const first = await addAccounts(ada, device, [account])
    const again = await addAccounts(ada, device, [account])

    expect(first.body.root.accounts).toHaveLength(3)
    expect(again.body).toEqual(first.body)
    const me = await kit.call(api.user.me, {}, { token: ada.frame.token })
    const added = me.body.user.linked_accounts.filter(
      (linked) => 'address' in linked && linked.address === account.address,
    )
    expect(added).toMatchObject([{ type: 'wallet', wallet_index: 1, chain_type: 'ethereum' }])
    const { body } = await kit.call(routes.list, {}, ada.frame)
    expect(body.roots).toEqual([first.body.root])
  })

  test('error: refuses a root not yet confirmed', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    await create(ada, device)
    const account = await claimAccount(device, { chainType: 'ethereum', walletIndex: 1 })
    const answer = await addAccounts(ada, device, [account])
    expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
  })

  test('error: refuses another address at a place that is taken', async () => {
    const { ada, device } = await newWallet()
    const other = await createTestDevice(ada.owner, {
      ...(await createTestDevice(ada.owner)),
      walletId: device.walletId,
    })
    const answer = await addAccounts(ada, device, [
      await claimAccount(other, { chainType: 'ethereum' }),
    ])
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('error: refuses an address of another user, and adds none of those sent with it', async () => {
    const [{ device: theirs }, { ada, device }] = [await newWallet(), await newWallet()]
    const copy = await createTestDevice(ada.owner, { ...theirs, walletId: device.walletId })
    const taken = { ...(await claimAccountAt(copy, 5, theirs)) }
    const free = await claimAccount(device, { chainType: 'solana', walletIndex: 4 })

    const answer = await addAccounts(ada, device, [free, taken])

    expect(answer).toMatchObject({ status: 400, body: { code: 'linked_to_another_user' } })
    const { body } = await kit.call(routes.list, {}, ada.frame)
    expect(body.roots[0]!.accounts).toHaveLength(2)
  })
})

describe('what the database holds', () => {
  test('INS-02: no share and no recovery key is in any column in any spelling', async () => {
    const { device } = await newWallet()
    const { rows: tables } = await pgQuery<{ name: string }>(
      kit.databaseUrl,
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('sallyport_api', 'sallyport_vault')`,
    )
    const dump: string[] = []
    for (const { name } of tables) {
      const { rows } = await pgQuery<{ row: string }>(
        kit.databaseUrl,
        `select t::text as row from ${name} t`,
      )
      dump.push(...rows.map(({ row }) => row))
    }
    const text = dump.join('\n')

    expect(tables.length).toBeGreaterThan(12)
    expect(text).toContain(Buffer.from(device.encryptedRecoveryShare).toString('hex'))
    const { device: deviceShare, auth, recovery } = device.shares
    for (const secret of [deviceShare, auth, recovery, device.recoveryKey, device.entropy]) {
      // The middle of a share is secret; its head names the wallet in clear everywhere.
      const canary = Buffer.from(secret.length > 40 ? secret.subarray(-24, -4) : secret)
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        const spelled = canary.toString(encoding).replaceAll('=', '')
        expect(text).not.toContain(spelled)
        // Text kept in a byte column shows as the hex of its letters.
        expect(text).not.toContain(Buffer.from(spelled).toString('hex'))
      }
      expect(text).not.toContain(Buffer.from(secret).toString('base64url'))
    }
    expect(kit.log.join('')).not.toContain(Buffer.from(auth).toString('base64url'))
  })

  test('INS-04: the API’s role cannot read the vault’s tables', async () => {
    await expect(
      pgQuery(vault.apiRoleUrl, 'select * from sallyport_vault.recovery_key'),
    ).rejects.toThrow('permission denied for schema sallyport_vault')
  })
})

async function newUser() {
  count += 1
  const email = `user${count}@example.com`
  const session = await kit.signIn(email)
  const frame = { token: session.token, origin: authOrigin }
  return {
    email,
    owner: { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey },
    frame,
  }
}
type TestUser = Awaited<ReturnType<typeof newUser>>

async function signInAgain(user: TestUser): Promise<TestUser> {
  const session = await kit.signIn(user.email)
  return { ...user, frame: { token: session.token, origin: authOrigin } }
}

async function newWallet() {
  const ada = await newUser()
  const device = await createTestDevice(ada.owner)
  await confirm(ada, device, await create(ada, device))
  return { ada, device }
}

/** Stores a root and reads it back. */
async function create(user: TestUser, device: TestDevice): Promise<string> {
  const body = await createBody(device, vault.publicKey)
  const stored = await kit.call(routes.create, { body }, user.frame)
  await readBack(kit, device, user.frame)
  return receiptOf(stored.body)
}

async function callAddGeneration(user: TestUser, device: TestDevice) {
  const params = { wallet_id: device.walletId }
  const body = await addGenerationBody(device, vault.publicKey)
  return kit.call(routes.addGeneration, { params, body }, user.frame)
}

/** Stores a further device's shares and reads them back. */
async function addGeneration(user: TestUser, device: TestDevice): Promise<string> {
  const stored = await callAddGeneration(user, device)
  await readBack(kit, device, user.frame)
  return receiptOf(stored.body)
}

function receiptOf(body: object): string {
  if ('receipt' in body) return String(body.receipt)
  throw new Error(`No receipt: ${JSON.stringify(body)}`)
}

async function confirm(user: TestUser, device: TestDevice, receipt: string) {
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  return kit.call(routes.confirm, { params, body: await confirmBody(device, receipt) }, user.frame)
}

async function askAuthShare(
  user: TestUser,
  device: TestDevice,
  body: { ephemeral_public_key: string; device_signature: string },
) {
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  return kit.call(routes.authShare, { params, body }, user.frame)
}

async function fetchAuthShare(user: TestUser, device: TestDevice): Promise<Buffer> {
  const { body, open } = await authShareBody(device)
  const answer = await askAuthShare(user, device, body)
  return Buffer.from(await open(answer.body.sealed_auth_share))
}

async function recover(user: TestUser, device: TestDevice, named: { generation_id?: string } = {}) {
  const { body, ...opening } = await recoverBody(device, user.frame)
  const params = { wallet_id: device.walletId }
  const input = { params, body: { ...body, ...named } }
  return { answer: await kit.call(routes.recover, input, user.frame), ...opening }
}

type Account = Awaited<ReturnType<typeof claimAccount>>
async function addAccounts(user: TestUser, device: TestDevice, accounts: Account[]) {
  const params = { wallet_id: device.walletId }
  const body = await addAccountsBody(device, accounts)
  return kit.call(routes.addAccounts, { params, body }, user.frame)
}

/** The first address of `theirs`, claimed as if it were at another index of the caller's root. */
async function claimAccountAt(copy: TestDevice, walletIndex: number, theirs: TestDevice) {
  const chain = await loadChain.ethereum()
  const privateKey = chain.derivePrivateKey(await seedFromEntropy(theirs.entropy, crypto.subtle), 0)
  const { address } = chain.address(privateKey)
  const message = accountProofMessage({ ...copy, chainType: 'ethereum', walletIndex, address })
  const proof = toBase64url(chain.signProof(privateKey, message))
  return { chain_type: 'ethereum' as const, wallet_index: walletIndex, address, proof }
}

async function pgQuery<T extends object>(url: string, text: string): Promise<{ rows: T[] }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<T>(text)
  } finally {
    await client.end()
  }
}
