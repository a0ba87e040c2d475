import { randomUUID } from 'node:crypto'
import { api, automaticRecoveryMethod, embeddedWalletClientType } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import {
  authOrigin,
  authShareBody,
  claimAccount,
  confirmBody,
  createBody,
  createTestDevice,
  createTestKit,
  createTestVault,
  readBack,
  type SignedIn,
  type TestDevice,
  type TestKit,
  type TestVault,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const routes = api.embeddedWallet
let kit: TestKit
let vault: TestVault
let count = 0

beforeAll(async () => {
  kit = await createTestKit({
    deps: { vault: { call: (name, input) => vault.call(name, input) } },
    config: { readBacksPerUserPerHour: 100 },
  })
  vault = await createTestVault({ databaseUrl: kit.databaseUrl, clock: kit.clock })
})
afterAll(async () => {
  await vault?.close()
  await kit?.close()
})

describe('create and confirm', () => {
  test('shows nothing until confirm, then both addresses', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const body = await createBody(device, vault.publicKey)

    const created = await kit.call(routes.create, { body }, ada.frame)

    expect(created.body).toMatchObject({ state: 'stored', receipt: expect.any(String) })
    expect((await kit.call(routes.list, {}, ada.frame)).body).toEqual({ roots: [] })
    expect(await addressesOf(ada)).toEqual([])

    await readBack(kit, device, ada.frame)
    const confirmed = await confirm(ada, device, receiptOf(created.body))

    const [ethereum, solana] = body.accounts
    expect(confirmed.body).toMatchObject({
      state: 'active',
      root: {
        wallet_id: device.walletId,
        imported: false,
        recovery_method: automaticRecoveryMethod,
      },
    })
    expect(await addressesOf(ada)).toEqual([ethereum!.address, solana!.address])
    const { body: me } = await kit.call(api.user.me, {}, ada.page)
    expect(me.user.linked_accounts.slice(1)).toMatchObject([
      {
        type: 'wallet',
        chain_type: 'ethereum',
        chain_id: 'eip155:1',
        wallet_client_type: embeddedWalletClientType,
        connector_type: 'embedded',
        recovery_method: automaticRecoveryMethod,
        wallet_index: 0,
        imported: false,
        delegated: false,
      },
      { chain_type: 'solana', chain_id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    ])
  })

  test('Bitcoin addresses are linked with the key they come from, and can confirm a root', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const stored = await createBody(device, vault.publicKey)
    const accounts = [
      await claimAccount(device, { chainType: 'bitcoin-taproot' }),
      await claimAccount(device, { chainType: 'bitcoin-segwit', walletIndex: 4 }),
    ]
    const created = await kit.call(routes.create, { body: { ...stored, accounts } }, ada.frame)
    await readBack(kit, device, ada.frame)

    await confirm(ada, device, receiptOf(created.body))

    const { body: me } = await kit.call(api.user.me, {}, ada.page)
    expect(me.user.linked_accounts.slice(1)).toMatchObject(
      accounts.map(({ chain_type, address, public_key, wallet_index }) => ({
        type: 'wallet',
        chain_id: 'bip122:000000000019d6689c085ae165831e93',
        ...{ chain_type, address, public_key, wallet_index },
      })),
    )
  })

  test('gives the same receipt when the same root is stored again', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const body = await createBody(device, vault.publicKey)

    const first = await kit.call(routes.create, { body }, ada.frame)
    const again = await createBody(device, vault.publicKey)
    const second = await kit.call(routes.create, { body: again }, ada.frame)

    expect(receiptOf(second.body)).toBe(receiptOf(first.body))
  })

  test('error: refuses other shares under a stored id', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    await create(ada, device)
    const body = await createBody(device, vault.publicKey)
    const other = (await createTestDevice(ada.owner, device)).generationBody
    const { device: deviceHash, recovery } = other.share_hashes
    const changes = [
      { device_public_key: other.device_public_key },
      { share_hashes: { ...body.share_hashes, device: deviceHash } },
      { share_hashes: { ...body.share_hashes, recovery } },
      {
        sealed_auth_share: other.sealed_auth_share,
        share_hashes: { ...body.share_hashes, auth: other.share_hashes.auth },
      },
      { generation_id: other.generation_id },
    ]

    for (const change of changes) {
      const answer = await kit.call(routes.create, { body: { ...body, ...change } }, ada.frame)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    }
  })

  test('error: refuses an auth share that is not the one its hash names', async () => {
    const ada = await newUser()
    const body = await createBody(await createTestDevice(ada.owner), vault.publicKey)
    const other = (await createTestDevice(ada.owner)).generationBody
    const damaged = { ...body, sealed_auth_share: other.sealed_auth_share }
    const answer = await kit.call(routes.create, { body: damaged }, ada.frame)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('error: refuses an auth share in clear, and one sealed to the vault or for another root', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const body = await createBody(device, vault.publicKey)
    const toVault = { ...ada.owner, apiPublicKey: vault.publicKey }
    const sealedForOthers = [
      (await createTestDevice(toVault, device)).generationBody.sealed_auth_share,
      (await createTestDevice(ada.owner, { ...device, walletId: randomUUID() })).generationBody
        .sealed_auth_share,
      body.sealed_recovery_key,
      { ...body.sealed_auth_share, enc: body.sealed_recovery_key.enc },
    ]
    const { sealed_auth_share: _, ...unsealed } = body
    const inClear = { ...unsealed, auth_share: toBase64url(device.shares.auth) }

    for (const sealed_auth_share of sealedForOthers) {
      const answer = await kit.call(
        routes.create,
        { body: { ...body, sealed_auth_share } },
        ada.frame,
      )
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_data', error: 'The auth share does not open' },
      })
    }
    const answer = await kit.call(routes.create, { body: inClear as never }, ada.frame)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect((await rootStates(ada)).rows).toEqual([])
  })

  test('confirms again after a lost answer', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const receipt = await create(ada, device)

    const first = await confirm(ada, device, receipt)
    const second = await confirm(ada, device, receipt)

    expect(second.body).toEqual(first.body)
    expect(second.body.state).toBe('active')
  })

  test('answers exists to a second root, at create and at confirm', async () => {
    const ada = await newUser()
    const [winner, loser] = [await createTestDevice(ada.owner), await createTestDevice(ada.owner)]
    const receipts = [await create(ada, winner), await create(ada, loser)]
    await confirm(ada, winner, receipts[0]!)

    const late = await confirm(ada, loser, receipts[1]!)
    const third = await createBody(await createTestDevice(ada.owner), vault.publicKey)
    const later = await kit.call(routes.create, { body: third }, ada.frame)

    const exists = { state: 'exists', root: { wallet_id: winner.walletId } }
    expect(late.body).toMatchObject(exists)
    expect(later.body).toMatchObject(exists)
    expect(await addressesOf(ada)).toHaveLength(2)
  })

  test('two tabs, fifty times: exactly one root becomes active, everybody learns which', async () => {
    const ada = await newUser()
    const devices = await Promise.all(Array.from({ length: 50 }, () => createTestDevice(ada.owner)))
    const receipts = await Promise.all(devices.map((device) => create(ada, device)))
    const answers = await Promise.all(
      devices.map((device, i) => confirm(ada, device, receipts[i]!)),
    )

    expect(answers.filter(({ body }) => body.state === 'active')).toHaveLength(1)
    expect(answers.filter(({ body }) => body.state === 'exists')).toHaveLength(49)
    const ids = answers.map(({ body }) => ('root' in body ? body.root.wallet_id : ''))
    expect(new Set(ids).size).toBe(1)
    expect(await addressesOf(ada)).toHaveLength(2)
    const { rows } = await rootStates(ada)
    expect(rows.filter((row) => row.state === 'active')).toHaveLength(1)
  })

  test('the same confirm twenty times at once is one activation', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const receipt = await create(ada, device)

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => confirm(ada, device, receipt)),
    )

    expect(answers.every(({ body }) => body.state === 'active')).toBe(true)
    expect(await addressesOf(ada)).toHaveLength(2)
  })

  test('abandons a root that was not confirmed within a day and deletes its shares', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const receipt = await create(ada, device)
    kit.clock.advance(86_400_001)
    const bob = await newUser()
    await create(bob, await createTestDevice(bob.owner))

    const again = await kit.signIn(ada.email)
    const answer = await confirm({ ...ada, ...callsOf(again) }, device, receipt)

    expect(answer).toMatchObject({ status: 403, body: { code: 'device_revoked' } })
    const stored = await kit.db
      .selectFrom('share_generation')
      .selectAll()
      .where('generation_id', '=', device.generationId)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ auth_share: null, encrypted_recovery_share: null })
    expect((await rootStates(ada)).rows).toEqual([{ state: 'abandoned' }])
  })
})

