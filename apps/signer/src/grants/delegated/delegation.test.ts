import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type DelegationConsent, delegationContext, delegationSealInfo } from '@sallyport/contract'
import { fromBase64url, loadChain, sealTo, toBase64url } from '@sallyport/crypto'
import { hashTypedData, recoverAddress } from '@sallyport/crypto/chains/ethereum'
import { createTestDatabase } from '@sallyport/testing'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSigner } from '../../start-signer.js'
import { newKey } from '../../testing/app-key.js'
import { createSignerWorld, type SignerWorld, testRecipient } from '../../testing/signer-world.js'

let world: SignerWorld
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
})
afterAll(() => world?.close())
beforeEach(() => {
  world.clock.ms = world.startMs
})

describe('a delegated wallet', () => {
  test('signs a message that the app has authorized, and no more once it is revoked', async () => {
    const wallet = await world.delegated()
    const { signature } = (await world.outputOf('signRequest', world.signedRequest(wallet, hello)))
      .data
    const chain = await loadChain.ethereum()
    expect(
      chain.verifyProof({
        address: wallet.consent.address,
        message: 'hello',
        signature: Buffer.from(signature.slice(2), 'hex'),
      }),
    ).toBe(true)
    expect(await world.revoke(wallet)).toEqual([wallet.consent.consentId])
    expect(await world.codeOf('signRequest', world.signedRequest(wallet, hello))).toBe('not_found')
  })

  test('DEL-05: error: is not signed with again when its row from before the revocation is put back', async () => {
    const { appId, admin } = world
    const revoked = await world.delegated()
    const deleted = await world.delegated()
    const ids = [revoked, deleted].map(({ consent }) => consent.consentId)
    const rows = 'from sallyport_delegate.delegation where consent_id = any($1)'
    await admin.query(`create table sallyport_delegate.kept as select * ${rows}`, [ids])
    await world.revoke(revoked)
    await world.outputOf('deleteUser', { appId, userId: deleted.consent.userId })
    await admin.query(`delete ${rows}`, [ids])
    await admin.query(
      'insert into sallyport_delegate.delegation select * from sallyport_delegate.kept',
    )
    await admin.query('drop table sallyport_delegate.kept')

    for (const wallet of [revoked, deleted])
      expect(await world.codeOf('signRequest', world.signedRequest(wallet, hello))).toBe(
        'row_refused',
      )
  })

  test('signs a Solana message', async () => {
    const wallet = await world.delegated({ chainType: 'solana' })
    const params = { message: Buffer.from('hello').toString('base64'), encoding: 'base64' }
    const asked = world.signedRequest(wallet, { method: 'signMessage', params })
    const { data } = await world.outputOf('signRequest', asked)
    const signature = Buffer.from(data.signature, 'base64')
    const chain = await loadChain.solana()
    const { address } = wallet.consent
    expect(chain.verifyProof({ address, message: 'hello', signature })).toBe(true)
  })

  test('signs typed data, and refuses what does not fit its types', async () => {
    const wallet = await world.delegated()
    const { data } = await world.outputOf('signRequest', world.signedRequest(wallet, mail))
    const { primary_type: primaryType, ...typed } = mail.params.typed_data
    const digest = hashTypedData({ ...typed, primaryType })
    expect(recoverAddress(digest, Buffer.from(data.signature.slice(2), 'hex'))).toBe(
      wallet.consent.address,
    )
    const typedData = { ...mail.params.typed_data, message: { more: 1 } }
    const wrong = world.signedRequest(wallet, { ...mail, params: { typed_data: typedData } })
    expect(await world.codeOf('signRequest', wrong)).toBe('invalid_request')
  })

  test('a transaction that is sent is signed for the network that it names', async () => {
    const wallet = await world.delegated()
    const send = { ...transfer({}), method: 'eth_sendTransaction', caip2: 'eip155:31337' }
    const { data } = await world.outputOf('signRequest', world.signedRequest(wallet, send))
    expect(data.signed_transaction).toMatch(/^0x02/)
    const other = world.signedRequest(wallet, { ...send, caip2: 'eip155:1' })
    expect(await world.codeOf('signRequest', other)).toBe('invalid_request')
  })

  test('WAL-03: signs a transaction within the policy, and a repeated request counts once', async () => {
    const wallet = await world.delegated()
    const request = world.signedRequest(wallet, transfer({ nonce: 0, value: 40_000 }))
    const first = await world.ask('signRequest', request)
    expect(first.output?.data.signed_transaction).toMatch(/^0x02/)
    expect(await world.ask('signRequest', request)).toEqual(first)
  })
})

