import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { recoverMessage, recoveryProofContext, sealInfo } from '@sallyport/contract'
import { fromBase64url, generateSealKeyPair, sealTo, toBase64url } from '@sallyport/crypto'
import type { VaultInput } from '@sallyport/protocols/vault'
import {
  createSlowProxy,
  createTestDatabase,
  createTestVault,
  recoveryKeyBody,
  type TestDatabase,
  type TestVault,
} from '@sallyport/testing'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const startMs = Date.UTC(2030, 0, 1)
const dayMs = 86_400_000
let nowMs = startMs
let database: TestDatabase
let vault: TestVault
const vaultLog: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const clock = { nowMs: () => nowMs }
  vault = await createTestVault({ databaseUrl: database.url, clock, log: vaultLog })
})
afterAll(async () => {
  await vault?.close()
  await database?.drop()
})
beforeEach(() => {
  nowMs = startMs
})

describe('release limits', () => {
  test('REC-16: releases the keys of 30 established wallets a minute per app, of any number asked at once', async () => {
    const wallets = await newWallets(50)
    nowMs += dayMs
    const codes = await codesOf(wallets)

    expect(codes.filter((code) => code === 'released')).toHaveLength(30)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(20)
    // What the app's limit refused is not lost to these wallets.
    const refused = wallets.filter((_, i) => codes[i] !== 'released')
    nowMs += 60_000
    expect(await codesOf(refused)).toEqual(refused.map(() => 'released'))
  })

  test('REC-16: a wallet that is asked for again in the same minute counts once', async () => {
    const wallets = await newWallets(31)
    nowMs += dayMs
    await codesOf(wallets.slice(0, 30))

    const again = await codesOf(Array.from({ length: 5 }, () => wallets[0]!))

    expect(again).toEqual(again.map(() => 'released'))
    expect(await codesOf([wallets[30]!])).toEqual(['too_many_requests'])
    // A minute later each of them counts again.
    nowMs += 60_000
    const later = await codesOf(wallets.slice(1))
    expect(later.filter((code) => code === 'released')).toHaveLength(30)
    expect(await codesOf([wallets[0]!])).toEqual(['too_many_requests'])
  })

  test('P6, T-06: the first release of a key counts like every other', async () => {
    const wallets = await newWallets(40)

    const codes = await codesOf(wallets)

    expect(codes.filter((code) => code === 'released')).toHaveLength(10)
  })

  test('releases 60 keys a day per wallet, and a wallet at its limit costs the app nothing', async () => {
    const [ada, bob] = await newWallets(2)
    nowMs += dayMs
    for (const _round of [1, 2]) {
      nowMs += 600_000
      for (let i = 0; i < 30; i += 1) await codesOf([ada!])
    }
    nowMs += 60_000

    expect(await codesOf(Array.from({ length: 40 }, () => ada!))).toEqual(
      Array.from({ length: 40 }, () => 'too_many_requests'),
    )
    expect(await codesOf([bob!])).toEqual(['released'])
  })
})

describe('breakers of an app', () => {
  const released = (codes: string[]) => codes.filter((code) => code === 'released').length

  test('T-10: 30 guests do not close recovery for the app', async () => {
    const wallets = await newWallets(70)
    nowMs += dayMs
    const guests = wallets.slice(0, 40).map((wallet) => ({ ...wallet, isGuest: true }))
    const users = wallets.slice(40)

    expect(released(await codesOf(guests))).toBe(10)
    expect(released(await codesOf(users))).toBe(20)
  })

  test('T-10: nor do 30 wallets made today, whatever their accounts', async () => {
    const old = await newWallets(30)
    nowMs += dayMs
    const { appId } = old[0]!
    const young = await addWallets(old[0]!, 30)
    nowMs += 600_000

    expect(released(await codesOf(young))).toBe(10)
    expect(released(await codesOf(old))).toBe(20)
    const alarms = vaultLog.filter(
      (line) => line.includes('recovery_breaker_open') && line.includes(appId),
    )
    expect(alarms.map((line) => JSON.parse(line).part)).toEqual(['new', 'all'])
  })

  test('T-10: 10 guests who ask again and again use no more than their part', async () => {
    const wallets = await newWallets(30)
    nowMs += dayMs
    const guests = wallets.slice(0, 10).map((wallet) => ({ ...wallet, isGuest: true }))
    for (let i = 0; i < 5; i += 1) await codesOf(guests)

    expect(released(await codesOf(wallets.slice(10)))).toBe(20)
  })

  test('T-10: what one lane was refused is there for it a minute later', async () => {
    const guests = await newWallets(20, true)
    nowMs += dayMs
    expect(released(await codesOf(guests))).toBe(10)
    nowMs += 60_000
    expect(released(await codesOf(guests.slice(10)))).toBe(10)
  })
})

