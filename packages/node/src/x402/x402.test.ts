import { recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type PayOptions, settlementOf, wrapFetch } from './wrap-fetch.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const nowMs = 1_740_672_100_000
const offer = {
  ...{ scheme: 'exact', network: 'eip155:84532', amount: '10000', asset: usdc, payTo },
  ...{ maxTimeoutSeconds: 60, extra: { name: 'USDC', version: '2' } },
}
const resource = {
  url: 'https://api.example/data',
  description: 'Data',
  mimeType: 'application/json',
}

/** A wallet whose key the test has. */
const payer = {
  address: account.address,
  signTypedData: ({ primary_type: primaryType, ...typed }: Parameters<typeof toViem>[0]) =>
    account.signTypedData(toViem({ ...typed, primary_type: primaryType })),
}
// The shape of viem, whose types want the literal data.
const toViem = ({
  primary_type: primaryType,
  ...typed
}: {
  domain: Record<string, unknown>
  types: Record<string, readonly { name: string; type: string }[]>
  primary_type: string
  message: Record<string, unknown>
}) => ({ ...typed, primaryType }) as never

const decode = (text: string | null) => JSON.parse(Buffer.from(text ?? '', 'base64').toString())
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

let seen: { body: string; payment: string | null }[]
let accepts: object[]
beforeEach(() => {
  seen = []
  accepts = [offer]
})

/** A server that verifies what it is paid by itself (x402 v2, 6.1.2). */
async function sell(input: string | URL | Request): Promise<Response> {
  const request = new Request(input)
  const text = request.headers.get('payment-signature')
  seen.push({ body: await request.text(), payment: text })
  if (text === null) {
    const required = { x402Version: 2, error: 'Pay first', resource, accepts, extensions: {} }
    return new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': encode(required) } })
  }
  const payment = decode(text)
  const { authorization, signature } = payment.payload
  const payerOfIt = await recoverTypedDataAddress({
    domain: { name: 'USDC', version: '2', chainId: 84532, verifyingContract: usdc },
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
    primaryType: 'TransferWithAuthorization',
    message: authorization,
    signature,
  })
  const now = nowMs / 1000
  const isPaid =
    payment.x402Version === 2 &&
    payerOfIt === authorization.from &&
    authorization.to === payTo &&
    authorization.value === '10000' &&
    Number(authorization.validAfter) <= now &&
    Number(authorization.validBefore) > now &&
    Number(authorization.validBefore) <= now + 60
  const settled = { success: isPaid, transaction: '0x1', network: 'eip155:84532', payer: payerOfIt }
  const headers = { 'PAYMENT-RESPONSE': encode(settled) }
  return new Response('data', { status: isPaid ? 200 : 402, headers })
}

const paying = (options: Partial<PayOptions> = {}) =>
  wrapFetch(sell, payer, { max: '20000', network: 'eip155:84532', nowMs: () => nowMs, ...options })

describe('wrapFetch', () => {
  test('pays what a server asks for, and gives its settlement', async () => {
    const body = JSON.stringify({ query: 'latest' })
    const answer = await paying()('https://api.example/data', { method: 'POST', body })

    expect([answer.status, await answer.text()]).toEqual([200, 'data'])
    expect(settlementOf(answer)).toMatchObject({ success: true, payer: account.address })
    expect(seen.map((each) => each.body)).toEqual([body, body])
    expect(decode(seen[1]?.payment ?? null)).toMatchObject({ accepted: offer, resource })
  })

  test('leaves other answers alone', async () => {
    const free = wrapFetch(async () => new Response('free'), payer, {
      max: '1',
      network: 'eip155:1',
    })
    expect(await (await free('https://api.example')).text()).toBe('free')
    const odd = wrapFetch(async () => new Response('?', { status: 402 }), payer, {
      ...{ max: '1', network: 'eip155:1' },
    })
    expect((await odd('https://api.example')).status).toBe(402)
  })

  test('tells of a payment before it, and stops when that throws', async () => {
    const told: object[] = []
    await paying({ onPayment: (payment) => void told.push(payment) })('https://api.example/data')
    expect(told).toMatchObject([{ url: 'https://api.example/data', offer: { amount: '10000' } }])
    const stop = () => {
      throw new Error('Too many today')
    }
    await expect(paying({ onPayment: stop })('https://api.example/data')).rejects.toThrow(
      'Too many',
    )
    expect(seen.filter(({ payment }) => payment !== null)).toHaveLength(1)
  })

  test.each([
    ['too_expensive', { max: '9999' }, {}],
    ['network', { network: 'eip155:8453' }, {}],
    ['asset', { assets: [payTo] }, {}],
    ['scheme', {}, { scheme: 'upto' }],
    ['scheme', {}, { network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['scheme', {}, { amount: '-1' }],
    ['scheme', {}, { extra: { name: 'USDC', version: '2', assetTransferMethod: 'permit2' } }],
  ])('error: %s: pays nothing', async (reason, options, change) => {
    accepts = [{ ...offer, ...change }]
    await expect(paying(options)('https://api.example/data')).rejects.toMatchObject({
      code: 'payment_not_allowed',
      data: { reason },
    })
    expect(seen).toHaveLength(1)
  })

  test('error: an offer that came by a redirect is of a server that was not named: pays nothing', async () => {
    const redirecting = wrapFetch(
      async (input) => {
        const answer = await sell(input)
        Object.defineProperties(answer, {
          redirected: { value: true },
          url: { value: 'https://thief.example/pay' },
        })
        return answer
      },
      payer,
      { max: '20000', network: 'eip155:84532', nowMs: () => nowMs },
    )
    await expect(redirecting('https://api.example/data')).rejects.toMatchObject({
      code: 'payment_not_allowed',
      data: { reason: 'redirected' },
    })
    expect(seen).toHaveLength(1)
  })

  test('takes the offer that may be paid', async () => {
    accepts = [{ ...offer, network: 'eip155:1' }, { ...offer, amount: '30000' }, offer]
    expect((await paying()('https://api.example/data')).status).toBe(200)
  })

  test('error: pays once for a request, whatever the server says then', async () => {
    const greedy = wrapFetch(
      async (input) => {
        const answer = await sell(input)
        return new Response('', { status: 402, headers: answer.headers })
      },
      payer,
      { max: '20000', network: 'eip155:84532', nowMs: () => nowMs },
    )
    expect((await greedy('https://api.example/data')).status).toBe(402)
    expect(seen).toHaveLength(2)
  })
})
