import { type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DelegationConsent, delegationContext, delegationSealInfo } from '@sallyport/contract'
import { fromBase64url, loadChain, sealTo, splitDelegatedKey, toBase64url } from '@sallyport/crypto'
import { hashTypedData, recoverAddress } from '@sallyport/crypto/chains/ethereum'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { provisionRoles } from '../roles.js'
import { answerOnSocket } from '../testing/answer-on-socket.js'
import { type AppKey, newKey, signPayload } from '../testing/app-key.js'
import type { DelegateConfig } from './config.js'
import { startDelegate } from './start-delegate.js'

const directory = mkdtempSync(join(tmpdir(), 'delegate-test-'))
const startMs = Date.UTC(2030, 0, 1)
const suffix = randomBytes(4).toString('hex')
const roles = {
  apiRole: `api_${suffix}`,
  vaultRole: `vault_${suffix}`,
  delegateRole: `delegate_${suffix}`,
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const logLines: string[] = []
const logger = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) })
const appId = randomUUID()

let database: TestDatabase
let admin: pg.Client
let config: DelegateConfig
let delegate: Awaited<ReturnType<typeof startDelegate>>
let tokenFor: (userId: string) => Promise<string>
let nowMs = startMs
const clock = { nowMs: () => nowMs }

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query('drop schema sallyport_api cascade')
  const passwords = { apiPassword: 'a', vaultPassword: 'v', delegatePassword: 'd' }
  await provisionRoles(admin, { ...roles, ...passwords })
  config = {
    socketPath: join(directory, 'delegate.sock'),
    keks: [randomBytes(32)],
    databaseUrl: urlOf(roles.delegateRole, 'd'),
    databaseAdmins: ['postgres'],
    production: false,
    logLevel: 'silent',
    exitWithParent: false,
  }
  delegate = await startDelegate({ config, clock, logger })
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const issuer = 'test-issuer'
  await ask('pinAppKey', { appId, issuer, verificationKey: await exportSPKI(publicKey) })
  tokenFor = (userId) => {
    const iat = Math.floor(startMs / 1000)
    return new SignJWT({ iss: issuer, aud: appId, sub: userId, sid: 's', iat, exp: iat + 3600 })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .sign(privateKey)
  }
})

