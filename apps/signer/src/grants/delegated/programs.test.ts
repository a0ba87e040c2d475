import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import {
  createSignerWorld,
  type SignerWorld,
  testPolicy,
  testRecipient,
} from '../../testing/signer-world.js'

const coin = `0x${'c0'.repeat(20)}`
const hourMs = 3_600_000

let world: SignerWorld
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
})
afterAll(() => world?.close())
beforeEach(() => {
  world.clock.ms = world.startMs
})

/** A wallet that a program may pay 1,000 units of a coin a day from, for a day. */
const paying = () =>
  world.delegated({
    program: { name: 'Agent', endsAtMs: world.startMs + 24 * hourMs },
    policy: {
      version: 1,
      messages: false,
      typedData: false,
      transactions: {
        chainIds: ['31337'],
        recipients: null,
        mostWeiPerDay: '100000',
        onlyFees: true,
        tokens: [{ chainId: '31337', contract: coin, mostPerDay: '1000', authorizations: true }],
      },
    },
  })

describe('a program of a user', () => {
  test('signs a payment that its recipient sends, within the limit of the token', async () => {
    const wallet = await paying()
    const { data } = await world.outputOf('signRequest', signed(wallet, authorization(400)))
    expect(data.signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await leftOf(wallet)).toEqual([
      { asset: 'native', most: '100000', left: '100000' },
      { asset: `31337:${coin}`, most: '1000', left: '600' },
    ])
    expect(await code(wallet, authorization(601))).toBe('policy_violation')
    expect(await code(wallet, authorization(600))).toBeUndefined()
  })

  test('transfers and authorized payments count together', async () => {
    const wallet = await paying()
    expect(await code(wallet, transfer(700))).toBeUndefined()
    expect(await code(wallet, authorization(301))).toBe('policy_violation')
    expect(await code(wallet, authorization(300))).toBeUndefined()
  })

  test('error: sends nothing of a coin that pays fees only', async () => {
    expect(await code(await paying(), payment())).toBe('policy_violation')
  })

  test('error: signs no authorization of another token, network, kind or shape', async () => {
    const wallet = await paying()
    const typed = authorization(1)
    const { typed_data: data } = typed.params
    const other = (change: object) =>
      code(wallet, { ...typed, params: { typed_data: { ...data, ...change } } })
    const domain = { ...data.domain, verifyingContract: testRecipient }
    expect(await other({ domain })).toBe('policy_violation')
    expect(await other({ domain: { ...data.domain, chainId: 1 } })).toBe('policy_violation')
    const permit = permitOf(1)
    expect(await code(wallet, permit)).toBe('policy_violation')
    expect(await code(wallet, mail)).toBe('policy_violation')
  })

  test('error: signs no message and no login', async () => {
    const hello = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
    expect(await code(await paying(), hello)).toBe('policy_violation')
  })
})

describe('the end of what a program may do', () => {
  test('AGT-06: error: is held by the signer’s own clock', async () => {
    const wallet = await paying()
    world.clock.ms = world.startMs + 24 * hourMs - 1
    expect(await code(wallet, authorization(1))).toBeUndefined()
    world.clock.ms = world.startMs + 24 * hourMs
    expect(await code(wallet, authorization(2))).toBe('policy_violation')
  })

  test('AGT-05: ends the one program that is named, at once', async () => {
    const wallet = await paying()
    const { appId } = world
    const { userId, consentId } = wallet.consent
    const ended = await world.outputOf('revokeDelegations', { appId, userId, consentId })
    expect(ended.revoked).toEqual([consentId])
    expect(await code(wallet, authorization(1))).toBe('not_found')
    expect(await leftOf(wallet)).toBeUndefined()
  })

  test('error: another user’s program is not ended by it', async () => {
    const [wallet, other] = [await paying(), await paying()]
    const { appId } = world
    const input = { appId, userId: other.consent.userId, consentId: wallet.consent.consentId }
    expect((await world.outputOf('revokeDelegations', input)).revoked).toEqual([])
    expect(await code(wallet, authorization(1))).toBeUndefined()
  })
})

