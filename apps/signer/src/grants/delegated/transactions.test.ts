import { createPublicKey, verify } from 'node:crypto'
import type { DelegationConsent } from '@sallyport/contract'
import { solanaPrograms, toBase58 } from '@sallyport/contract/requests'
import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createSignerWorld,
  type SignerWorld,
  testPolicy,
  testRecipient,
} from '../../testing/signer-world.js'

/* Tokens and Solana transactions: what the user's limits let through, and that everything else is refused. */

let world: SignerWorld
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
})
afterAll(() => world?.close())
beforeEach(() => {
  world.clock.ms = world.startMs
})

type Wallet = Awaited<ReturnType<SignerWorld['delegated']>>
const codeOf = (wallet: Wallet, body: { method: string; params: object }) =>
  world.codeOf('signRequest', world.signedRequest(wallet, body))
const sign = async (wallet: Wallet, body: { method: string; params: object }) =>
  (await world.outputOf('signRequest', world.signedRequest(wallet, body))).data.signed_transaction

describe('tokens of Ethereum (ERC-20)', () => {
  const token = `0x${'70'.repeat(20)}`
  const policy: DelegationConsent['policy'] = {
    ...testPolicy,
    transactions: {
      chainIds: ['31337', '1'],
      recipients: [testRecipient],
      mostWeiPerDay: '100000',
      tokens: [{ chainId: '31337', contract: token, mostPerDay: '100' }],
    },
  }
  const word = (value: bigint | string) =>
    (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')
  const transferOf = (units: bigint, to = testRecipient) => `0xa9059cbb${word(to)}${word(units)}`
  const send = (changes: object) => ({
    method: 'eth_signTransaction',
    params: {
      transaction: {
        type: 2,
        to: token,
        chain_id: 31337,
        nonce: 0,
        data: transferOf(100n),
        gas_limit: 21000,
        max_fee_per_gas: 1,
        max_priority_fee_per_gas: 0,
        ...changes,
      },
    },
  })

  test('are sent to an allowed recipient, as far as the day’s limit of the token goes', async () => {
    const wallet = await world.delegated({ policy })
    expect(await sign(wallet, send({}))).toMatch(/^0x02/)
    expect(await codeOf(wallet, send({ nonce: 1, data: transferOf(1n) }))).toBe('policy_violation')
    world.clock.ms += 86_400_000
    expect(await sign(wallet, send({ nonce: 1, data: transferOf(1n) }))).toMatch(/^0x02/)
  })

  test('WAL-16: of 30 transfers at once only those within the limit are signed', async () => {
    const wallet = await world.delegated({ policy })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nonce) => {
        const body = send({ nonce, data: transferOf(25n), max_fee_per_gas: 0 })
        return world.ask('signRequest', world.signedRequest(wallet, body))
      }),
    )
    expect(answers.filter((answer) => answer.output)).toHaveLength(4)
  })

  test('WAL-18: an address in other letters is the same; with spaces, or a name, it is none', async () => {
    const wallet = await world.delegated({ policy })
    const loud = `0x${token.slice(2).toUpperCase()}`
    expect(await sign(wallet, send({ to: loud }))).toMatch(/^0x02/)
    for (const to of [` ${token}`, `${token} `, token.slice(2), 'token.eth', `${token}00`]) {
      expect(await codeOf(wallet, send({ to, nonce: 1 }))).not.toBe(undefined)
    }
  })

  test('a transfer that the limit of fees refuses takes nothing of the token’s limit', async () => {
    const wallet = await world.delegated({ policy })
    expect(await codeOf(wallet, send({ max_fee_per_gas: 10 }))).toBe('policy_violation')
    expect(await sign(wallet, send({}))).toMatch(/^0x02/)
  })

  test('WAL-13: error: what was spent of a consent cannot be removed or put back', async () => {
    const wallet = await world.delegated({ policy })
    const of = `sallyport_delegate.spending_window where scope_key = 'wallet:${wallet.consent.consentId}'`
    await sign(wallet, send({ data: transferOf(40n) }))
    const { rows } = await world.admin.query(`select * from ${of}`)
    await sign(wallet, send({ nonce: 1, data: transferOf(60n) }))
    for (const { limit_id: limitId, record } of rows)
      await world.admin.query(
        'update sallyport_delegate.spending_window set record = $1 where limit_id = $2 and scope_key = $3',
        [record, limitId, `wallet:${wallet.consent.consentId}`],
      )

    expect(await codeOf(wallet, send({ nonce: 2, data: transferOf(1n) }))).toBe('row_refused')
    await world.admin.query(`delete from ${of}`)
    expect(await codeOf(wallet, send({ nonce: 3, data: transferOf(1n) }))).toBe('row_refused')
  })

  test('typed data that the user allows takes nothing of a token’s limit', async () => {
    const wallet = await world.delegated({ policy })
    const types = ['owner', 'spender']
      .map((name) => ({ name, type: 'address' }))
      .concat(['value', 'nonce', 'deadline'].map((name) => ({ name, type: 'uint256' })))
    const message = { owner: wallet.consent.address, spender: testRecipient }
    const permit = {
      method: 'eth_signTypedData_v4',
      params: {
        typed_data: {
          domain: { name: 'T', chainId: 31337, verifyingContract: token },
          types: { Permit: types },
          primary_type: 'Permit',
          message: { ...message, value: '100', nonce: '0', deadline: '1' },
        },
      },
    }

    expect(await codeOf(wallet, permit)).toBe(undefined)
    expect(await sign(wallet, send({}))).toMatch(/^0x02/)
  })

  test.each([
    ['another token', { to: `0x${'71'.repeat(20)}` }],
    ['the token’s address on another network', { chain_id: 1 }],
    ['another recipient', { data: transferOf(1n, `0x${'cd'.repeat(20)}`) }],
    ['coins along with it', { value: 1 }],
    ['one more byte', { data: `${transferOf(1n)}00` }],
    ['one byte less', { data: transferOf(1n).slice(0, -2) }],
    ['bits beside the address', { data: transferOf(1n).replace('0xa9059cbb00', '0xa9059cbb01') }],
    ['more than the limit', { data: transferOf(101n) }],
    ['everything', { data: transferOf(2n ** 256n - 1n) }],
    ['an approval', { data: transferOf(1n).replace('a9059cbb', '095ea7b3') }],
    ['a call without arguments', { data: '0xa9059cbb' }],
    ['transferFrom', { data: `0x23b872dd${word(testRecipient)}${word(testRecipient)}${word(1n)}` }],
  ])('error: refuses %s', async (_what, changes) => {
    expect(await codeOf(await world.delegated({ policy }), send(changes))).toBe('policy_violation')
  })

  test('error: a consent without tokens lets no contract be called', async () => {
    expect(await codeOf(await world.delegated(), send({}))).toBe('policy_violation')
  })
})