describe('guesses of a passcode', () => {
  test('V15: of a flood each is told that it is wrong or too many, also where the database is slow', async () => {
    const { url, drop } = await createTestDatabase()
    const log: string[] = []
    const slow = await createTestVault({
      databaseUrl: url,
      clock: { nowMs: () => nowMs },
      log,
      databaseDeadlineMs: 500,
    })
    const fast = vault
    vault = slow
    try {
      const [wallet] = await newWallets(1, false, createHash('sha256').update('x').digest())
      await holdUp(url, 'release_log')

      const codes = await codesOf(Array.from({ length: 30 }, () => wallet!))

      expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(10)
      expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(20)
    } finally {
      vault = fast
      await slow.close()
      await drop()
    }
  })

  test('REC-03: after a hundred wrong ones in all the vault takes one a day; the right one never counts', async () => {
    const proof = randomBytes(32)
    const [first] = await newWallets(1, false, createHash('sha256').update(proof).digest())
    const wallet = first!
    for (let guess = 0; guess < 100; guess += 1) {
      if (guess % 10 === 0) nowMs += dayMs
      expect([guess, ...(await codesOf([wallet]))]).toEqual([guess, 'wrong_code'])
    }
    nowMs += dayMs
    const right = { ...wallet, proof }
    for (let count = 0; count < 5; count += 1) expect(await codesOf([right])).toEqual(['released'])

    expect(await codesOf([wallet])).toEqual(['wrong_code'])
    expect(await codesOf([wallet])).toEqual(['too_many_requests'])
    expect(await codesOf([right])).toEqual(['too_many_requests'])
    nowMs += dayMs
    expect(await codesOf([right])).toEqual(['released'])
  })
})

describe('a key that another one replaces', () => {
  test('T-06: a request that found it gone is answered with the new one, and one that was counted with it', async () => {
    const { url, drop } = await createTestDatabase()
    const own = await createTestVault({ databaseUrl: url, clock: { nowMs: () => nowMs } })
    const shared = vault
    vault = own
    try {
      const wallets = await newWallets(10)
      await holdUp(url, 'release_log')
      const requests = await Promise.all(wallets.map(requestFor))
      const releases = requests.map(codeOf)
      await Promise.all(wallets.map(replaceKey))
      const codes = await Promise.all(releases)

      const again = requests.map((request, index) =>
        codeOf({ ...request, keyId: wallets[index]!.recoveryKeyId }),
      )

      expect(codes.filter((code) => !['released', 'not_found'].includes(code))).toEqual([])
      expect(await Promise.all(again)).toEqual(
        codes.map((code) => (code === 'not_found' ? 'released' : 'replayed')),
      )
    } finally {
      vault = shared
      await own.close()
      await drop()
    }
  })
})

/** Stores another key of a wallet and deletes the one before, as the API does. */
async function replaceKey(wallet: TestWallet): Promise<void> {
  const { appId, userId, walletId, recoveryKeyId: replaced } = wallet
  wallet.recoveryKeyId = randomUUID()
  await store(wallet)
  await vault.call('deleteRecoveryKeys', { appId, userId, walletId, keyIds: [replaced] })
}

describe('a flood', () => {
  test('V15: of 300 releases at once on a slow database each is done or told to try again', async () => {
    const { url, drop } = await createTestDatabase()
    const proxy = await createSlowProxy(url)
    const clock = { nowMs: () => nowMs }
    const slow = await createTestVault({
      databaseUrl: proxy.url,
      clock,
      databaseDeadlineMs: 1_500,
      turnTimeoutMs: 1_000,
    })
    const fast = vault
    vault = slow
    try {
      const [ofOne, ofAnother] = [await newWallets(20), await newWallets(1)]
      nowMs += dayMs
      proxy.delay(20)
      const asked = Array.from({ length: 300 }, (_, i) => ofOne[i % ofOne.length]!)

      const codes = await codesOf([...asked, ...ofAnother])

      expect([...new Set(codes)].sort()).toEqual(['released', 'too_many_requests'])
      // The vault is there for the next one.
      expect(await codesOf(ofAnother)).toEqual(['released'])
    } finally {
      proxy.open()
      vault = fast
      await slow.close()
      await proxy.close()
      await drop()
    }
  })
})