describe('AGT-04: error: a hostile API', () => {
  test('raises no limit, extends no end and names no other program', async () => {
    const given = await world.consentOf({
      program: { name: 'Agent', endsAtMs: world.startMs + hourMs },
    })
    const { consent } = given.input
    const [limit, end, name] = [
      { ...consent, policy: { ...testPolicy, messages: false } },
      { ...consent, program: { name: 'Agent', endsAtMs: world.startMs + 2 * hourMs } },
      { ...consent, program: { name: 'Other', endsAtMs: world.startMs + hourMs } },
    ]
    const { program: _, ...unending } = consent
    for (const changed of [limit, end, name, unending])
      expect(await world.codeOf('storeDelegation', { ...given.input, consent: changed })).toBe(
        'invalid_request',
      )
  })

  test('AGT-03: signs with the key of no other grant', async () => {
    const wallet = await paying()
    const thief = { ...wallet, privateKey: newKey().privateKey }
    const other = await paying()
    expect(await world.codeOf('signRequest', signed(thief, authorization(1)))).toBe(
      'wrong_signature',
    )
    const crossed = { ...wallet, privateKey: other.privateKey }
    expect(await world.codeOf('signRequest', signed(crossed, authorization(1)))).toBe(
      'wrong_signature',
    )
  })
})

type Wallet = Awaited<ReturnType<typeof paying>>

const signed = (wallet: Wallet, body: { method: string; params: object }) =>
  world.signedRequest(wallet, body)
const code = (wallet: Wallet, body: { method: string; params: object }) =>
  world.codeOf('signRequest', signed(wallet, body))

/** What a consent has left; undefined once it has ended. */
async function leftOf({ consent: { userId, consentId } }: Wallet) {
  const input = { appId: world.appId, userId, consentIds: [consentId] }
  const { output } = await world.ask('readConsents', input)
  // The output of this call.
  const { consents } = output as unknown as { consents: { limits: object[] }[] }
  return consents[0]?.limits
}

let nonce = 0
const from = (wallet?: string) => wallet ?? testRecipient

/** A payment that its recipient sends (EIP-3009). */
function authorization(value: number) {
  nonce += 1
  return {
    method: 'eth_signTypedData_v4',
    params: {
      typed_data: {
        domain: { name: 'USDC', version: '2', chainId: 31337, verifyingContract: coin },
        types: {
          TransferWithAuthorization: [
            { name: 'from', type: 'address' },
            { name: 'to', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'validAfter', type: 'uint256' },
            { name: 'validBefore', type: 'uint256' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primary_type: 'TransferWithAuthorization',
        message: {
          ...{ from: from(), to: testRecipient, value: String(value) },
          ...{ validAfter: '0', validBefore: '1893456000' },
          nonce: `0x${nonce.toString(16).padStart(64, '0')}`,
        },
      },
    },
  }
}

/** Lets others take a token (EIP-2612). */
function permitOf(value: number) {
  const { params } = authorization(value)
  return {
    method: 'eth_signTypedData_v4',
    params: {
      typed_data: {
        domain: params.typed_data.domain,
        types: {
          Permit: [
            { name: 'owner', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        primary_type: 'Permit',
        message: {
          ...{ owner: testRecipient, spender: testRecipient, value: String(value) },
          ...{ nonce: '0', deadline: '1893456000' },
        },
      },
    },
  }
}

const mail = {
  method: 'eth_signTypedData_v4',
  params: {
    typed_data: {
      domain: { name: 'Mail', chainId: 31337, verifyingContract: coin },
      types: { Mail: [{ name: 'contents', type: 'string' }] },
      primary_type: 'Mail',
      message: { contents: 'hello' },
    },
  },
}

function send(transaction: object) {
  nonce += 1
  return {
    method: 'eth_sendTransaction',
    caip2: 'eip155:31337',
    params: {
      transaction: {
        ...{ type: 2, chain_id: 31337, nonce, gas_limit: 50_000 },
        ...{ max_fee_per_gas: 1, max_priority_fee_per_gas: 0 },
        ...transaction,
      },
    },
  }
}

const payment = () => send({ to: testRecipient, value: 1, gas_limit: 21_000 })

function transfer(units: number) {
  const word = (hex: string) => hex.padStart(64, '0')
  const data = `0xa9059cbb${word(testRecipient.slice(2))}${word(units.toString(16))}`
  return send({ to: coin, value: 0, data })
}