describe('what create refuses', () => {
  test.each([
    ['a proof by another key', 'swap'],
    ['a proof of another index', 'index'],
    ['a proof that is not a signature', 'garbage'],
    ['a proof of another chain', 'chain'],
    ['a Bitcoin address without its key', 'keyless'],
    ['a Bitcoin address with another key', 'otherKey'],
    ['a place given twice', 'twice'],
  ])('error: %s', async (_name, fault) => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const body = await createBody(device, vault.publicKey)
    const [ethereum, solana] = [body.accounts[0]!, body.accounts[1]!]
    const segwit = await claimAccount(device, { chainType: 'bitcoin-segwit' })
    const further = await claimAccount(device, { chainType: 'bitcoin-segwit', walletIndex: 1 })
    const { public_key: _, ...keyless } = segwit
    const faults: Record<string, typeof body.accounts> = {
      swap: [{ ...ethereum, address: (await otherAccount(ada)).address }],
      index: [{ ...ethereum, wallet_index: 1 }],
      garbage: [{ ...solana, proof: 'AAAA' }],
      chain: [{ ...ethereum, chain_type: 'bitcoin-segwit' }],
      keyless: [keyless],
      otherKey: [{ ...segwit, public_key: further.public_key }],
      twice: [ethereum, ethereum],
    }

    const answer = await kit.call(
      routes.create,
      { body: { ...body, accounts: faults[fault]! } },
      ada.frame,
    )

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect((await rootStates(ada)).rows).toEqual([])
  })

  test('error: a proof made for another user', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const stolen = await createBody(await createTestDevice(ada.owner), vault.publicKey)
    const answer = await kit.call(routes.create, { body: stolen }, bob.frame)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('error: a recovery key sealed for another root', async () => {
    const ada = await newUser()
    const body = await createBody(await createTestDevice(ada.owner), vault.publicKey)
    const other = await createBody(await createTestDevice(ada.owner), vault.publicKey)
    const mixed = { ...body, sealed_recovery_key: other.sealed_recovery_key }
    const answer = await kit.call(routes.create, { body: mixed }, ada.frame)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect((await rootStates(ada)).rows).toEqual([])
  })

  test('error: a device key on another curve or with a different encoding', async () => {
    const ada = await newUser()
    const body = await createBody(await createTestDevice(ada.owner), vault.publicKey)
    for (const key of ['AAAA', `${body.device_public_key}AA`]) {
      const answer = await kit.call(
        routes.create,
        { body: { ...body, device_public_key: key } },
        ada.frame,
      )
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    }
  })

  test('error: a call from the app’s page instead of the frame', async () => {
    const ada = await newUser()
    const answer = await kit.call(routes.list, {}, ada.page)
    expect(answer).toMatchObject({ status: 403, body: { code: 'invalid_origin' } })
  })

  test('CUS-11: with the vault away it fails with 503 and stores nothing', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const body = await createBody(device, vault.publicKey)
    await vault.stop()

    const answer = await kit.call(routes.create, { body }, ada.frame)
    await vault.start()

    expect(answer).toMatchObject({ status: 503, body: { code: 'internal_error' } })
    expect((await rootStates(ada)).rows).toEqual([])
    expect(kit.log.join('')).toContain('The vault cannot be reached')
    expect((await kit.call(routes.create, { body }, ada.frame)).body.state).toBe('stored')
  })
})