afterAll(async () => {
  await delegate?.close()
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

describe('a delegated wallet', () => {
  test('signs a message that the app has authorized, and no more once it is revoked', async () => {
    const wallet = await delegated()
    const { signature } = (await outputOf('signRequest', signedRequest(wallet, hello))).data
    const chain = await loadChain.ethereum()
    expect(
      chain.verifyProof({
        address: wallet.consent.address,
        message: 'hello',
        signature: Buffer.from(signature.slice(2), 'hex'),
      }),
    ).toBe(true)
    expect(await revoke(wallet)).toEqual([wallet.consent.consentId])
    expect(await codeOf('signRequest', signedRequest(wallet, hello))).toBe('not_found')
  })

  test('signs a Solana message', async () => {
    const wallet = await delegated({ chainType: 'solana' })
    const params = { message: Buffer.from('hello').toString('base64'), encoding: 'base64' }
    const asked = signedRequest(wallet, { method: 'signMessage', params })
    const { data } = await outputOf('signRequest', asked)
    const signature = Buffer.from(data.signature, 'base64')
    const chain = await loadChain.solana()
    const { address } = wallet.consent
    expect(chain.verifyProof({ address, message: 'hello', signature })).toBe(true)
  })

  test('signs typed data, and refuses what does not fit its types', async () => {
    const wallet = await delegated()
    const { data } = await outputOf('signRequest', signedRequest(wallet, mail))
    const { primary_type: primaryType, ...typed } = mail.params.typed_data
    const digest = hashTypedData({ ...typed, primaryType })
    expect(recoverAddress(digest, Buffer.from(data.signature.slice(2), 'hex'))).toBe(
      wallet.consent.address,
    )
    const typedData = { ...mail.params.typed_data, message: { text: 'hello', more: 1 } }
    const wrong = signedRequest(wallet, { ...mail, params: { typed_data: typedData } })
    expect(await codeOf('signRequest', wrong)).toBe('invalid_request')
  })

  test('a transaction that is sent is signed for the network that it names', async () => {
    const wallet = await delegated()
    const send = { ...transfer({}), method: 'eth_sendTransaction', caip2: 'eip155:31337' }
    const { data } = await outputOf('signRequest', signedRequest(wallet, send))
    expect(data.signed_transaction).toMatch(/^0x02/)
    const other = signedRequest(wallet, { ...send, caip2: 'eip155:1' })
    expect(await codeOf('signRequest', other)).toBe('invalid_request')
  })

  test('signs a transaction within the policy, and a repeated request counts once', async () => {
    const wallet = await delegated()
    const request = signedRequest(wallet, transfer({ nonce: 0, value: 40_000 }))
    const first = await ask('signRequest', request)
    expect(first.output?.data.signed_transaction).toMatch(/^0x02/)
    expect(await ask('signRequest', request)).toEqual(first)
  })
})

describe('error: a hostile API', () => {
  test('DEL-04: gets no signature without a delegation', async () => {
    const wallet = await delegated()
    const request = { ...signedRequest(wallet, hello), consentId: randomUUID() }
    expect(await codeOf('signRequest', request)).toBe('not_found')
  })

  test('WAL-20: gets no signature without the app’s authorization signature, or with another app’s', async () => {
    const wallet = await delegated()
    const { request, ...rest } = signedRequest(wallet, hello)
    const stripped = { ...rest, request: { ...request, signatures: [] } }
    expect(await codeOf('signRequest', stripped)).toBe('wrong_signature')
    const thief = { ...wallet, privateKey: newKey().privateKey }
    expect(await codeOf('signRequest', signedRequest(thief, hello))).toBe('wrong_signature')
  })

  test('gets no signature over anything but the bytes that the app has authorized', async () => {
    const wallet = await delegated()
    const { request, ...rest } = signedRequest(wallet, hello)
    const body = { ...request.body, params: { message: 'all my money', encoding: 'utf-8' } }
    const changed = { ...rest, request: { ...request, body } }
    expect(await codeOf('signRequest', changed)).toBe('wrong_signature')
  })

  test('gets no signature by another wallet of the same app from an authorized request', async () => {
    const [mine, other] = [await delegated(), await delegated()]
    const request = signedRequest({ ...other, privateKey: mine.privateKey }, hello)
    expect(await codeOf('signRequest', request)).toBe('wrong_signature')
    const sameKey = await delegated({ key: mine })
    const { consentId, appShare } = signedRequest(sameKey, hello)
    const crossed = { ...signedRequest(mine, hello), consentId, appShare }
    expect(await codeOf('signRequest', crossed)).toBe('invalid_request')
  })

  test('cannot change the policy, the keys, the wallet or the user of a consent', async () => {
    const given = await consentOf({})
    const other = newKey()
    const changes: Partial<DelegationConsent>[] = [
      { authorizationKeys: [other.spki] },
      { policy: { ...given.consent.policy, transactions: null } },
      { walletIndex: 1 },
      { walletId: randomUUID() },
    ]
    for (const change of changes) {
      const consent = { ...given.consent, ...change }
      expect(await codeOf('storeDelegation', { ...given.input, consent })).toBe('invalid_request')
    }
    const consent = { ...given.consent, userId: 'eve' }
    const stolen = { ...given.input, consent, accessToken: await tokenFor('eve') }
    expect(await codeOf('storeDelegation', stolen)).toBe('invalid_request')
    const foreign = { ...given.input, accessToken: await tokenFor('eve') }
    expect(await codeOf('storeDelegation', foreign)).toBe('invalid_token')
    // The consent was not used up by the attempts.
    expect(await ask('storeDelegation', given.input)).toEqual({ output: {} })
  })

  test('cannot use a consent again, after a revocation or after ten minutes', async () => {
    const wallet = await delegated()
    expect(await codeOf('storeDelegation', wallet.input)).toBe('already_stored')
    await revoke(wallet)
    expect(await codeOf('storeDelegation', wallet.input)).toBe('already_stored')
    const early = await consentOf({})
    await revoke(early)
    expect(await codeOf('storeDelegation', early.input)).toBe('already_stored')
    const late = await consentOf({})
    nowMs += 600_000
    expect(await codeOf('storeDelegation', late.input)).toBe('already_stored')
  })

  test('DEL-08: a half that is not of the consent’s key, and a sealed half that was changed, are refused', async () => {
    const given = await consentOf({})
    const other = await consentOf({})
    const { enc, ciphertext } = given.input.sealedShare
    const cases = [
      { appShare: other.input.appShare },
      { appShare: 'AA' },
      { appShare: '' },
      { sealedShare: { enc: enc.slice(0, -4), ciphertext } },
      { sealedShare: { enc: toBase64url(new Uint8Array(65).fill(4)), ciphertext } },
      { sealedShare: { enc, ciphertext: '' } },
      { sealedShare: other.input.sealedShare },
    ]
    for (const change of cases)
      expect(await codeOf('storeDelegation', { ...given.input, ...change })).toBe('invalid_request')
  })

  test('DEL-05: a revocation waits for a signature that is being made, so none follows it', async () => {
    const wallet = await delegated()
    const order: string[] = []
    await admin.query('begin')
    await admin.query('lock table sallyport_delegate.reservation in access exclusive mode')
    const signing = ask('signRequest', signedRequest(wallet, transfer({}))).then(({ output }) =>
      order.push(output ? 'signed' : 'refused'),
    )
    await waiters(1)
    const revoking = revoke(wallet).then(() => order.push('revoked'))
    await Promise.race([revoking, waiters(2)])
    await admin.query('commit')
    await Promise.all([signing, revoking])
    expect(order).toEqual(['signed', 'revoked'])
    expect(await codeOf('signRequest', signedRequest(wallet, hello))).toBe('not_found')
  })
})

describe('error: an app’s back end', () => {
  test('gets no transaction outside the policy', async () => {
    const wallet = await delegated()
    const cases = [
      transfer({ chain_id: 1 }),
      transfer({ to: `0x${'cd'.repeat(20)}` }),
      transfer({ to: undefined }),
      transfer({ data: '0xa9059cbb' }),
      transfer({ value: 100_001 }),
      // The highest fee counts as well.
      transfer({ value: 1, gas_limit: 100_000, max_fee_per_gas: 2 }),
    ]
    for (const body of cases)
      expect(await codeOf('signRequest', signedRequest(wallet, body))).toBe('policy_violation')
  })

  test('WAL-16: of 30 transactions at once only those within the day’s limit are signed', async () => {
    const wallet = await delegated()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nonce) =>
        ask('signRequest', signedRequest(wallet, transfer({ nonce, value: 10_000 }))),
      ),
    )
    expect(answers.filter((answer) => answer.output)).toHaveLength(10)
    nowMs += 86_400_000
    const next = signedRequest(wallet, transfer({ nonce: 40, value: 10_000 }))
    expect((await ask('signRequest', next)).output).toBeDefined()
  })

  test('gets no signature where the user allowed no messages, and no custody text', async () => {
    const silent = await delegated({
      policy: { version: 1, messages: false, typedData: false, transactions: null },
    })
    for (const body of [hello, mail, transfer({})])
      expect(await codeOf('signRequest', signedRequest(silent, body))).toBe('policy_violation')
    const wallet = await delegated()
    const custody = { message: 'sallyport device v1\nx', encoding: 'utf-8' }
    const asked = signedRequest(wallet, { method: 'personal_sign', params: custody })
    expect(await codeOf('signRequest', asked)).toBe('policy_violation')
  })

  test('gets no Solana transaction signed as a message', async () => {
    const wallet = await delegated({ chainType: 'solana' })
    for (const first of [1, 2, 0x80]) {
      const message = Buffer.from([first, 0, 1, ...randomBytes(100)]).toString('base64')
      const asked = { method: 'signMessage', params: { message, encoding: 'base64' } }
      expect(await codeOf('signRequest', signedRequest(wallet, asked))).toBe('policy_violation')
    }
  })

  test('WAL-22: gets nothing for a request that has expired or names another app', async () => {
    const wallet = await delegated()
    for (const headers of [
      { 'privy-app-id': appId, 'privy-request-expiry': String(nowMs) },
      { 'privy-app-id': appId, 'privy-request-expiry': 'never' },
      { 'privy-app-id': randomUUID() },
    ])
      expect(await codeOf('signRequest', signedRequest(wallet, hello, headers))).toBe(
        'wrong_signature',
      )
  })
})