describe('error: a hostile API', () => {
  test('DEL-04: gets no signature without a delegation', async () => {
    const wallet = await world.delegated()
    const request = { ...world.signedRequest(wallet, hello), consentId: randomUUID() }
    expect(await world.codeOf('signRequest', request)).toBe('not_found')
  })

  test('WAL-01 WAL-20: gets no signature without the app’s authorization signature, or with another app’s', async () => {
    const wallet = await world.delegated()
    const { request, ...rest } = world.signedRequest(wallet, hello)
    const stripped = { ...rest, request: { ...request, signatures: [] } }
    expect(await world.codeOf('signRequest', stripped)).toBe('wrong_signature')
    const thief = { ...wallet, privateKey: newKey().privateKey }
    expect(await world.codeOf('signRequest', world.signedRequest(thief, hello))).toBe(
      'wrong_signature',
    )
  })

  test('WAL-02: gets no signature over anything but the bytes that the app has authorized', async () => {
    const wallet = await world.delegated()
    const { request, ...rest } = world.signedRequest(wallet, hello)
    const body = { ...request.body, params: { message: 'all my money', encoding: 'utf-8' } }
    const changed = { ...rest, request: { ...request, body } }
    expect(await world.codeOf('signRequest', changed)).toBe('wrong_signature')
  })

  test('gets no signature by another wallet of the same app from an authorized request', async () => {
    const [mine, other] = [await world.delegated(), await world.delegated()]
    const request = world.signedRequest({ ...other, privateKey: mine.privateKey }, hello)
    expect(await world.codeOf('signRequest', request)).toBe('wrong_signature')
    const sameKey = await world.delegated({ key: mine })
    const { consentId, appShare } = world.signedRequest(sameKey, hello)
    const crossed = { ...world.signedRequest(mine, hello), consentId, appShare }
    expect(await world.codeOf('signRequest', crossed)).toBe('invalid_request')
  })

  test('WAL-13: cannot change the policy, the keys, the wallet or the user of a consent', async () => {
    const given = await world.consentOf({})
    const other = newKey()
    const changes: Partial<DelegationConsent>[] = [
      { authorizationKeys: [other.spki] },
      { policy: { ...given.consent.policy, transactions: null } },
      { walletIndex: 1 },
      { walletId: randomUUID() },
    ]
    for (const change of changes) {
      const consent = { ...given.consent, ...change }
      expect(await world.codeOf('storeDelegation', { ...given.input, consent })).toBe(
        'invalid_request',
      )
    }
    const consent = { ...given.consent, userId: 'eve' }
    const stolen = { ...given.input, consent, accessToken: await world.tokenFor('eve') }
    expect(await world.codeOf('storeDelegation', stolen)).toBe('invalid_request')
    const foreign = { ...given.input, accessToken: await world.tokenFor('eve') }
    expect(await world.codeOf('storeDelegation', foreign)).toBe('invalid_token')
    // The consent was not used up by the attempts.
    expect(await world.ask('storeDelegation', given.input)).toEqual({ output: {} })
  })

  test('WAL-14: cannot use a consent again, after a revocation or after ten minutes', async () => {
    const wallet = await world.delegated()
    expect(await world.codeOf('storeDelegation', wallet.input)).toBe('already_stored')
    await world.revoke(wallet)
    expect(await world.codeOf('storeDelegation', wallet.input)).toBe('already_stored')
    const early = await world.consentOf({})
    await world.revoke(early)
    expect(await world.codeOf('storeDelegation', early.input)).toBe('already_stored')
    const late = await world.consentOf({})
    world.clock.ms += 600_000
    expect(await world.codeOf('storeDelegation', late.input)).toBe('already_stored')
  })

  test('DEL-08: a half that is not of the consent’s key, and a sealed half that was changed, are refused', async () => {
    const given = await world.consentOf({})
    const other = await world.consentOf({})
    const { enc, ciphertext } = given.input.sealedShare
    const cases = [
      { appShare: other.input.appShare },
      { appShare: 'AA' },
      { appShare: '' },
      { sealedShare: { enc: enc.slice(0, -4), ciphertext } },
      { sealedShare: { enc: toBase64url(new Uint8Array(65).fill(4)), ciphertext } },
      { sealedShare: { enc: '', ciphertext } },
      { sealedShare: { enc: other.input.sealedShare.enc, ciphertext } },
      { sealedShare: { enc, ciphertext: '' } },
      { sealedShare: { enc, ciphertext: ciphertext.slice(0, -4) } },
      { sealedShare: other.input.sealedShare },
      { sealedShare: await sealedAs(given, { info: delegationSealInfo, aad: '' }) },
      { sealedShare: await sealedAs(given, { info: 'sallyport/recovery-key/v1' }) },
      { sealedShare: await sealedAs(given, { info: '' }) },
      { sealedShare: await sealedAs(given, { plaintext: randomBytes(8) }) },
    ]
    for (const change of cases)
      expect(await world.codeOf('storeDelegation', { ...given.input, ...change })).toBe(
        'invalid_request',
      )
  })

  test('DEL-08: of 20 deliveries of one consent at once a single one is kept, and it signs', async () => {
    const given = await world.consentOf({})
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.ask('storeDelegation', given.input)),
    )
    expect(answers.filter((answer) => answer.output)).toHaveLength(1)
    const codes = new Set(answers.map((answer) => answer.error?.code))
    expect(codes).toEqual(new Set([undefined, 'already_stored']))
    const answer = await world.ask('signRequest', world.signedRequest(given, hello))
    expect(answer.output).toBeDefined()
  })

  test('a deleted user: the consents and what was reserved for them are gone, and none comes back', async () => {
    const [wallet, other] = [await world.delegated(), await world.delegated()]
    await world.outputOf('signRequest', world.signedRequest(wallet, transfer({})))
    const { appId, admin } = world
    const { userId, consentId } = wallet.consent
    for (const _time of [1, 2])
      expect(await world.ask('deleteUser', { appId, userId })).toEqual({ output: {} })
    for (const [table, column] of [
      ['delegation', 'consent_id::text'],
      ['spending', 'wallet_id'],
      ['spending_window', "replace(scope_key, 'wallet:', '')"],
    ]) {
      const text = `select from sallyport_delegate.${table} where ${column} = $1`
      expect((await admin.query(text, [consentId])).rows).toEqual([])
    }
    expect(await world.codeOf('signRequest', world.signedRequest(wallet, hello))).toBe('not_found')
    expect(await world.codeOf('storeDelegation', wallet.input)).toBe('already_stored')
    expect((await world.ask('signRequest', world.signedRequest(other, hello))).output).toBeDefined()
  })

  test('DEL-05: a revocation waits for a signature that is being made, so none follows it', async () => {
    const wallet = await world.delegated()
    const order: string[] = []
    await world.admin.query('begin')
    await world.admin.query('lock table sallyport_delegate.spending in access exclusive mode')
    const signing = world
      .ask('signRequest', world.signedRequest(wallet, transfer({})))
      .then(({ output }) => order.push(output ? 'signed' : 'refused'))
    await world.waiters(1)
    const revoking = world.revoke(wallet).then(() => order.push('revoked'))
    await Promise.race([revoking, world.waiters(2)])
    // A revocation that does not wait is answered by now.
    expect(order).toEqual([])
    await world.admin.query('commit')
    await Promise.all([signing, revoking])
    // In the order of their answers, which is not that of their commits.
    expect(order.toSorted()).toEqual(['revoked', 'signed'])
    expect(await world.codeOf('signRequest', world.signedRequest(wallet, hello))).toBe('not_found')
  })
})