describe('what confirm refuses', () => {
  test('error: a root whose auth share was not read back, by an answer the server gave', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const receipt = await store(ada, device)
    const refused = {
      status: 400,
      body: { code: 'invalid_data', error: 'The shares were not read back' },
    }
    const params = { wallet_id: device.walletId, generation_id: device.generationId }
    const { body } = await authShareBody(device)

    expect(await confirm(ada, device, receipt)).toMatchObject(refused)
    await kit.call(routes.authShare, { params, body }, ada.frame)
    expect((await confirm(ada, device, receipt)).body.state).toBe('active')
  })

  test('error: a root whose auth share was asked for with a wrong signature', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const receipt = await store(ada, device)
    await readBack(kit, { ...device, sign: async () => 'AAAA' }, ada.frame)

    const answer = await confirm(ada, device, receipt)

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect(await addressesOf(ada)).toEqual([])
  })

  test('error: a tampered receipt, a receipt of another generation, another device’s signature', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const other = await createTestDevice(ada.owner)
    const receipt = await create(ada, device)
    const otherReceipt = await create(ada, other)
    const tampered = `${receipt[0] === 'A' ? 'B' : 'A'}${receipt.slice(1)}`
    const signedByOther = await confirmBody({ ...device, sign: other.sign }, receipt)

    for (const wrong of [tampered, otherReceipt, '']) {
      expect(await confirm(ada, device, wrong)).toMatchObject({
        status: 400,
        body: { code: 'invalid_data', error: 'Invalid receipt' },
      })
    }
    const params = { wallet_id: device.walletId, generation_id: device.generationId }
    const answer = await kit.call(routes.confirm, { params, body: signedByOther }, ada.frame)
    expect(answer.body).toMatchObject({ code: 'invalid_data', error: 'Invalid device signature' })
    expect(await addressesOf(ada)).toEqual([])
  })

  test('error: another user or app, with the right receipt and signature', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const device = await createTestDevice(ada.owner)
    const receipt = await create(ada, device)
    const elsewhere = await kit.addApp()
    const eve = await kit.signIn(`eve${count}@example.com`, { appId: elsewhere.appId })
    const foreign = { ...callsOf(eve).frame, appId: elsewhere.appId }

    for (const frame of [bob.frame, foreign]) {
      const answer = await confirm({ frame }, device, receipt)
      expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
    }
    expect(await addressesOf(ada)).toEqual([])
  })

  test('error: addresses that are another user’s', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const device = await createTestDevice(ada.owner)
    await confirm(ada, device, await create(ada, device))
    const copy = await createTestDevice(bob.owner, {
      entropy: device.entropy,
      walletId: (await createTestDevice(bob.owner)).walletId,
    })

    const answer = await confirm(bob, copy, await create(bob, copy))

    expect(answer).toMatchObject({ status: 400, body: { code: 'linked_to_another_user' } })
    expect(await addressesOf(bob)).toEqual([])
    expect((await rootStates(bob)).rows).toEqual([{ state: 'stored' }])
  })
})