describe('error: the database', () => {
  test('copied alone opens nothing: with another key-encryption key the signer does not start', async () => {
    const thief = { ...config, keks: [randomBytes(32)], socketPath: join(directory, 'thief.sock') }
    await expect(startDelegate({ config: thief, clock, logger })).rejects.toThrow(
      'SALLYPORT_DELEGATE_KEK is not the key this database was created with',
    )
  })

  test('T-15: is closed to the roles of the API and of the vault', async () => {
    for (const [role, password] of [
      [roles.apiRole, 'a'],
      [roles.vaultRole, 'v'],
    ] as const) {
      const client = new pg.Client({ connectionString: urlOf(role, password) })
      await client.connect()
      await expect(client.query('select * from sallyport_delegate.delegation')).rejects.toThrow(
        'permission denied',
      )
      await client.end()
    }
  })

  test('T-29: a record that was moved to another consent is refused', async () => {
    const [mine, other] = [await delegated(), await delegated()]
    await admin.query(
      `update sallyport_delegate.delegation set record =
        (select record from sallyport_delegate.delegation where consent_id = $1) where consent_id = $2`,
      [mine.consent.consentId, other.consent.consentId],
    )
    expect(await codeOf('signRequest', signedRequest(other, hello))).toBe('internal_error')
  })

  test('holds no half of a key in clear, and neither does the log', async () => {
    const wallet = await delegated()
    await ask('signRequest', signedRequest(wallet, hello))
    const { rows } = await admin.query('select * from sallyport_delegate.delegation')
    const stored = rows.map((row) => row.record?.toString('latin1') ?? '').join() + logLines.join()
    for (const secret of [wallet.signerHalf, wallet.key])
      for (const form of ['latin1', 'hex', 'base64', 'base64url'] as const)
        expect(stored).not.toContain(Buffer.from(secret).toString(form))
  })
})