describe('error: an app’s back end', () => {
  test('gets no transaction outside the policy', async () => {
    const wallet = await world.delegated()
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
      expect(await world.codeOf('signRequest', world.signedRequest(wallet, body))).toBe(
        'policy_violation',
      )
  })

  test('WAL-16: of 30 transactions at once only those within the day’s limit are signed', async () => {
    const wallet = await world.delegated()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nonce) =>
        world.ask('signRequest', world.signedRequest(wallet, transfer({ nonce, value: 10_000 }))),
      ),
    )
    expect(answers.filter((answer) => answer.output)).toHaveLength(10)
    world.clock.ms += 86_400_000
    const next = world.signedRequest(wallet, transfer({ nonce: 40, value: 10_000 }))
    expect((await world.ask('signRequest', next)).output).toBeDefined()
  })

  test('V15: of 60 at once each is signed or told that the limit is used up, however slow the database', async () => {
    const wallet = await world.delegated()
    await world.admin.query(`create function sallyport_delegate.hold_up() returns trigger
      language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$`)
    await world.admin.query(`create trigger held_up before insert on sallyport_delegate.spending
      for each row execute function sallyport_delegate.hold_up()`)
    const codes = await Promise.all(
      Array.from({ length: 60 }, (_, nonce) =>
        world.codeOf(
          'signRequest',
          world.signedRequest(wallet, transfer({ nonce, value: 10_000 })),
        ),
      ),
    )
    await world.admin.query('drop trigger held_up on sallyport_delegate.spending')
    expect(codes.filter((code) => code === undefined)).toHaveLength(10)
    expect(codes.filter((code) => code === 'policy_violation')).toHaveLength(50)
  })

  test('gets no signature where the user allowed no messages, and no custody text', async () => {
    const silent = await world.delegated({
      policy: { version: 1, messages: false, typedData: false, transactions: null },
    })
    for (const body of [hello, mail, transfer({})])
      expect(await world.codeOf('signRequest', world.signedRequest(silent, body))).toBe(
        'policy_violation',
      )
    const wallet = await world.delegated()
    const custody = { message: 'sallyport device v1\nx', encoding: 'utf-8' }
    const asked = world.signedRequest(wallet, { method: 'personal_sign', params: custody })
    expect(await world.codeOf('signRequest', asked)).toBe('policy_violation')
  })

  test('gets no Solana transaction signed as a message', async () => {
    const wallet = await world.delegated({ chainType: 'solana' })
    for (const first of [1, 2, 0x80]) {
      const message = Buffer.from([first, 0, 1, ...randomBytes(100)]).toString('base64')
      const asked = { method: 'signMessage', params: { message, encoding: 'base64' } }
      expect(await world.codeOf('signRequest', world.signedRequest(wallet, asked))).toBe(
        'policy_violation',
      )
    }
  })

  test('WAL-22: gets nothing for a request that has expired or names another app', async () => {
    const wallet = await world.delegated()
    for (const headers of [
      { 'privy-app-id': world.appId, 'privy-request-expiry': String(world.clock.ms) },
      { 'privy-app-id': world.appId, 'privy-request-expiry': 'never' },
      {
        'privy-app-id': world.appId,
        'privy-request-expiry': String(world.clock.ms + (72 * 60 + 5) * 60_000 + 1),
      },
      { 'privy-app-id': randomUUID() },
    ])
      expect(await world.codeOf('signRequest', world.signedRequest(wallet, hello, headers))).toBe(
        'wrong_signature',
      )
  })
})