function callsOf(session: SignedIn) {
  return {
    frame: { token: session.token, origin: authOrigin },
    page: { token: session.token },
  }
}

async function newUser() {
  count += 1
  const email = `user${count}@example.com`
  const session = await kit.signIn(email)
  return {
    email,
    owner: { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey },
    ...callsOf(session),
  }
}
type TestUser = Awaited<ReturnType<typeof newUser>>

/** Stores a root and reads it back. */
async function create(user: TestUser, device: TestDevice): Promise<string> {
  const receipt = await store(user, device)
  await readBack(kit, device, user.frame)
  return receipt
}

async function store(user: TestUser, device: TestDevice): Promise<string> {
  const body = await createBody(device, vault.publicKey)
  return receiptOf((await kit.call(routes.create, { body }, user.frame)).body)
}

function receiptOf(body: object): string {
  if ('receipt' in body) return String(body.receipt)
  throw new Error(`No receipt: ${JSON.stringify(body)}`)
}

async function confirm(user: Pick<TestUser, 'frame'>, device: TestDevice, receipt: string) {
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const body = await confirmBody(device, receipt)
  return kit.call(routes.confirm, { params, body }, user.frame)
}

async function otherAccount(user: TestUser) {
  return claimAccount(await createTestDevice(user.owner), { chainType: 'ethereum' })
}

async function addressesOf(user: TestUser): Promise<string[]> {
  const { body } = await kit.call(api.user.me, {}, user.page)
  return body.user.linked_accounts.flatMap((account) =>
    account.type === 'wallet' ? [account.address] : [],
  )
}

async function rootStates(user: TestUser) {
  const userId = user.owner.userId.split(':').at(-1)!
  const rows = await kit.db
    .selectFrom('wallet_root')
    .select('state')
    .where('user_id', '=', userId)
    .execute()
  return { rows }
}