const recipient = `0x${'ab'.repeat(20)}`
const policy: DelegationConsent['policy'] = {
  version: 1,
  messages: true,
  typedData: true,
  transactions: { chainIds: ['31337'], recipients: [recipient], mostWeiPerDay: '100000' },
}
const hello = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }

const mail = {
  method: 'eth_signTypedData_v4',
  params: {
    typed_data: {
      domain: { name: 'Mail' },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      message: { text: 'hello' },
      primary_type: 'Mail',
    },
  },
}

function transfer(changes: object) {
  const transaction = {
    type: 2,
    to: recipient,
    chain_id: 31337,
    nonce: 0,
    value: 1,
    gas_limit: 21000,
    max_fee_per_gas: 0,
    max_priority_fee_per_gas: 0,
    ...changes,
  }
  // As it goes over the wire: without members that are undefined.
  return JSON.parse(JSON.stringify({ method: 'eth_signTransaction', params: { transaction } }))
}

interface ConsentOptions {
  chainType?: DelegationConsent['chainType']
  policy?: DelegationConsent['policy']
  key?: AppKey
}

/** What the wallet frame sends after the user's click. */
async function consentOf(options: ConsentOptions) {
  const { chainType = 'ethereum', key: appKey = newKey() } = options
  const userId = `user-${randomUUID()}`
  const accessToken = await tokenFor(userId)
  const { consentId } = await outputOf('openConsent', { appId, userId, accessToken })
  const key = randomBytes(32)
  const consent: DelegationConsent = {
    version: 1,
    consentId,
    appId,
    userId,
    walletId: randomUUID(),
    chainType,
    walletIndex: 0,
    address: (await loadChain[chainType]()).address(key).address,
    authorizationKeys: [appKey.spki],
    threshold: 1,
    policy: options.policy ?? policy,
  }
  const { signer, app } = await splitDelegatedKey(key, delegationContext(consent))
  const { enc, ciphertext } = await sealTo({
    recipientPublicKey: fromBase64url(delegate.publicKey),
    plaintext: signer,
    info: utf8(delegationSealInfo),
    aad: utf8(delegationContext(consent)),
  })
  const sealedShare = { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
  const input = { accessToken, consent, sealedShare, appShare: toBase64url(app) }
  return { ...appKey, consent, input, key, signerHalf: signer }
}

async function delegated(options: ConsentOptions = {}) {
  const given = await consentOf(options)
  expect(await ask('storeDelegation', given.input)).toEqual({ output: {} })
  return given
}

async function revoke({ consent: { userId } }: { consent: DelegationConsent }) {
  return (await outputOf('revokeDelegations', { appId, userId })).revoked
}

/** A request that the app's back end has signed. */
function signedRequest(
  wallet: {
    consent: DelegationConsent
    privateKey: KeyObject
    input: { appShare: string }
  },
  body: { method: string; params: object },
  headers: Record<string, string> = { 'privy-app-id': appId },
) {
  const url = `https://api.example/api/v1/wallets/${wallet.consent.address}/rpc`
  const signature = signPayload({ body, headers, method: 'POST', url, version: 1 }, wallet)
  return {
    consentId: wallet.consent.consentId,
    appShare: wallet.input.appShare,
    request: { url, body, headers, signatures: [signature] },
  }
}

/** Resolves once so many statements of the signer wait for a lock. */
async function waiters(count: number): Promise<void> {
  // Within a transaction the view is read once, unless it is cleared.
  const text = `select from pg_stat_clear_snapshot(), pg_stat_activity where usename = $1 and wait_event_type = 'Lock'`
  for (let found = -1; found !== count; )
    found = (await admin.query(text, [roles.delegateRole])).rows.length
}

function urlOf(role: string, password: string): string {
  const url = new URL(database.url)
  url.username = role
  url.password = encodeURIComponent(password)
  return url.href
}

interface Answer {
  error?: { code: string }
  output?: Output
}

/** Each call answers some of these. */
interface Output {
  consentId: string
  revoked: string[]
  data: { signature: string; signed_transaction: string }
}

function ask(call: string, input: object): Promise<Answer> {
  return answerOnSocket<Answer>(config.socketPath, { call, input })
}

async function outputOf(call: string, input: object): Promise<Output> {
  const { output, error } = await ask(call, input)
  if (!output) throw new Error(`The signer refused: ${error?.code}`)
  return output
}

async function codeOf(call: string, input: object): Promise<string | undefined> {
  const { error } = await ask(call, input)
  return error?.code
}