describe('Solana transactions', () => {
  const bytes = (fill: number) => new Uint8Array(32).fill(fill)
  const [recipient, account, mint, other] = [bytes(11), bytes(12), bytes(13), bytes(14)]
  const policy: DelegationConsent['policy'] = {
    ...testPolicy,
    transactions: null,
    solana: {
      recipients: [recipient, account].map(toBase58),
      mostLamportsPerDay: '100000',
      tokens: [{ mint: toBase58(mint), mostPerDay: '100' }],
    },
  }
  const delegated = (changed: object = {}) =>
    world.delegated({ chainType: 'solana', policy: { ...policy, ...changed } })

  test('SOL goes to an allowed recipient; the signature is over exactly these bytes', async () => {
    const wallet = await delegated()
    const own = publicKeyOf(wallet)
    const transaction = write(own, [sol(own, recipient, 90_000n)])
    const signed = Buffer.from(await sign(wallet, request(transaction)), 'base64')
    const message = transaction.subarray(65)
    expect(signed.subarray(65)).toEqual(message)
    const x = Buffer.from(own).toString('base64url')
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
    expect(verify(null, message, key, signed.subarray(1, 65))).toBe(true)
    // 5,000 of the fee and the 90,000 count: 5,000 are left.
    const more = request(write(own, [sol(own, recipient, 1n)]))
    expect(await codeOf(wallet, more)).toBe('policy_violation')
  })

  test('signAndSendTransaction is signed alike, and the highest fee counts', async () => {
    const wallet = await delegated()
    const own = publicKeyOf(wallet)
    const transaction = write(own, [price(500_000n), limit(100_000), sol(own, recipient, 1n)])
    const send = { ...request(transaction), method: 'signAndSendTransaction', caip2: 'solana:x' }
    expect(await sign(wallet, send)).toMatch(/^A/)
    const dear = write(own, [price(1_000_000_000n), limit(100_000), sol(own, recipient, 1n)])
    expect(await codeOf(wallet, request(dear))).toBe('policy_violation')
  })

  test('tokens go to an allowed account, as far as the day’s limit of the mint goes', async () => {
    const wallet = await delegated()
    const own = publicKeyOf(wallet)
    const sent = (units: bigint) => request(write(own, [token({ own, units })]))
    expect(await sign(wallet, sent(60n))).toMatch(/^A/)
    expect(await codeOf(wallet, sent(41n))).toBe('policy_violation')
    expect(await sign(wallet, sent(40n))).toMatch(/^A/)
  })

  const refused: [string, (own: Uint8Array) => Buffer][] = [
    ['another recipient', (own) => write(own, [sol(own, other, 1n)])],
    ['SOL of another account', (own) => write(own, [sol(other, recipient, 1n)])],
    ['more than the limit', (own) => write(own, [sol(own, recipient, 100_001n)])],
    ['a token to another account', (own) => write(own, [token({ own, to: other })])],
    ['another token', (own) => write(own, [token({ own, of: other })])],
    ['a transfer that names no mint', (own) => write(own, [plainToken(own)])],
    ['Token-2022', (own) => write(own, [token({ own, program: solanaPrograms.token2022 })])],
    ['SIG-10: Assign', (own) => write(own, [system([own], [1, 0, 0, 0, ...other])])],
    ['SIG-10: SetAuthority', (own) => write(own, [authority(own)])],
    ['SIG-10: a durable nonce', (own) => write(own, [system([other, own, own], [4, 0, 0, 0])])],
    ['SIG-10: another signer', (own) => write(own, [sol(own, recipient, 1n)], { signers: 2 })],
    ['another account that pays', (own) => write(other, [sol(own, recipient, 1n)])],
    ['a look-up table', (own) => write(own, [sol(own, recipient, 1n)], { table: other })],
    ['an unknown program', (own) => write(own, [{ program: other, accounts: [own], data: [1] }])],
    [
      'an unknown instruction beside a known one',
      (own) =>
        write(own, [sol(own, recipient, 1n), { program: other, accounts: [own], data: [1] }]),
    ],
    ['an approval', (own) => write(own, [approval(own)])],
  ]
  test.each(refused)('error: refuses %s', async (_what, make) => {
    const wallet = await delegated()
    expect(await codeOf(wallet, request(make(publicKeyOf(wallet))))).toBe('policy_violation')
  })

  test.each([
    ['cut short', (whole: Buffer) => whole.subarray(0, -1)],
    ['one more byte', (whole: Buffer) => Buffer.concat([whole, Uint8Array.of(0)])],
    ['room for two signatures', (whole: Buffer) => twoSlots(whole)],
    ['no signatures', (whole: Buffer) => whole.subarray(65)],
    ['nothing', () => Buffer.alloc(0)],
  ])('error: refuses bytes that are not one transaction: %s', async (_what, change) => {
    const wallet = await delegated()
    const own = publicKeyOf(wallet)
    const changed = change(write(own, [sol(own, recipient, 1n)]))
    expect(['invalid_request', 'policy_violation']).toContain(
      await codeOf(wallet, request(changed)),
    )
  })

  test('error: nothing is signed where the user allowed no transactions', async () => {
    for (const solana of [null, undefined]) {
      const wallet = await delegated({ solana })
      const own = publicKeyOf(wallet)
      expect(await codeOf(wallet, request(write(own, [sol(own, recipient, 1n)])))).toBe(
        'policy_violation',
      )
    }
  })

  test('error: a method of the other chain is refused', async () => {
    const wallet = await delegated()
    const own = publicKeyOf(wallet)
    const body = request(write(own, [sol(own, recipient, 1n)]))
    const ethereum = await world.delegated()
    expect(await codeOf(ethereum, body)).toBe('invalid_request')
  })

  interface Step {
    program: Uint8Array
    accounts: Uint8Array[]
    data: Iterable<number>
  }
  const programOf = (address: string) => fromBase58(address)
  const u64 = (value: bigint) => {
    const buffer = Buffer.alloc(8)
    buffer.writeBigUInt64LE(value)
    return [...buffer]
  }
  const system = (accounts: Uint8Array[], data: number[]): Step => ({
    program: programOf(solanaPrograms.system),
    accounts,
    data,
  })
  const sol = (from: Uint8Array, to: Uint8Array, lamports: bigint) =>
    system([from, to], [2, 0, 0, 0, ...u64(lamports)])
  const budget = (data: number[]): Step => ({
    program: programOf(solanaPrograms.computeBudget),
    accounts: [],
    data,
  })
  const price = (value: bigint) => budget([3, ...u64(value)])
  const limit = (units: number) => budget([2, ...u64(BigInt(units)).slice(0, 4)])
  const token = (given: {
    own: Uint8Array
    units?: bigint
    to?: Uint8Array
    of?: Uint8Array
    program?: string
  }): Step => ({
    program: programOf(given.program ?? solanaPrograms.token),
    accounts: [bytes(15), given.of ?? mint, given.to ?? account, given.own],
    data: [12, ...u64(given.units ?? 1n), 6],
  })
  const spl = (accounts: Uint8Array[], data: number[]): Step => ({
    program: programOf(solanaPrograms.token),
    accounts,
    data,
  })
  const plainToken = (own: Uint8Array) => spl([bytes(15), account, own], [3, ...u64(1n)])
  const approval = (own: Uint8Array) => spl([bytes(15), mint, account, own], [13, ...u64(1n), 6])
  const authority = (own: Uint8Array) => spl([bytes(15), own], [6, 2, 1, ...other])

  const request = (transaction: Uint8Array) => ({
    method: 'signTransaction',
    params: { transaction: Buffer.from(transaction).toString('base64'), encoding: 'base64' },
  })

  /** The wire bytes of a transaction with room for one signature. */
  function write(
    payer: Uint8Array,
    steps: Step[],
    { signers = 1, table }: { signers?: number; table?: Uint8Array } = {},
  ): Buffer {
    const keys = [payer]
    const indexOf = (key: Uint8Array) => {
      const found = keys.findIndex((each) => Buffer.from(each).equals(key))
      return found < 0 ? keys.push(key) - 1 : found
    }
    const parts = steps.map(({ program, accounts, data }) => {
      const indexes = accounts.map(indexOf)
      return [indexOf(program), indexes.length, ...indexes, [...data].length, ...data]
    })
    const lookups = table ? [1, ...table, 1, 0, 0] : []
    return Buffer.from([
      ...[1, ...new Uint8Array(64)],
      ...(table ? [0x80] : []),
      ...[signers, 0, 0],
      ...[keys.length, ...keys.flatMap((key) => [...key])],
      ...bytes(99),
      ...[parts.length, ...parts.flat()],
      ...lookups,
    ])
  }
})

function twoSlots(whole: Buffer): Buffer {
  return Buffer.concat([Uint8Array.of(2), new Uint8Array(128), whole.subarray(65)])
}

/** The public key of a Solana wallet is its address. */
function publicKeyOf({ consent: { address } }: Wallet): Uint8Array {
  return fromBase58(address)
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** 32 bytes. */
function fromBase58(text: string): Uint8Array {
  let value = 0n
  for (const digit of text) value = value * 58n + BigInt(alphabet.indexOf(digit))
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}
