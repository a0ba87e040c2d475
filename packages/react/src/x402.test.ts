import { type hashTypedData, recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import { fetchWithPayment, type PaymentOptions } from './x402.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const url = 'https://api.example/report'

const one = {
  scheme: 'exact',
  network: 'base',
  maxAmountRequired: '10000',
  resource: url,
  description: 'A report',
  mimeType: 'application/json',
  payTo,
  maxTimeoutSeconds: 60,
  asset: usdc,
  extra: { name: 'USD Coin', version: '2' },
}
const { maxAmountRequired: _, resource: __, description: ___, mimeType: ____, ...common } = one
const two = { ...common, network: 'eip155:8453', amount: '10000' }
const decode = (text: string | null) => JSON.parse(Buffer.from(text ?? '', 'base64').toString())
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

const inBody = (accepts: unknown[]) => () =>
  Response.json({ x402Version: 1, error: 'X-PAYMENT is required', accepts }, { status: 402 })
const inHeader = (accepts: unknown[]) => () =>
  new Response('{}', {
    status: 402,
    headers: { 'payment-required': encode({ x402Version: 2, resource: { url }, accepts }) },
  })

/** A server that asks so until a request pays; what it has seen, and what was signed. */
function setup(ask: () => Response, options: Partial<PaymentOptions> = {}) {
  const seen: { headers: Headers; body: string }[] = []
  const isPaid = (headers: Headers) => headers.has('x-payment') || headers.has('payment-signature')
  const fetch = vi.fn(async (input: RequestInfo | URL) => {
    const request = input as Request
    seen.push({ headers: request.headers, body: await request.text() })
    return isPaid(request.headers) ? Response.json({ report: true }) : ask()
  })
  const sign = vi.fn((typedData: object) =>
    account.signTypedData(typedData as Parameters<typeof account.signTypedData>[0]),
  )
  const pay = (init?: RequestInit) =>
    fetchWithPayment(
      { walletAddress: account.address, fetch, sign, ...options },
      new Request(url, init),
    )
  return { pay, seen, sign }
}

describe('fetchWithPayment', () => {
  test('version 1: sends the request again with a transfer that the wallet signed', async () => {
    const { pay, seen, sign } = setup(inBody([one]))

    const answer = await pay({
      method: 'POST',
      body: 'question',
      headers: { accept: 'text/plain' },
    })

    expect(await answer.json()).toEqual({ report: true })
    expect(seen.map(({ body }) => body)).toEqual(['question', 'question'])
    expect(seen[1]?.headers.get('accept')).toBe('text/plain')
    const { payload, ...rest } = decode(seen[1]?.headers.get('x-payment') ?? null)
    expect(rest).toEqual({ x402Version: 1, scheme: 'exact', network: 'base' })
    expect(payload.authorization).toMatchObject({
      from: account.address,
      to: payTo,
      value: '10000',
    })
    const { validAfter, validBefore, nonce } = payload.authorization
    expect(Number(validBefore) - Number(validAfter)).toBe(660)
    expect(nonce).toMatch(/^0x[0-9a-f]{64}$/)
    const signed = sign.mock.calls[0]?.[0] as Parameters<typeof hashTypedData>[0]
    expect(signed.domain).toEqual({
      ...{ name: 'USD Coin', version: '2', chainId: 8453 },
      verifyingContract: usdc,
    })
    const { signature } = payload
    expect(await recoverTypedDataAddress({ ...signed, signature })).toBe(account.address)
  })

  test('version 2: repeats what the server accepts', async () => {
    const { pay, seen } = setup(inHeader([two]))

    expect((await pay()).status).toBe(200)
    const paid = decode(seen[1]?.headers.get('payment-signature') ?? null)
    expect(paid).toMatchObject({ x402Version: 2, accepted: two, resource: { url } })
  })

  test('takes the first price that an Ethereum wallet can sign', async () => {
    const solana = { ...two, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    const { pay, sign } = setup(
      inHeader([
        solana,
        { ...two, scheme: 'upto' },
        { ...two, extra: {} },
        { ...two, amount: '7' },
      ]),
    )

    await pay()
    expect(sign.mock.calls[0]?.[0]).toMatchObject({ message: { value: '7' } })
  })

  test('an answer that is not 402, and a payment that the server refuses, are given as they are', async () => {
    const plain = setup(() => Response.json({ free: true }))
    expect(await (await plain.pay()).json()).toEqual({ free: true })
    expect(plain.sign).not.toHaveBeenCalled()

    const fetch = async () => inBody([one])()
    const { pay } = setup(inBody([one]), { fetch })
    expect((await pay()).status).toBe(402)
  })

  test.each([
    ['more than 0.1 USDC by default', { ...one, maxAmountRequired: '100001' }, undefined],
    ['more than maxValue', one, 9_999n],
    ['a token that is not USDC, without maxValue', { ...one, asset: payTo }, undefined],
  ])('error: %s is not signed', async (_, requirement, maxValue) => {
    const { pay, sign } = setup(inBody([requirement]), maxValue === undefined ? {} : { maxValue })

    await expect(pay()).rejects.toMatchObject({ code: 'insufficient_balance' })
    expect(sign).not.toHaveBeenCalled()
  })

  test.each<[string, () => Response]>([
    ['no way to pay', inBody([])],
    ['an amount that is not one', inBody([{ ...one, maxAmountRequired: '-1' }])],
    ['an unknown network', inBody([{ ...one, network: '__proto__' }])],
    ['a recipient that is not an address', inBody([{ ...one, payTo: 'x' }])],
    ['text', () => new Response('Pay me', { status: 402 })],
    [
      'a broken header',
      () => new Response('', { status: 402, headers: { 'payment-required': '%' } }),
    ],
    ['another version', () => Response.json({ x402Version: 3, accepts: [one] }, { status: 402 })],
  ])('error: %s is refused', async (_, ask) => {
    const { pay, sign } = setup(ask)

    await expect(pay()).rejects.toMatchObject({ code: 'not_supported' })
    expect(sign).not.toHaveBeenCalled()
  })

  test('error: what the user declines is not paid', async () => {
    const { pay, seen, sign } = setup(inBody([one]))
    sign.mockRejectedValue(new Error('declined'))

    await expect(pay()).rejects.toThrow('declined')
    expect(seen).toHaveLength(1)
  })
})