/** Makes each write to a table of the vault take a while. */
async function holdUp(url: string, table: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create function sallyport_vault.hold_up() returns trigger language plpgsql
    as $$ begin perform pg_sleep(0.02); return new; end $$`)
  await admin.query(`create trigger held_up before insert or update on sallyport_vault.${table}
    for each row execute function sallyport_vault.hold_up()`)
  await admin.end()
}

interface TestWallet {
  appId: string
  userId: string
  walletId: string
  recoveryKeyId: string
  accessToken: () => Promise<string>
  isGuest?: boolean
  /** With the hash of a proof, where there is one. */
  recoveryKey: Uint8Array
  proof?: Uint8Array
}

/** So many stored wallets of one user, in an app of their own. */
async function newWallets(
  count: number,
  isGuest = false,
  proofHash = new Uint8Array(),
): Promise<TestWallet[]> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const [appId, userId, issuer] = [randomUUID(), 'ada', 'test-issuer']
  const accessToken = () => {
    const seconds = Math.floor(nowMs / 1000)
    return new SignJWT({ sid: 's' })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(appId)
      .setSubject(userId)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(privateKey)
  }
  const verificationKey = await exportSPKI(publicKey)
  await vault.call('pinAppKey', { appId, issuer, verificationKey })
  const wallets = Array.from({ length: count }, () => ({
    appId,
    userId,
    walletId: randomUUID(),
    recoveryKeyId: randomUUID(),
    accessToken,
    recoveryKey: Buffer.concat([randomBytes(32), proofHash]),
    isGuest,
  }))
  await Promise.all(wallets.map(store))
  return wallets
}

async function store({ accessToken, isGuest: _, ...key }: TestWallet) {
  const { appId, userId, walletId, recoveryKeyId: keyId } = key
  const body = await recoveryKeyBody(key, vault.publicKey)
  await vault.call('storeRecoveryKey', {
    appId,
    userId,
    walletId,
    keyId,
    accessToken: await accessToken(),
    sealedRecoveryKey: body.sealed_recovery_key,
    readBackPublicKey: body.read_back_public_key,
  })
}

/** Further wallets of the same user. */
async function addWallets(like: TestWallet, count: number): Promise<TestWallet[]> {
  const wallets = Array.from({ length: count }, () => ({
    ...like,
    walletId: randomUUID(),
    recoveryKeyId: randomUUID(),
    recoveryKey: randomBytes(32),
  }))
  await Promise.all(wallets.map(store))
  return wallets
}

const device = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const devicePublicKey = device.publicKey
  .export({ format: 'der', type: 'spki' })
  .toString('base64url')

/** Asks for the key of each at once: `released`, or the vault's code. */
async function codesOf(wallets: TestWallet[]): Promise<string[]> {
  const requests = await Promise.all(wallets.map(requestFor))
  return Promise.all(requests.map(codeOf))
}

function codeOf(request: VaultInput<'releaseRecoveryKey'>): Promise<string> {
  return vault.call('releaseRecoveryKey', request).then(
    () => 'released',
    (error: { code?: string }) => error.code ?? 'failed',
  )
}

async function requestFor({
  recoveryKey: _,
  recoveryKeyId: keyId,
  proof,
  ...wallet
}: TestWallet): Promise<VaultInput<'releaseRecoveryKey'>> {
  const { publicKey } = await generateSealKeyPair()
  const ephemeralPublicKey = toBase64url(publicKey)
  const accessToken = await wallet.accessToken()
  const accessTokenHash = createHash('sha256').update(accessToken).digest('base64url')
  const names = { ...wallet, accessTokenHash, ephemeralPublicKey, devicePublicKey }
  const message = Buffer.from(recoverMessage(names))
  const how = { key: device.privateKey, dsaEncoding: 'ieee-p1363' } as const
  return {
    ...wallet,
    keyId,
    accessToken,
    recipientPublicKey: ephemeralPublicKey,
    devicePublicKey,
    deviceSignature: sign('sha256', message, how).toString('base64url'),
    ...(proof && { sealedRecoveryProof: await sealProof(proof, names) }),
  }
}

async function sealProof(
  proof: Uint8Array,
  names: Parameters<typeof recoveryProofContext>[0],
): Promise<{ enc: string; ciphertext: string }> {
  const { enc, ciphertext } = await sealTo({
    recipientPublicKey: fromBase64url(vault.publicKey),
    plaintext: proof,
    info: new TextEncoder().encode(sealInfo.recoveryProof),
    aad: new TextEncoder().encode(recoveryProofContext(names)),
  })
  return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
}