describe('error: the database', () => {
  test('copied alone opens nothing: with another key-encryption key the signer does not start', async () => {
    const { config, clock, logger, directory } = world
    const thief = { ...config, keks: [randomBytes(32)], socketPath: join(directory, 'thief.sock') }
    await expect(startSigner({ config: thief, clock, logger })).rejects.toThrow(
      'SALLYPORT_SIGNER_KEK is not the key this database was created with',
    )
  })

  test('T-15: is closed to the roles of the API and of the vault', async () => {
    for (const [role, password] of [
      [world.roles.apiRole, 'a'],
      [world.roles.vaultRole, 'v'],
    ] as const) {
      const client = new pg.Client({ connectionString: world.urlOf(role, password) })
      await client.connect()
      await expect(client.query('select * from sallyport_delegate.delegation')).rejects.toThrow(
        'permission denied',
      )
      await client.end()
    }
  })

  test('WAL-14 T-29: a record that was moved to another consent is refused', async () => {
    const [mine, other] = [await world.delegated(), await world.delegated()]
    await world.admin.query(
      `update sallyport_delegate.delegation set record =
        (select record from sallyport_delegate.delegation where consent_id = $1) where consent_id = $2`,
      [mine.consent.consentId, other.consent.consentId],
    )
    expect(await world.codeOf('signRequest', world.signedRequest(other, hello))).toBe('row_refused')
  })

  test('holds no half of a key in clear, and neither does the log', async () => {
    const wallet = await world.delegated()
    await world.ask('signRequest', world.signedRequest(wallet, hello))
    const { rows } = await world.admin.query('select * from sallyport_delegate.delegation')
    const stored =
      rows.map((row) => row.record?.toString('latin1') ?? '').join() + world.logLines.join()
    for (const secret of [wallet.signerHalf, wallet.key])
      for (const form of ['latin1', 'hex', 'base64', 'base64url'] as const)
        expect(stored).not.toContain(Buffer.from(secret).toString(form))
  })
})

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
    to: testRecipient,
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

type Given = Awaited<ReturnType<SignerWorld['consentOf']>>
const utf8 = (text: string) => new TextEncoder().encode(text)

/** The half of a consent, sealed to the signer in another way than the frame seals it. */
async function sealedAs(
  { consent, signerHalf }: Given,
  given: { info?: string; aad?: string; plaintext?: Uint8Array },
) {
  const { info = delegationSealInfo, aad = delegationContext(consent) } = given
  const { enc, ciphertext } = await sealTo({
    recipientPublicKey: fromBase64url(world.signer.publicKey),
    plaintext: given.plaintext ?? signerHalf,
    info: utf8(info),
    aad: utf8(aad),
  })
  return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
}
